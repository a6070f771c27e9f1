import type { Knex } from 'knex'

export const config = { transaction: false }

/** Documents that hooks of `upload.created` add to an upload. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`alter table documents add column if not exists joined_upload_id bigint`)
  await db.raw(`alter table documents drop constraint if exists documents_joined_upload_id_fkey`)
  await db.raw(`
    alter table documents add constraint documents_joined_upload_id_fkey
      foreign key (joined_upload_id) references uploads on delete set null not valid
  `)
  await db.raw(`alter table documents validate constraint documents_joined_upload_id_fkey`)
  // An interrupted build leaves an invalid index behind.
  await db.raw(`drop index concurrently if exists documents_joined_upload`)
  await db.raw(
    `create index concurrently documents_joined_upload on documents (joined_upload_id) where joined_upload_id is not null`,
  )
}
