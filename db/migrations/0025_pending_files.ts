import type { Knex } from 'knex'

/**
 * Names under which files are being written to the blob store before a document refers to them; used to delete files of killed processes.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table pending_files (
      s3_name text primary key,
      created_at timestamptz not null default now()
    );
    create index pending_files_created on pending_files (created_at);
  `)
}
