import type { Knex } from 'knex'

export const config = { transaction: false }

/** Whether the text of an email is imported as a document. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`alter table inboxes add column if not exists body_as_document text not null default 'never'`)
  await db.raw(`alter table inboxes drop constraint if exists inboxes_body_as_document_check`)
  await db.raw(`
    alter table inboxes add constraint inboxes_body_as_document_check
      check (body_as_document in ('never', 'without_files', 'always')) not valid
  `)
  await db.raw(`alter table inboxes validate constraint inboxes_body_as_document_check`)
}
