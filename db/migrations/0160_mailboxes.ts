import type { Knex } from 'knex'

/** Outside mailboxes of inboxes, read by IMAP, and which message of a mailbox a received message was. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table inboxes add column mailbox jsonb, add column sealed_mailbox_password bytea,
      add column mailbox_state jsonb not null default '{}'
  `)
  await db.raw(`alter table incoming_messages add column source_key text`)
}
