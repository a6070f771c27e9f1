import type { Knex } from 'knex'

/** The role that reads everything and writes nothing, and how many months an organization keeps its audit log. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`insert into groups (id, name) values (9, 'auditor') on conflict do nothing`)
  await db.raw('alter table organizations add column audit_log_months integer not null default 12')
}
