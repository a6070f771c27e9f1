import type { Knex } from 'knex'

/**
 * Who may approve. Existing workflows keep their behaviour; new ones separate the users who confirm from those who approve.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table workflows
      add column confirmer_may_approve boolean not null default true,
      add column approver_may_repeat boolean not null default true;
    alter table workflows
      alter column confirmer_may_approve set default false,
      alter column approver_may_repeat set default false
  `)
}
