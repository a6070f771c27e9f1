/** Rate limits per user: by default 600 requests per minute, and 10 for the translation of pages (contract 3.18, 3.19). */
import type { Context, Next } from 'koa'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'

const WINDOW_S = 60
/** Paths with a separate limit and counter. */
const TRANSLATION = /^\/api\/v1\/annotations\/\d+\/page_data\/translate\/?$/
/** Not counted, because load balancers poll it several times per minute. */
const UNCOUNTED = /^\/api\/v1\/health\/?$/

/**
 * Counts requests per user, or per address without credentials. In memory, each API process counts separately;
 * `RATE_LIMIT_STORE=postgres` shares the counters, and falls back to memory while the table is unavailable.
 */
export function rateLimit({ config, db }: Deps): (ctx: Context, next: Next) => Promise<void> {
  const { perMinute, translationsPerMinute, store } = config.rateLimit
  if (perMinute === 0) return (_ctx, next) => next()
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
  const all = limiter('all', perMinute)
  const translations = limiter('translate', translationsPerMinute)

  return async (ctx, next) => {
    if (!UNCOUNTED.test(ctx.path)) {
      const who = ctx.state.who as { user_id: number } | undefined
      const key = who ? `user:${who.user_id}` : `address:${ctx.ip}`
      await take(TRANSLATION.test(ctx.path) ? translations : all, key, ctx.state.urls.root.replace(/v1$/, 'docs'))
    }
    await next()
  }
}

async function take(limiter: RateLimiterAbstract, key: string, url: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw throttled(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)), url)
  }
}

/** Returns a 429 with `Retry-After` (contract 3.18); `url` is the documentation of the limits. */
export function throttled(seconds: number, url: string): ApiError {
  const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  const text = `Request was throttled. Expected available in ${wait}.`
  return new ApiError(429, 'rate_limited', text, { url }, { 'Retry-After': String(seconds) })
}
