import type { Knex } from 'knex'

/** Usernames of other organizations that an organization has tried to use, as hashes; limits how many it can find out. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table taken_names (
      organization_id bigint not null references organizations on delete cascade,
      hash bytea not null,
      expires_at timestamptz not null default now() + interval '1 day',
      primary key (organization_id, hash)
    );
    create index taken_names_expires on taken_names (expires_at);
  `)
}
