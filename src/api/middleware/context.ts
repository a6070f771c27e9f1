/** Request id, URLs and one log line per request. */
import { randomUUID } from 'node:crypto'
import type { Context, Next } from 'koa'
import type { Deps } from '../../deps.ts'
import { requestBase, urlsAt } from '../resource/urls.ts'

export function context(deps: Deps) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const started = performance.now()
    const given = ctx.get('X-Request-Id')
    const id = /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
    ctx.state.request_id = id
    ctx.state.deps = deps
    ctx.state.db = deps.db
    ctx.state.urls = urlsAt(deps.config.publicBaseUrl ?? requestBase(ctx.headers, ctx.secure))
    ctx.set('X-Request-Id', id)
    try {
      await next()
    } finally {
      const who = ctx.state.who as { user_id: number; organization_id: number } | undefined
      deps.log.info(
        {
          request_id: id,
          method: ctx.method,
          path: ctx.path,
          status: ctx.status,
          ms: Math.round(performance.now() - started),
          organization: who?.organization_id,
          user: who?.user_id,
        },
        'request',
      )
    }
  }
}
