/**
 * Failed logins per name and address, wrong passwords per address, and wrong tokens and sessions per address. Stored in PostgreSQL
 * regardless of the store of the rate limits: a password check costs far more than one statement, several api processes must share the
 * counts, and a restart must not reset them. Failures are counted per address, so no user can be locked out by others. A lock ends ten
 * minutes after the first failure; attempts in the meantime do not extend it.
 */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { networkOf } from '../../rules/access/network.ts'

/**
 * Limit for one name from one address. The limit for one kind from one address is `failuresPerAddress` of the configuration, 0 for
 * unlimited.
 */
export const FAILURES_ALLOWED = 10
const WINDOW = '10 minutes'

interface Counted {
  db: Knex
  config: { rateLimit: { failuresPerAddress: number } }
}

/** `address` is the client's. For IPv6 the network is counted, because a host may use any address in it. */
const keysOf = (username: string, address: string) => ({
  name: hash(`${username.toLowerCase()}\n${networkOf(address)}`),
  address: addressKey('passwords', address),
})
// No name starts with a newline. Passwords and tokens are counted separately, so that a program that keeps using an expired token does not
// block logins from its office.
const addressKey = (kind: 'passwords' | 'tokens', address: string) => hash(`\n${kind}\n${networkOf(address)}`)
const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Attempts in progress in this process. Attempts with the same key take turns, so that a burst cannot bypass the count. */
const turns = new Map<string, Promise<unknown>>()

/** Password checks in progress in this process by address. Each counts as a failure until it finishes. */
const pending = new Map<string, number>()

/**
 * Runs `check` unless there were too many failures; in that case returns `{ wait_s }`, the seconds until the next attempt. `check` returns
 * undefined for a failure, which is counted. Any other result resets the count of the name.
 */
export async function attempt<T>(
  counted: Counted,
  of: { username: string; address: string },
  check: () => Promise<T | undefined>,
): Promise<{ wait_s: number } | { result: T | undefined }> {
  const keys = keysOf(of.username, of.address)
  const name = keys.name.toString('base64')
  const mine = (turns.get(name) ?? Promise.resolve()).then(() => attemptNow(counted, keys, check))
  const settled = mine.then(
    () => undefined,
    () => undefined,
  )
  turns.set(name, settled)
  try {
    return await mine
  } finally {
    if (turns.get(name) === settled) turns.delete(name)
  }
}

async function attemptNow<T>(
  { db, config }: Counted,
  keys: ReturnType<typeof keysOf>,
  check: () => Promise<T | undefined>,
) {
  const allowed = config.rateLimit.failuresPerAddress
  const place = keys.address.toString('base64')
  // Before the failures are read: a check that started earlier is then either pending or already a failure.
  const others = pending.get(place) ?? 0
  pending.set(place, others + 1)
  try {
    const [ofName, ofAddress] = await Promise.all([failuresOf(db, keys.name), failuresOf(db, keys.address)])
    if (ofName && ofName.failures >= FAILURES_ALLOWED) return { wait_s: ofName.wait_s }
    if (allowed && ofAddress && ofAddress.failures >= allowed) return { wait_s: ofAddress.wait_s }
    if (allowed && (ofAddress?.failures ?? 0) + others >= allowed) return { wait_s: 1 }
    const result = await check()
    if (result === undefined) await countFailures(db, [keys.name, ...(allowed ? [keys.address] : [])])
    else if (ofName) await db('login_failures').where('key', keys.name).delete()
    return { result }
  } finally {
    const left = pending.get(place)! - 1
    if (left) pending.set(place, left)
    else pending.delete(place)
  }
}

/**
 * Counts an invalid credential that is cheap to check: an unknown or expired token or session. Returns the seconds that its address must
 * wait if there were too many before; further ones are then not counted.
 */
export async function countFailure({ db, config }: Counted, address: string): Promise<{ wait_s: number } | null> {
  const allowed = config.rateLimit.failuresPerAddress
  if (!allowed) return null
  const key = addressKey('tokens', address)
  const known = await failuresOf(db, key)
  if (known && known.failures >= allowed) return { wait_s: known.wait_s }
  await countFailures(db, [key])
  return null
}

async function failuresOf(db: Knex, key: Buffer): Promise<{ failures: number; wait_s: number } | undefined> {
  return db('login_failures')
    .where('key', key)
    .whereRaw('expires_at > now()')
    .first<{ failures: number; wait_s: number } | undefined>(
      'failures',
      db.raw('greatest(1, ceil(extract(epoch from expires_at - now())))::int as wait_s'),
    )
}

const countFailures = (db: Knex, keys: Buffer[]) =>
  db.raw(
    `insert into login_failures as known (key, failures, expires_at)
     select key, 1, now() + interval '${WINDOW}' from unnest(?::bytea[]) as key order by key
     on conflict (key) do update set
       failures = case when known.expires_at <= now() then 1 else known.failures + 1 end,
       expires_at = case when known.expires_at <= now() then excluded.expires_at else known.expires_at end`,
    [keys],
  )
