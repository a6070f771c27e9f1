/** Seals the days of the audit logs of all organizations in a chain, and removes records whose retention has passed. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { AUDIT_MONTHS } from '../../rules/audit/objects.ts'
import { hashDay, sealDay, type DayRow } from './audit-chain.ts'

type Sealer = Pick<Deps, 'db' | 'config' | 'log'>

/** A day is sealed so much after its end: no request adds its status to a record any more (`COMPLETED_WITHIN`). */
const SEALED_AFTER = '3 hours'
/** The last day that can be sealed, in UTC. */
export const LAST_DAY = `(now() at time zone 'utc' - interval '${SEALED_AFTER}')::date - 1`

/** How long the sweep waits for transactions that are open; it tries again after an hour. */
const PATIENCE_MS = 30_000
/** No further day is begun after this time, so that the sweep ends within its own limit. The next one, after an hour, goes on. */
const SEALING_MS = 300_000
const POLL_MS = 200

interface Due {
  organization_id: number
  /** The first and the last day to seal. */
  next: string
  last: string
  /** The hash of the day before `next`; null if that is the first day of the chain. */
  previous: Buffer | null
  sealed_at: string
}

/**
 * Seals each day that is complete, from the first one with a record, also days without any: a missing day is then a sign of a deletion.
 * Returns the number of days.
 */
export async function sealAuditDays(deps: Sealer): Promise<number> {
  const { db } = deps
  const { rows } = await db.raw<{ rows: Due[] }>(
    `select *, now() as sealed_at from (
       select o.id as organization_id, (${LAST_DAY})::date as last, end_of.hash as previous, coalesce(end_of.day + 1,
                (select (min(a."timestamp") at time zone 'utc')::date from audit_logs a where a.organization_id = o.id)) as next
         from organizations o left join lateral (
                select day, hash from audit_days d where d.organization_id = o.id order by day desc limit 1) as end_of on true
     ) as of where next <= last order by last - next, organization_id`,
  )
  if (rows.length === 0) return 0
  if (!(await writersHaveEnded(db))) {
    deps.log.warn({}, 'no day of the audit logs is sealed: a transaction that has written records is still open')
    return 0
  }
  const until = performance.now() + SEALING_MS
  const failures: unknown[] = []
  let count = 0
  // Those with the fewest days first, so that an organization with very many does not hold up all others.
  for (const due of rows) {
    try {
      count += await sealDue(deps, due, until)
    } catch (error) {
      deps.log.warn({ err: error, organization_id: due.organization_id }, 'the audit log could not be sealed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return count
}

/** Returns the day after, as `YYYY-MM-DD`. */
export const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/**
 * Waits for the end of the transactions that have written records until now, and returns whether they have ended. The records of one that is
 * open become visible with its end, possibly for a day that is over; records that are written from now on have later times. Each such
 * transaction holds this lock on the table until then.
 */
async function writersHaveEnded(db: Knex): Promise<boolean> {
  const writers = async () => {
    const { rows } = await db.raw<{ rows: { id: string }[] }>(
      `select virtualtransaction as id from pg_locks
        where relation = 'audit_logs'::regclass and mode = 'RowExclusiveLock'
          and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows.map(({ id }) => id)
  }
  let left = await writers()
  for (const end = Date.now() + PATIENCE_MS; left.length > 0 && Date.now() < end;) {
    await wait(POLL_MS)
    const open = await writers()
    left = left.filter((id) => open.includes(id))
  }
  return left.length === 0
}

/** Seals the days of an organization. Stops at a day that another process has sealed, and at the time `until`. */
async function sealDue({ db, config, log }: Sealer, due: Due, until: number): Promise<number> {
  const { organization_id, sealed_at } = due
  let { previous } = due
  let count = 0
  // Also happens if someone deletes a chain; logs that are stored elsewhere are evidence.
  if (previous === null) log.warn({ organization_id, day: due.next }, 'the chain of an audit log begins')
  for (let day = due.next; day <= due.last && performance.now() < until; day = dayAfter(day)) {
    const { hash, rows } = await hashDay(db, { organization_id, day, sealed_at, previous })
    const sealed_hash = sealDay(config, { organization_id, day, hash, removed_at: null })
    const made = await db<DayRow>('audit_days')
      .insert({ organization_id, day, rows, hash, sealed_hash, sealed_at })
      .onConflict(['organization_id', 'day'])
      .ignore()
      .returning('id')
    if (made.length === 0) break
    // Logs that are stored elsewhere are evidence if someone deletes days, which are then sealed again.
    log.info({ organization_id, day, rows, hash: hash.toString('hex') }, 'the audit log of a day is sealed')
    previous = hash
    count++
  }
  return count
}

/** Records per statement. */
const BATCH = 5_000

/**
 * Removes the records of whole days that are older than the organization keeps them. Sealed days stay in the chain, with the time of the
 * removal, which is written before it begins: an interrupted removal is completed by the next one. Returns the number of records.
 */
export async function removeOldAuditLogs({ db, config }: Pick<Sealer, 'db' | 'config'>): Promise<number> {
  const { rows: days } = await db.raw<{ rows: (DayRow & { now: string })[] }>(
    `select d.*, now() as now from audit_days d left join organizations o on o.id = d.organization_id
      where removed_at is null and day < (${OLDEST}) order by organization_id, day`,
  )
  for (const { id, organization_id, day, hash, now: removed_at } of days) {
    const sealed_hash = sealDay(config, { organization_id, day, hash, removed_at })
    await db<DayRow>('audit_days').where({ id }).update({ removed_at, sealed_hash })
  }
  // One probe of the index for each organization: most have nothing to remove.
  const { rows: due } = await db.raw<{ rows: { id: number; oldest: string }[] }>(
    `select o.id, (${OLDEST}) as oldest from organizations o where exists (
       select from audit_logs a where a.organization_id = o.id and a."timestamp" < (${OLDEST})) order by o.id`,
  )
  let count = 0
  for (const { id, oldest } of due) count += await removeBefore(db, id, oldest)
  return count
}

/** The oldest day with records of the organization `o`, in UTC. */
const OLDEST = `(now() at time zone 'utc' - make_interval(months => coalesce(o.audit_log_months, ${AUDIT_MONTHS.min})))::date`

async function removeBefore(db: Knex, organization_id: number, day: string): Promise<number> {
  for (let count = 0; ;) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from audit_logs where ctid in (
         select ctid from audit_logs where organization_id = ? and "timestamp" < ?::date limit ${BATCH})`,
      [organization_id, day],
    )
    count += rowCount
    if (rowCount < BATCH) return count
  }
}
