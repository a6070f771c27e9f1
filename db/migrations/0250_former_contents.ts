import type { Knex } from 'knex'

/** The content of annotations before their pages were changed in place: values of a person stay, and a rotation can be undone. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table former_contents (
      annotation_id bigint primary key references annotations (id) on delete cascade,
      tree jsonb not null,
      keeps text check (keeps in ('entered', 'all')),
      turned integer check (turned in (0, 90, 180, 270)),
      stored_at timestamptz not null default now()
    )`)
}
