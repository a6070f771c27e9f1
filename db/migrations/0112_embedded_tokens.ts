import type { Knex } from 'knex'

export const config = { transaction: false }

/** The annotation to which the token of an embedded URL is limited. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`alter table tokens add column if not exists annotation_id bigint`)
  await db.raw(`alter table tokens drop constraint if exists tokens_annotation_id_fkey`)
  await db.raw(`
    alter table tokens add constraint tokens_annotation_id_fkey
      foreign key (annotation_id) references annotations on delete cascade not valid
  `)
  await db.raw(`alter table tokens validate constraint tokens_annotation_id_fkey`)
  // An interrupted build leaves an invalid index behind.
  await db.raw(`drop index concurrently if exists tokens_annotation`)
  await db.raw(`create index concurrently tokens_annotation on tokens (annotation_id) where annotation_id is not null`)
}
