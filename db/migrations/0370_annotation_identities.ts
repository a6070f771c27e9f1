import type { Knex } from 'knex'

/**
 * By which values and by which picture an invoice is recognised, a row for each annotation with content. The tables are new, so that nothing
 * waits for their indexes.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table annotation_identities (
      annotation_id bigint primary key references annotations (id) on delete cascade,
      organization_id bigint not null,
      number text,
      printed_number text,
      suppliers text[] not null default '{}',
      amount double precision,
      date date,
      currency text,
      kind text,
      picture text,
      picture_bands bigint[]
    )`)
  await db.raw(
    `create index annotation_identities_number on annotation_identities (organization_id, number) where number is not null`,
  )
  await db.raw(
    `create index annotation_identities_amount on annotation_identities (organization_id, amount, date)
      where amount is not null and date is not null`,
  )
  await db.raw(
    `create index annotation_identities_picture on annotation_identities using gin (picture_bands)
      where picture_bands is not null`,
  )
  // Up to which annotation the sweep has filled the table.
  await db.raw(
    `create table identity_progress (single boolean primary key default true check (single), last_id bigint not null)`,
  )
  await db.raw(`insert into identity_progress (last_id) values (0)`)
}
