/** Rate limits per user: by default 600 requests per minute, and 10 for the translation of pages (contract 3.18, 3.19). */
import type { Context, Next } from 'koa'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { Urls } from '../../resources/framework/urls.ts'
import { networkOf } from '../../rules/access/network.ts'
import type { State } from '../state.ts'

const WINDOW_S = 60
/** Paths with a separate limit and counter. */
const TRANSLATION = /^\/api\/v1\/annotations\/\d+\/page_data\/translate\/?$/
/** Counted separately, because load balancers poll it several times per minute. */
const HEALTH = /^\/api\/v1\/health(\/(live|ready))?\/?$/

/**
 * Counts requests per user, or per address without credentials, and per organization; each limit can be off. In memory, each API process counts separately;
 * `RATE_LIMIT_STORE=postgres` shares the counters, and falls back to memory while the table is unavailable.
 */
export function rateLimit({ config, db }: Deps): (ctx: Context, next: Next) => Promise<void> {
  const { perMinute, translationsPerMinute, organizationPerMinute, store } = config.rateLimit
  const limiter = (name: string, points: number): RateLimiterAbstract => {
    const memory = new RateLimiterMemory({ keyPrefix: name, points, duration: WINDOW_S })
    if (store === 'memory') return memory
    const table = { storeClient: db, storeType: 'knex', tableName: 'rate_limits', tableCreated: true }
    return new RateLimiterPostgres({
      ...table,
      keyPrefix: name,
      points,
      duration: WINDOW_S,
      insuranceLimiter: memory,
    })
  }
  const all = perMinute ? limiter('all', perMinute) : null
  const translations = limiter('translate', translationsPerMinute)
  const organizations = organizationPerMinute ? limiter('organization', organizationPerMinute) : null
  const health = perMinute
    ? new RateLimiterMemory({ keyPrefix: 'health', points: perMinute, duration: WINDOW_S })
    : null

  return async (ctx, next) => {
    const { who, urls } = ctx.state as Partial<State> & Pick<State, 'urls'>
    const key = who ? `user:${who.user_id}` : `address:${networkOf(ctx.ip)}`
    // The counter of /health is in memory, so that it needs no database.
    const limit = HEALTH.test(ctx.path) ? health : TRANSLATION.test(ctx.path) ? translations : all
    if (limit) await take(limit, key, urls)
    if (who && organizations) await take(organizations, `organization:${who.organization_id}`, urls)
    await next()
  }
}

/** Consumes one point of the key; throws 429 if none is left. */
export async function take(limiter: RateLimiterAbstract, key: string, urls: Urls): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw throttled(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)), urls)
  }
}

/** Returns a 429 with `Retry-After` and, as `url`, the documentation of the limits (contract 3.18). */
export function throttled(seconds: number, { root }: Urls): ApiError {
  const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  const text = `Request was throttled. Expected available in ${wait}.`
  const url = root.replace(/v1$/, 'docs')
  return new ApiError(429, 'rate_limited', text, { url }, { 'Retry-After': String(seconds) })
}
