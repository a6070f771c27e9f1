import type { Knex } from 'knex'

/** Further types of objects in the audit log. Existing rows fit already, so they are not checked again under the lock. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table audit_logs
      drop constraint audit_logs_object_type_check,
      add constraint audit_logs_object_type_check check (object_type ~ '^[a-z_]{1,40}$') not valid
  `)
}
