/** Limits the database queries that made-up tokens and sessions cost. */
import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Config } from '../../config.ts'
import { networkOf } from '../../rules/access/network.ts'
import type { State } from '../state.ts'
import { take } from './rate-limit.ts'

/** Unknown credentials that may be looked up per minute and address, as a multiple of the failures that count as an attack. */
const PER_FAILURE = 10
const REMEMBERED = 10_000

interface Known {
  /** Hashes of credentials that were valid at their last use, the oldest first. */
  valid: Set<string>
  limiter: RateLimiterMemory | null
}
const known = new WeakMap<Config, Known>()

function knownOf(config: Config): Known {
  const found = known.get(config)
  if (found) return found
  const points = config.rateLimit.failuresPerAddress * PER_FAILURE
  const made = { valid: new Set<string>(), limiter: points ? new RateLimiterMemory({ points, duration: 60 }) : null }
  known.set(config, made)
  return made
}

/**
 * Runs `find`, the query for a token or session. For credentials that are not known to be valid there is a limit per address (IPv6:
 * per /64 network), above which this throws 429 without a query. A valid credential does not count: after a restart, all users of a company
 * and all tokens of hooks can come from one address.
 */
export async function lookUp<T>(
  ctx: Context,
  credential: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { deps, urls } = ctx.state as State
  const { valid, limiter } = knownOf(deps.config)
  const hash = createHash('sha256').update(credential).digest('base64')
  const counted = valid.delete(hash) ? null : limiter
  const network = networkOf(ctx.ip)
  if (counted) await take(counted, network, urls)
  const found = await find()
  if (found === undefined) return undefined
  await counted?.reward(network)
  valid.add(hash)
  if (valid.size > REMEMBERED) valid.delete(valid.values().next().value!)
  return found
}
