/** Answers kept for a day, so that a POST sent twice with one `Idempotency-Key` is done once. */
import type { Knex } from 'knex'
import { IdempotencyKey, type RowOf } from '../../models/index.ts'

export const KEPT_FOR = '24 hours'
/** A request that has not answered after this long died with its process; the key may be used again. */
const ABANDONED_AFTER = '10 minutes'

export interface Request {
  user_id: number
  organization_id: number
  key: string
  /** Method, path, query and body, hashed: the same key with another of these is a mistake of the client. */
  fingerprint: Buffer
}
export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}
export type Claim =
  | { state: 'new'; id: number }
  | { state: 'running' }
  | { state: 'different' }
  | { state: 'answered'; answer: KeptAnswer }

/** Takes the key, or says what became of the request that took it. One statement decides between two at the same moment. */
export async function claimKey(db: Knex, { user_id, organization_id, key, fingerprint }: Request): Promise<Claim> {
  const [taken] = await db<RowOf<IdempotencyKey>>('idempotency_keys')
    .insert({ user_id, organization_id, key, fingerprint })
    .onConflict(['user_id', 'organization_id', 'key'])
    .merge({ fingerprint, status: null, headers: null, body: null, created_at: db.fn.now() })
    .whereRaw(
      `idempotency_keys.created_at < now() - interval '${KEPT_FOR}'
       or (idempotency_keys.status is null and idempotency_keys.created_at < now() - interval '${ABANDONED_AFTER}')`,
    )
    .returning('id')
  if (taken) return { state: 'new', id: taken.id }
  const row = await IdempotencyKey.query(db).findOne({ user_id, organization_id, key })
  // Given back between the two statements: the other request failed, this one may try.
  if (!row) return claimKey(db, { user_id, organization_id, key, fingerprint })
  if (!fingerprint.equals(row.fingerprint)) return { state: 'different' }
  if (row.status === null) return { state: 'running' }
  return {
    state: 'answered',
    answer: { status: row.status, headers: row.headers ?? {}, body: row.body ?? Buffer.alloc(0) },
  }
}

export async function keepAnswer(db: Knex, id: number, { status, headers, body }: KeptAnswer): Promise<void> {
  await db('idempotency_keys')
    .where('id', id)
    .update({ status, headers: JSON.stringify(headers), body })
}

/** After a fault on our side, or an answer too large to keep, the same key may try again. */
export const giveBackKey = (db: Knex, id: number) => db('idempotency_keys').where('id', id).delete()

/** Removes keys whose day is over; how many. */
export const forgetOldKeys = (db: Knex): Promise<number> =>
  db('idempotency_keys').whereRaw(`created_at < now() - interval '${KEPT_FOR}'`).delete()
