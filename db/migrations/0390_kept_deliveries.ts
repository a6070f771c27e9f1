import type { Knex } from 'knex'

export const config = { transaction: false }

/** Private keys of deliveries by SFTP, and deliveries that outlive their profile: they say what was sent. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`alter table export_profiles add column if not exists sealed_delivery_key bytea`)
  await db.raw(`
    alter table export_deliveries
      add column if not exists profile_name text,
      alter column export_profile_id drop not null`)
  await db.raw(`alter table export_deliveries drop constraint if exists export_deliveries_export_profile_id_fkey`)
  await db.raw(`
    alter table export_deliveries add constraint export_deliveries_export_profile_id_fkey
      foreign key (export_profile_id) references export_profiles (id) on delete set null not valid`)
  await db.raw(`alter table export_deliveries validate constraint export_deliveries_export_profile_id_fkey`)
  // The documents of a delivery keep the number of its profile, which is part of their key and never used again.
  await db.raw(
    `alter table export_delivery_documents drop constraint if exists export_delivery_documents_export_profile_id_fkey`,
  )
}
