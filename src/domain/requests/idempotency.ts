/** Responses stored for a day, so that a POST sent twice with the same `Idempotency-Key` is executed once. */
import type { Knex } from 'knex'
import { IdempotencyKey, type RowOf } from '../../models/index.ts'
import { cachedSums } from './cached-sums.ts'

const KEPT_FOR = '24 hours'
/** A request without a response after this time died with its process; its key can be reused. */
const ABANDONED_AFTER = '10 minutes'

export interface Request {
  user_id: number
  organization_id: number
  key: string
  /** Hash of method, path, query and body. The same key with another fingerprint is a client error. */
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
  /** The response is about data that was removed since. */
  | { state: 'erased' }

/** Claims the key, or returns the state of the request that has it. A single statement decides between concurrent requests. */
export async function claimKey(db: Knex, { user_id, organization_id, key, fingerprint }: Request): Promise<Claim> {
  const [taken] = await db<RowOf<IdempotencyKey>>('idempotency_keys')
    .insert({ user_id, organization_id, key, fingerprint })
    .onConflict(['user_id', 'organization_id', 'key'])
    .merge({ fingerprint, status: null, headers: null, body: null, subjects: null, created_at: db.fn.now() })
    .whereRaw(
      `idempotency_keys.created_at < now() - interval '${KEPT_FOR}'
       or (idempotency_keys.status is null and idempotency_keys.created_at < now() - interval '${ABANDONED_AFTER}')`,
    )
    .returning('id')
  if (taken) return { state: 'new', id: taken.id }
  const row = await IdempotencyKey.query(db).findOne({ user_id, organization_id, key })
  // The other request failed and released the key between the two statements; this one may try.
  if (!row) return claimKey(db, { user_id, organization_id, key, fingerprint })
  if (!fingerprint.equals(row.fingerprint)) return { state: 'different' }
  if (row.status === null) return { state: 'running' }
  if (!row.body) return { state: 'erased' }
  return { state: 'answered', answer: { status: row.status, headers: row.headers ?? {}, body: row.body } }
}

/** Bytes of a row besides its response. */
const ROW_BYTES = 300
const sums = cachedSums(async (db, user_id) => {
  const row = await db('idempotency_keys')
    .where({ user_id })
    .first<{ bytes: number }>(
      db.raw(`coalesce(sum(coalesce(octet_length(body), 0) + ${ROW_BYTES}), 0)::float8 as bytes`),
    )
  return row.bytes
})

/** Returns the bytes that the stored responses of the user occupy, at most a minute old. */
export const keptBytes = (db: Knex, user_id: number): Promise<number> => sums.of(db, user_id)

/** Stores the response. `subjects` are the objects it is about, such as `annotations/7`. */
export async function keepAnswer(
  db: Knex,
  id: number,
  user_id: number,
  { status, headers, body }: KeptAnswer,
  subjects: readonly string[],
): Promise<void> {
  sums.add(db, user_id, body.length + ROW_BYTES)
  await db('idempotency_keys')
    .where('id', id)
    .update({ status, headers: JSON.stringify(headers), body, subjects: [...subjects] })
}

/** Removes the responses about these objects. Their keys stay, so that the requests are not executed again. */
export const eraseAnswers = async (db: Knex, subjects: readonly string[]): Promise<void> => {
  await db('idempotency_keys')
    .whereRaw('subjects && ?::text[]', [[...subjects]])
    .update({ headers: null, body: null })
}

/** Releases the key after an internal error or a response that is too large to store, so that the request can be repeated. */
export const releaseKey = (db: Knex, id: number) => db('idempotency_keys').where('id', id).delete()

/** Deletes expired keys. Returns their number. */
export const deleteExpiredKeys = (db: Knex): Promise<number> =>
  db('idempotency_keys').whereRaw(`created_at < now() - interval '${KEPT_FOR}'`).delete()
