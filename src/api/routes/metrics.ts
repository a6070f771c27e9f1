/** GET /metrics, for Prometheus. */
import Router from '@koa/router'
import type { Deps } from '../../deps.ts'
import { lastPolls } from '../../domain/readiness/index.ts'
import { admit, collectFrom, registry } from '../../metrics/index.ts'

export function metricsRoutes(deps: Deps): Router {
  collectFrom({ db: deps.db, lastPolls: () => lastPolls(deps) })
  return new Router().get('/metrics', async (ctx) => {
    admit(ctx.req, deps.config)
    ctx.set('Content-Type', registry.contentType)
    ctx.body = await registry.metrics()
  })
}
