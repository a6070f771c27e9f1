/** GET /metrics, for Prometheus. */
import { timingSafeEqual } from 'node:crypto'
import Router from '@koa/router'
import type { Context } from 'koa'
import type { Deps } from '../../deps.ts'
import { forbidden, unauthenticated } from '../../errors.ts'
import { collectFrom, registry } from '../../metrics.ts'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** With METRICS_TOKEN for whoever sends it as a Bearer token, without one for programs on this machine only. */
export function metricsRoutes(deps: Deps): Router {
  collectFrom(deps.db)
  return new Router().get('/metrics', async (ctx) => {
    admit(ctx, deps.config.metricsToken)
    ctx.set('Content-Type', registry.contentType)
    ctx.body = await registry.metrics()
  })
}

function admit(ctx: Context, token: string | undefined): void {
  if (token) {
    const given = Buffer.from(ctx.get('Authorization').replace(/^bearer\s+/i, ''))
    const right = Buffer.from(token)
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw unauthenticated()
    return
  }
  // Behind a proxy every client has the address of the proxy.
  if (!LOOPBACK.test(ctx.req.socket.remoteAddress ?? '') || ctx.get('X-Forwarded-For'))
    throw forbidden('Set METRICS_TOKEN to read the metrics from other machines.')
}
