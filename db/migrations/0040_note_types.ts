import type { Knex } from 'knex'

/** Notes for assignees, beside the reasons of rejections. The check is validated without blocking writers. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table notes drop constraint notes_type_check,
      add constraint notes_type_check check (type in ('rejection', 'assignment')) not valid;
    alter table notes validate constraint notes_type_check;
  `)
}
