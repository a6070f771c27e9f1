import type { Knex } from 'knex'

/** Messages that were received and their way to an email: stored before the sender gets a confirmation, parsed later. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table incoming_messages (
      email_id bigint primary key,
      organization_id bigint not null references organizations,
      queue_id bigint not null references queues on delete cascade,
      inbox_id bigint references inboxes on delete set null,
      creator_id bigint references users on delete set null,
      source text not null check (source in ('smtp', 'imap', 'import')),
      state text not null default 'received' check (state in ('received', 'stored', 'finished')),
      outcome text,
      s3_name text unique,
      size bigint not null,
      envelope jsonb not null default '{}',
      metadata jsonb not null default '{}',
      "values" jsonb not null default '{}',
      duplicate_key text,
      upload_id bigint references uploads on delete set null,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    )
  `)
  await db.raw(`create unique index incoming_messages_duplicate on incoming_messages (inbox_id, duplicate_key)`)
  await db.raw(`create index incoming_messages_queue on incoming_messages (queue_id)`)
  await db.raw(`create index incoming_messages_upload on incoming_messages (upload_id) where upload_id is not null`)
  await db.raw(`alter table emails add column headers jsonb not null default '{}'`)
  await db.raw(
    `alter table email_documents add column n_pages integer, add column width_px integer, add column height_px integer`,
  )
  await db.raw(`alter table hook_runs add column email_id bigint`)
  await db.raw(`alter table tasks add column email_id bigint`)
}
