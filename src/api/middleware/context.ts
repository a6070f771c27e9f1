/** Sets the request id and URLs of a request, and records its log line, metrics and span. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Context, Next } from 'koa'
import type { Deps } from '../../deps.ts'
import { durations, requests } from '../../metrics.ts'
import { urlsAt } from '../../resources/engine/urls.ts'

/** Number of database queries of the current request. */
const costs = new AsyncLocalStorage<{ queries: number }>()

export function context(deps: Deps) {
  deps.db.on('query', () => {
    const cost = costs.getStore()
    if (cost) cost.queries++
  })
  return async (ctx: Context, next: Next): Promise<void> => {
    const started = performance.now()
    const span = deps.tracing?.startRequest(ctx.headers)
    const cost = { queries: 0 }
    const given = ctx.get('X-Request-Id')
    const id = /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
    ctx.state.request_id = id
    ctx.state.deps = deps
    ctx.state.db = deps.db
    ctx.state.urls = urlsAt(deps.config.publicBaseUrl ?? requestBase(ctx.headers, ctx.secure))
    ctx.set('X-Request-Id', id)
    try {
      const work = () => costs.run(cost, next)
      await (span ? span.run(work) : work())
    } finally {
      const ms = performance.now() - started
      const who = ctx.state.who as { user_id: number; organization_id: number } | undefined
      // The pattern instead of the path: ids would create a time series per object.
      const route = (ctx as { _matchedRoute?: string })._matchedRoute ?? 'none'
      requests.inc({ method: ctx.method, route, status: ctx.status })
      durations.observe({ method: ctx.method, route }, ms / 1000)
      span?.end({
        method: ctx.method,
        route,
        status: ctx.status,
        request_id: id,
        organization: who?.organization_id,
        user: who?.user_id,
        queries: cost.queries,
      })
      deps.log.info(
        {
          request_id: id,
          method: ctx.method,
          path: ctx.path,
          status: ctx.status,
          ms: Math.round(ms),
          queries: cost.queries,
          organization: who?.organization_id,
          user: who?.user_id,
        },
        'request',
      )
    }
  }
}

/** The base URL the client called: `{scheme}://{host}/api` from the usual proxy headers if there are any. */
function requestBase(headers: Record<string, string | string[] | undefined>, encrypted: boolean): string {
  const first = (name: string) => {
    const value = headers[name]
    return (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim()
  }
  const scheme = first('x-forwarded-proto') ?? (encrypted ? 'https' : 'http')
  const host = first('x-forwarded-host') ?? first('host') ?? 'localhost'
  return `${scheme}://${host}/api`
}
