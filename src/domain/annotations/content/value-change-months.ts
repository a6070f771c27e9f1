/** Partitions of the history of values: made before their month begins, and removed with the retention of the organizations. */
import type { Knex } from 'knex'
import type { Deps } from '../../../deps.ts'
import { AUDIT_MONTHS } from '../../../rules/audit/objects.ts'

/** Months for which there are partitions, beginning with the present one, so that a service that was stopped for weeks has one when it starts. */
const AHEAD = 3

/** Rows per statement. */
const BATCH = 5_000

/** Creates missing partitions. A month is attached to the table without a lock that stops writers. Returns their number. */
export async function createMonths({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<number> {
  const { rows } = await db.raw<{ rows: { name: string; start: string; end: string }[] }>(
    `select 'value_changes_' || to_char(m, 'YYYY_MM') as name, to_char(m, 'YYYY-MM-DD') as start,
            to_char(m + interval '1 month', 'YYYY-MM-DD') as "end"
       from generate_series(date_trunc('month', now() at time zone 'utc'),
              date_trunc('month', now() at time zone 'utc') + make_interval(months => ?), interval '1 month') as m
      where to_regclass('value_changes_' || to_char(m, 'YYYY_MM')) is null`,
    [AHEAD],
  )
  let count = 0
  for (const { name, start, end } of rows) {
    try {
      await createMonth(db, name, [start, end])
      count++
    } catch (error) {
      // The next sweep tries again: rows are kept in the partition for all other months meanwhile.
      log.warn({ err: error, month: name }, 'a month of the history of values could not be created')
    }
  }
  return count
}

function createMonth(db: Knex, name: string, [start, end]: [string, string]): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.raw(`set local lock_timeout = '2s'`)
    await tx.raw('create table ?? (like value_changes including defaults including indexes)', [name])
    // A service that has stood still for months has put rows there.
    await tx.raw(
      `with moved as (delete from value_changes_other where "timestamp" >= ?::timestamptz and "timestamp" < ?::timestamptz returning *)
       insert into ?? select * from moved`,
      [`${start} 00:00+00`, `${end} 00:00+00`, name],
    )
    await tx.raw(
      `alter table value_changes attach partition ?? for values from ('${start} 00:00+00') to ('${end} 00:00+00')`,
      [name],
    )
  })
}

/** Removes rows past the retention of their organization, and partitions of months that no organization keeps. Returns the number of rows. */
export async function removeOldChanges({ db }: Pick<Deps, 'db'>): Promise<number> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'value_changes'::regclass and c.relname ~ '^value_changes_\\d{4}_\\d{2}$'
        and c.relname < 'value_changes_' || to_char(now() at time zone 'utc' - make_interval(months =>
              (select coalesce(max(audit_log_months), ${AUDIT_MONTHS.min}) from organizations)), 'YYYY_MM')`,
  )
  for (const { name } of rows)
    await db.transaction(async (tx) => {
      await tx.raw(`set local lock_timeout = '2s'`)
      await tx.raw('drop table ??', [name])
    })
  for (let count = 0; ;) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from value_changes v using (
         select v.id, v."timestamp" from organizations o
           cross join lateral (
             select id, "timestamp" from value_changes
              where organization_id = o.id
                and "timestamp" < now() - make_interval(months => o.audit_log_months)
              order by id limit ${BATCH}) as v
          limit ${BATCH}) as old
        where v.id = old.id and v."timestamp" = old."timestamp"`,
    )
    count += rowCount
    if (rowCount < BATCH) return count
  }
}
