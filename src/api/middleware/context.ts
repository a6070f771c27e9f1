/** Sets the request id and URLs of a request, and records its log line, metrics and span. */
import { randomUUID } from 'node:crypto'
import type { Context, Next } from 'koa'
import type { Deps } from '../../deps.ts'
import { badRequest } from '../../errors.ts'
import { requestScope } from '../../log.ts'
import { durations, requests } from '../../metrics/index.ts'
import { threadClock } from '../../work/thread-time.ts'
import type { LoggedPath } from '../logged-path.ts'
import { urlsAt } from '../../resources/framework/urls.ts'

/** Statements that change data; also those with a common table expression, as it may write. */
const WRITES = /^\s*(insert|update|delete|with)\b(?! (into |from )?"?idempotency_keys)/i

export function context(deps: Deps, loggedPath: LoggedPath) {
  const pass = () => (requestScope.getStore() ? threadClock.checkpoint() : threadClock.skip())
  deps.db.on('query-response', pass)
  deps.db.on('query', ({ sql }: { sql: string }) => {
    pass()
    const scope = requestScope.getStore()
    if (!scope) return
    scope.queries++
    if (WRITES.test(sql)) scope.writes++
  })
  return async (ctx: Context, next: Next): Promise<void> => {
    threadClock.begin()
    const started = performance.now()
    const span = deps.tracing?.startRequest(ctx.headers)
    const given = ctx.get('X-Request-Id')
    const id = /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
    const scope = { request_id: id, queries: 0, writes: 0 }
    ctx.state.request_id = id
    ctx.state.deps = deps
    ctx.state.logged_path = loggedPath(ctx.path)
    ctx.state.urls = urlsAt(deps.config.publicBaseUrl ?? requestBase(ctx.headers, ctx.secure))
    ctx.state.db = deps.db
    ctx.set('X-Request-Id', id)
    try {
      const work = () => requestScope.run(scope, next)
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
        queries: scope.queries,
      })
      deps.log.info(
        {
          request_id: id,
          method: ctx.method,
          path: ctx.state.logged_path,
          status: ctx.status,
          ms: Math.round(ms),
          queries: scope.queries,
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
  const isWellFormed = /^https?$/.test(scheme) && isHost(host)
  return isWellFormed ? `${scheme}://${host}/api` : 'http://localhost/api'
}

/** A name or an address, with an optional port. */
const HOST = /^([\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i
/** Whether a text is a host. `HOST` alone accepts `a:99999` and `1.2.3.256`, which no URL can have. */
const isHost = (text: string): boolean => HOST.test(text) && URL.canParse(`http://${text}`)

/** Refuses a malformed `Host`, of which no URL could be built. A malformed header of a proxy is the operator's mistake, not the client's. */
export async function assertHost(ctx: Context, next: Next): Promise<void> {
  const host = ctx.get('Host')
  if (host && !isHost(host)) throw badRequest('The Host header is malformed.')
  await next()
}
