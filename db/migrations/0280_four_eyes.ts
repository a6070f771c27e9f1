import type { Knex } from 'knex'

/**
 * Who may approve: workflows of before keep what they permitted. New ones separate the duties of the persons who confirm and approve, which
 * the service writes with each of them.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table workflows
      add column confirmer_may_approve boolean not null default true,
      add column approver_may_repeat boolean not null default true
  `)
}
