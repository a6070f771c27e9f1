import type { Knex } from 'knex'

export const config = { transaction: false }

/** The task of an imported email, and the search for the email to which another one replies. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`alter table tasks drop constraint if exists tasks_email_id_fkey`)
  await db.raw(`
    alter table tasks add constraint tasks_email_id_fkey
      foreign key (email_id) references incoming_messages on delete cascade not valid
  `)
  await db.raw(`alter table tasks validate constraint tasks_email_id_fkey`)
  for (const [name, definition] of Object.entries(INDEXES)) {
    // An interrupted build leaves an invalid index behind.
    await db.raw(`drop index concurrently if exists ${name}`)
    await db.raw(`create index concurrently ${name} on ${definition}`)
  }
}

const INDEXES = {
  tasks_email: 'tasks (email_id) where email_id is not null',
  emails_queue_message: 'emails (queue_id, message_id) where message_id is not null',
  emails_queue_from: 'emails (queue_id, from_email) where from_email is not null',
}
