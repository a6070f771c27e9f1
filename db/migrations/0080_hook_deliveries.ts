import type { Knex } from 'knex'

export const config = { transaction: false }

/** Calls of hooks become deliveries: with the cause, the frozen payload, the state of retries and polling, and the response. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table hook_runs
      add column if not exists upload_id bigint,
      add column if not exists event_id bigint,
      add column if not exists cause text,
      add column if not exists facts jsonb not null default '{}',
      add column if not exists attempts integer not null default 0,
      add column if not exists sealed_payload bytea,
      add column if not exists sealed_record bytea,
      add column if not exists token_id bigint,
      add column if not exists poll_url text,
      add column if not exists poll_until timestamptz,
      add column if not exists response jsonb
  `)
  await db.raw(`alter table hooks add column if not exists failures integer not null default 0`)
  for (const [name, definition] of Object.entries(INDEXES)) {
    // An interrupted build leaves an invalid index behind.
    await db.raw(`drop index concurrently if exists ${name}`)
    await db.raw(`create ${definition.replace('INDEX', `index concurrently ${name}`)}`)
  }
}

const INDEXES = {
  hook_runs_cause: 'unique INDEX on hook_runs (cause, hook_id) where cause is not null',
  hook_runs_event: 'INDEX on hook_runs (event_id) where event_id is not null',
  hook_runs_pending: `INDEX on hook_runs (annotation_id) where status in ('waiting', 'running')`,
  hook_runs_upload: 'INDEX on hook_runs (upload_id) where upload_id is not null',
}
