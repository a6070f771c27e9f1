/** Compares the audit logs with the chain of their days. */
import type { Knex } from 'knex'
import type { Config } from '../../config.ts'
import { fitsSeal, hashDay, type DayRow } from './audit-chain.ts'
import { dayAfter, LAST_DAY } from './audit-days.ts'

const PROBLEMS = {
  changed: 'A record was changed, or several were replaced.',
  missing: 'A record is missing.',
  added: 'A record was added.',
  'missing-day': 'The day is not in the chain.',
  'changed-day': 'The entry of the day in the chain was changed.',
  'unknown-key':
    'The entry of the day is damaged, or was sealed with a key that is neither SECRETS_KEY nor SECRETS_KEY_PREVIOUS.',
  replaced: 'The chain was replaced: the hash of the day differs from the one in the file.',
} as const

export interface DayProblem {
  day: string
  problem: keyof typeof PROBLEMS
  detail: string
}

/** The audit log of an organization as found. */
export interface VerifiedLog {
  organization_id: number
  /** When the first day of the chain was sealed. A deleted chain starts again. */
  begun_at: string | null
  /** Null without sealed days. */
  first_day: string | null
  last_day: string | null
  /** Of the last day, in hexadecimal: it stands for the whole chain. */
  last_hash: string | null
  days: number
  rows: number
  /** Days that were sealed more than three days after their start, because the service was not running or someone deleted days. */
  late_days: string[]
  /** The first day that fails verification; later days are not verified. */
  problem: DayProblem | null
}

/** A day whose hash was noted earlier, outside of the database. */
export type Anchor = Pick<VerifiedLog, 'organization_id' | 'last_day' | 'last_hash'>

type Keys = Pick<Config, 'secretsKey' | 'secretsKeyPrevious'>

export interface VerifyOptions {
  organization_id?: number | undefined
  anchors?: readonly Anchor[]
}

/** Checks the audit logs of all organizations, or of one, one after another. */
export async function* verifyAuditLogs(db: Knex, keys: Keys, options: VerifyOptions = {}): AsyncGenerator<VerifiedLog> {
  const { organization_id, anchors = [] } = options
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select id from (select id from organizations union select organization_id from audit_days
                     union select unnest(?::bigint[])) as every
      where ?::bigint is null or id = ?::bigint order by id`,
    [anchors.map((one) => one.organization_id), organization_id ?? null, organization_id ?? null],
  )
  for (const { id } of rows)
    // One snapshot: the sweep may seal or remove days meanwhile.
    yield await db.transaction(
      (tx) =>
        verifyOne(
          tx,
          keys,
          id,
          anchors.filter((one) => one.organization_id === id),
        ),
      { isolationLevel: 'repeatable read', readOnly: true },
    )
}

const found = (day: string, problem: keyof typeof PROBLEMS): DayProblem => ({ day, problem, detail: PROBLEMS[problem] })

async function verifyOne(
  db: Knex,
  keys: Keys,
  organization_id: number,
  anchors: readonly Anchor[],
): Promise<VerifiedLog> {
  const days = await db<DayRow>('audit_days').where({ organization_id }).orderBy('day')
  const [first, last] = [days[0], days.at(-1)]
  const problem =
    (await firstMisfit(db, keys, days)) ?? (await gapAtEnds(db, organization_id, days)) ?? replacedDay(days, anchors)
  return {
    organization_id,
    begun_at: first?.sealed_at ?? null,
    first_day: first?.day ?? null,
    last_day: last?.day ?? null,
    last_hash: last?.hash.toString('hex') ?? null,
    days: days.length,
    rows: days.reduce((sum, { rows, removed_at }) => sum + (removed_at === null ? rows : 0), 0),
    // Days before the first one was sealed are from an earlier release.
    late_days: days.filter((one) => one.day >= first!.sealed_at.slice(0, 10) && isLate(one)).map(({ day }) => day),
    problem,
  }
}

/** From the start of the day: it is due some hours after its end, and the sweep runs every hour. */
const LATE_DAYS = 3
const isLate = ({ day, sealed_at }: DayRow): boolean =>
  (Date.parse(sealed_at) - Date.parse(day)) / 86_400_000 > LATE_DAYS

/** Records of a day are removed soon after `removed_at`, or by the next sweeps. */
const isRecent = (removed_at: string): boolean => Date.now() - Date.parse(removed_at) < 86_400_000

async function firstMisfit(db: Knex, keys: Keys, days: readonly DayRow[]): Promise<DayProblem | null> {
  let before: DayRow | undefined
  for (const one of days) {
    const expected = before ? dayAfter(before.day) : one.day
    if (one.day !== expected) return found(expected, 'missing-day')
    const fits = fitsSeal(keys, one)
    if (!fits) return found(one.day, fits === null ? 'unknown-key' : 'changed-day')
    const { hash, rows } = await hashDay(db, { ...one, previous: before?.hash ?? null })
    // Of a removal that has not been completed, some of the records are left.
    if (one.removed_at !== null && rows > (isRecent(one.removed_at) ? one.rows : 0)) return found(one.day, 'added')
    if (one.removed_at === null && rows !== one.rows) return found(one.day, rows < one.rows ? 'missing' : 'added')
    if (one.removed_at === null && !hash.equals(one.hash)) return found(one.day, 'changed')
    before = one
  }
  return null
}

/** Records before the first sealed day, and days after the last one that should have been sealed a day ago. */
async function gapAtEnds(db: Knex, organization_id: number, days: readonly DayRow[]): Promise<DayProblem | null> {
  const { rows } = await db.raw<{ rows: { oldest: string | null; due: string }[] }>(
    `select (min("timestamp") at time zone 'utc')::date as oldest, (${LAST_DAY})::date - 1 as due
       from audit_logs where organization_id = ?`,
    [organization_id],
  )
  const { oldest, due } = rows[0]!
  const [first, last] = [days[0], days.at(-1)]
  if (oldest && first && oldest < first.day) return found(oldest, 'added')
  const next = last ? dayAfter(last.day) : oldest
  return next && next <= due ? found(next, 'missing-day') : null
}

function replacedDay(days: readonly DayRow[], anchors: readonly Anchor[]): DayProblem | null {
  for (const { last_day, last_hash } of anchors) {
    if (last_day === null) continue
    const one = days.find(({ day }) => day === last_day)
    if (one?.hash.toString('hex') !== last_hash) return found(last_day, one ? 'replaced' : 'missing-day')
  }
  return null
}
