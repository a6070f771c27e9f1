/**
 * Failed logins per name and address, wrong passwords per address, and wrong tokens and sessions per address. They are kept in PostgreSQL whatever the store
 * of the rate limits: a password check costs far more than one statement, several api processes must count together, and
 * a restart must not forget. Failures count per address, so no user can be locked out by others; a
 * lock ends ten minutes after the first failure and is not prolonged by attempts made in between.
 */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Knex } from 'knex'

/** Of one name from one address. Of one kind from one address: `failuresPerAddress` of the configuration, 0 for any number. */
export const FAILURES_ALLOWED = 10
const WINDOW = '10 minutes'

interface Counted {
  db: Knex
  config: { rateLimit: { failuresPerAddress: number } }
}

/** `address` is the client's; of IPv6 the network counts, since a host may use any address in it. */
const keysOf = (username: string, address: string) => ({
  name: hash(`${username.toLowerCase()}\n${networkOf(address)}`),
  address: addressKey('passwords', address),
})
// No name begins with an end of a line. A program that goes on with an expired token must not keep its office from logging in.
const addressKey = (kind: 'passwords' | 'tokens', address: string) => hash(`\n${kind}\n${networkOf(address)}`)
const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The first 64 bits of an IPv6 address; of IPv4 all of it. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const whole =
    tail === undefined ? front : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return whole
    .slice(0, 4)
    .map((part) => parseInt(part, 16))
    .join(':')
}

/** Attempts under way in this process. Those of one key take turns, so that a burst cannot slip past the count. */
const turns = new Map<string, Promise<unknown>>()

/** Password checks under way in this process by address: until they are over each counts as a failure. */
const pending = new Map<string, number>()

/**
 * Runs `check` unless there were too many failures; then answers `{ wait_s }`, seconds until the next try. `check` answers
 * undefined for a failure, which is counted; anything else ends the count of the name.
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
  // Before the failures are read: what began earlier is then either among these or a failure already.
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
 * Counts a credential that is none and that costs little to check: a made-up or expired token, a session that is over. Answers
 * how many seconds its address must wait when there were too many before, which then are not counted any more.
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
