/**
 * Failed logins per name and address. They are kept in PostgreSQL whatever the store of the rate limits: a password check
 * costs far more than one statement, several api processes must count together, and a restart must not forget.
 * Somebody else's failures count at their own address, so nobody can be locked out by others; a lock ends ten minutes after the
 * first failure and is not prolonged by attempts made in between.
 */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Knex } from 'knex'

export const FAILURES_ALLOWED = 10
const WINDOW = '10 minutes'

/** `address` is the client's; of IPv6 the network counts, since a host may use any address in it. */
function keyOf(username: string, address: string): Buffer {
  const network = isIPv6(address) && !address.includes('.') ? networkOf(address) : address
  return createHash('sha256').update(`${username.toLowerCase()}\n${network}`).digest()
}

/** The first 64 bits of an IPv6 address. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const whole = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
  return whole
    .slice(0, 4)
    .map((part) => parseInt(part as string, 16))
    .join(':')
}

/** Attempts under way in this process. Those of one key take turns, so that a burst cannot slip past the count. */
const turns = new Map<string, Promise<unknown>>()

/**
 * Runs `check` unless there were too many failures; then answers `{ wait_s }`, seconds until the next try. `check` answers
 * undefined for a failure, which is counted; anything else ends the count.
 */
export async function attempt<T>(
  db: Knex,
  of: { username: string; address: string },
  check: () => Promise<T | undefined>,
): Promise<{ wait_s: number } | { result: T | undefined }> {
  const key = keyOf(of.username, of.address)
  const name = key.toString('base64')
  const mine = (turns.get(name) ?? Promise.resolve()).then(() => attemptNow(db, key, check))
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

async function attemptNow<T>(db: Knex, key: Buffer, check: () => Promise<T | undefined>) {
  const known = await db('login_failures')
    .where('key', key)
    .whereRaw('expires_at > now()')
    .first('failures', db.raw('ceil(extract(epoch from expires_at - now()))::int as wait_s'))
  if (known && known.failures >= FAILURES_ALLOWED) return { wait_s: Math.max(1, known.wait_s as number) }
  const result = await check()
  if (result === undefined) await countFailure(db, key)
  else if (known) await db('login_failures').where('key', key).delete()
  return { result }
}

const countFailure = (db: Knex, key: Buffer) =>
  db.raw(
    `insert into login_failures as known (key, failures, expires_at) values (?, 1, now() + interval '${WINDOW}')
     on conflict (key) do update set
       failures = case when known.expires_at <= now() then 1 else known.failures + 1 end,
       expires_at = case when known.expires_at <= now() then excluded.expires_at else known.expires_at end`,
    [key],
  )
