import type { Knex } from 'knex'

/** Names under which files are being written to the blob store before a document refers to them; what a killed process left is found by them. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table pending_files (
      s3_name text primary key,
      created_at timestamptz not null default now()
    );
    create index pending_files_created on pending_files (created_at);
  `)
}
