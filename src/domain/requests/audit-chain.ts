/**
 * The hash of a day of an audit log: over the hash of the day before, and each record in a form in which different records never have the same
 * bytes. A copy is sealed with SECRETS_KEY, so that recomputing the chain requires the key.
 */
import { createHash, type Hash } from 'node:crypto'
import type { Knex } from 'knex'
import type { Config } from '../../config.ts'
import type { AuditDay, RowOf } from '../../models/index.ts'
import { seal, unseal } from './secrets.ts'

/** Names the canonical form; another one needs another name. */
const FORM = 'sheaf audit day 1'
const PLACE = 'audit_days.sealed_hash'
/** Records per read. */
const BATCH = 1_000

export type DayRow = RowOf<AuditDay>

/** What the hash covers besides the records. */
export interface DayHead extends Pick<DayRow, 'organization_id' | 'day' | 'sealed_at'> {
  /** The hash of the day before; null for the first day. */
  previous: Buffer | null
}

interface Hashed {
  hash: Buffer
  /** Number of records. */
  rows: number
}

/** Adds a value with its length, so that the end of one value cannot be taken for the start of the next. */
function add(hash: Hash, value: string | Buffer | null): void {
  const bytes = value === null ? Buffer.alloc(0) : Buffer.from(value)
  const length = Buffer.alloc(5)
  length.writeUInt8(value === null ? 0 : 1)
  length.writeUInt32BE(bytes.length, 1)
  hash.update(length).update(bytes)
}

interface Hashable {
  id: number
  object_type: string
  object_id: number
  action: string
  username: string | null
  timestamp: string
  moment: string
  content: Buffer
}

/**
 * Reads the records of the day and returns its hash. The path of records about documents is not part of it: it can contain the name of a file,
 * which is erased with the document.
 */
export async function hashDay(db: Knex, { organization_id, day, sealed_at, previous }: DayHead): Promise<Hashed> {
  const hash = createHash('sha256')
  for (const value of [FORM, String(organization_id), day, sealed_at, previous]) add(hash, value)
  let rows = 0
  let last: { timestamp: string; id: number } | undefined
  for (;;) {
    const batch = await db('audit_logs')
      .where({ organization_id })
      .whereRaw(`"timestamp" >= ?::date and "timestamp" < ?::date + 1`, [day, day])
      .modify((query) => {
        if (last) void query.whereRaw(`("timestamp", id) > (?::timestamptz, ?::bigint)`, [last.timestamp, last.id])
      })
      .orderBy(['timestamp', 'id'])
      .limit(BATCH)
      .select<Hashable[]>('id', 'object_type', 'object_id', 'action', 'username', 'timestamp')
      .select(db.raw(`extract(epoch from "timestamp")::text as moment`))
      // The database computes this part, because a record can have some hundred kilobytes.
      .select(
        db.raw(`sha256(convert_to(
          (case when object_type = 'document' then content - 'path' else content end)::text, 'UTF8')) as content`),
      )
    for (const row of batch) {
      for (const value of [row.id, row.object_type, row.object_id, row.action]) add(hash, String(value))
      for (const value of [row.username, row.moment, row.content]) add(hash, value)
    }
    rows += batch.length
    last = batch.at(-1)
    if (batch.length < BATCH) break
  }
  add(hash, String(rows))
  return { hash: hash.digest(), rows }
}

/** What the sealed copy says. Without SECRETS_KEY it can neither be made nor changed. */
type Sealed = Pick<DayRow, 'organization_id' | 'day' | 'removed_at'> & { hash: string }

/** Returns the sealed copy of the hash. It names the removal of the records too, so that these cannot be removed without SECRETS_KEY. */
export const sealDay = (
  config: Pick<Config, 'secretsKey'>,
  { organization_id, day, hash, removed_at }: Pick<DayRow, keyof Sealed>,
): Buffer => seal(config, PLACE, { organization_id, day, hash: hash.toString('hex'), removed_at } satisfies Sealed)

/** Whether the sealed copy says the same as the row; null if neither key opens it. */
export function fitsSeal(
  config: Pick<Config, 'secretsKey' | 'secretsKeyPrevious'>,
  { organization_id, day, hash, removed_at, sealed_hash }: DayRow,
): boolean | null {
  let sealed: Sealed
  try {
    sealed = unseal<Sealed>(config, PLACE, sealed_hash)
  } catch {
    return null
  }
  return (
    sealed.organization_id === organization_id &&
    sealed.day === day &&
    sealed.hash === hash.toString('hex') &&
    sealed.removed_at === removed_at
  )
}
