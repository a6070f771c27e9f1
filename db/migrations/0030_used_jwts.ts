import type { Knex } from 'knex'

/** JWTs that have been exchanged, so that each is accepted once by all api processes. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table used_jwts (
      hash bytea primary key,
      expires_at timestamptz not null
    );
    create index used_jwts_expires on used_jwts (expires_at);
  `)
}
