import type { Knex } from 'knex'

/**
 * Changes of values in documents, a row for each, in a partition per month. The sweep `expired` makes the partitions of the coming months; rows
 * of a month without one go to `value_changes_other`.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw('create sequence value_change_ids')
  await db.raw(`
    create table value_changes (
      id bigint not null default nextval('value_change_ids'),
      organization_id bigint not null,
      annotation_id bigint not null,
      node_id bigint,
      schema_id text,
      before text,
      after text,
      further integer not null default 0,
      origin text not null,
      hook_id bigint,
      username text,
      request_id text,
      "timestamp" timestamptz not null default clock_timestamp(),
      primary key (id, "timestamp")
    ) partition by range ("timestamp")`)
  await db.raw('create index value_changes_annotation on value_changes (annotation_id, id)')
  await db.raw('create index value_changes_organization on value_changes (organization_id, id)')
  await db.raw('create table value_changes_other partition of value_changes default')
  await db.raw(`
    do $$
    declare
      start timestamp := date_trunc('month', now() at time zone 'utc');
    begin
      for n in 0..3 loop
        execute format(
          'create table %I partition of value_changes for values from (%L) to (%L)',
          'value_changes_' || to_char(start, 'YYYY_MM'),
          to_char(start, 'YYYY-MM-DD') || ' 00:00+00',
          to_char(start + interval '1 month', 'YYYY-MM-DD') || ' 00:00+00');
        start := start + interval '1 month';
      end loop;
    end $$`)
}
