/** GET /metrics, for Prometheus. */
import Router from '@koa/router'
import type { Deps } from '../../deps.ts'
import { collectFrom, registry } from '../../metrics.ts'
import { admit } from '../../metrics-server.ts'

export function metricsRoutes(deps: Deps): Router {
  collectFrom(deps.db)
  return new Router().get('/metrics', async (ctx) => {
    admit(ctx.req, deps.config.metricsToken)
    ctx.set('Content-Type', registry.contentType)
    ctx.body = await registry.metrics()
  })
}
