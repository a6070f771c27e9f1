import type { Knex } from 'knex'

/** Changes of schemas with many annotations, whose content gets the new structure in batches. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table schema_reshapes (
      id bigint generated always as identity primary key,
      schema_id bigint not null references schemas (id) on delete cascade,
      before jsonb not null,
      after jsonb not null,
      last_id bigint not null default 0,
      up_to bigint not null,
      created_at timestamptz not null default now()
    );
    create index schema_reshapes_by_schema on schema_reshapes (schema_id, id);
  `)
}
