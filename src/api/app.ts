/** The HTTP service: its middleware in order, one per line. */
import Router from '@koa/router'
import Koa from 'koa'
import compress from 'koa-compress'
import { isDemo } from '../config.ts'
import type { Deps } from '../deps.ts'
import { pathsOf } from './logged-path.ts'
import { audit } from './middleware/audit.ts'
import { auth } from './middleware/auth.ts'
import { body } from './middleware/body.ts'
import { context, assertHost } from './middleware/context.ts'
import { demoGuard } from './middleware/demo-guard.ts'
import { earlyAnswer } from './middleware/early-answer.ts'
import { errors } from './middleware/errors.ts'
import { functionCaller } from './middleware/function-caller.ts'
import { idempotency } from './middleware/idempotency.ts'
import { origins } from './middleware/origins.ts'
import { withoutPrefix } from './middleware/prefix.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import { beforeLargeBodies } from './middleware/rights.ts'
import { shares } from './middleware/shares.ts'
import { takenNames } from './middleware/taken-names.ts'
import { knows, unknownPaths } from './middleware/unknown-paths.ts'
import { mount } from './mount.ts'
import type { Screen } from './screen/files.ts'
import { webhooks } from '../resources/hooks/webhooks.ts'
import { resources } from '../resources/index.ts'
import { authRoutes } from './routes/auth.ts'
import { docsRoutes } from './routes/docs.ts'
import { GREETING_PATHS, greetingRoutes } from './routes/greeting.ts'
import { rootRoutes, type ProcessState } from './routes/health.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { originalRoutes } from './routes/original.ts'
import { passwordRoutes } from './routes/passwords.ts'
import { isOfScreen, screenRoutes } from './routes/screen.ts'
import { surveyRoutes } from './routes/survey-templates.ts'

export interface AppParts {
  /** The built review screen. */
  screen?: Screen
  state?: ProcessState
}

export function createApp(deps: Deps, { screen, state = { isStopping: false } }: AppParts = {}): Koa {
  // Only the last forwarded address was written by the proxy; the client may have forged the others.
  const app = new Koa({ proxy: deps.config.trustProxy, maxIpsCount: 1 })
  // Case-sensitive, because the middleware before the router (credentials, limits, idempotency) compares paths as written here.
  const v1 = new Router({ prefix: '/api/v1', sensitive: true })
  rootRoutes(v1, state)
  authRoutes(v1)
  oauthRoutes(v1)
  passwordRoutes(v1)
  const rights = new Router({ prefix: '/api/v1', sensitive: true })
  for (const resource of resources) mount(v1, rights, resource)
  mount(v1, rights, webhooks, 'webhooks')
  originalRoutes(v1)
  surveyRoutes(v1)
  const docs = new Router({ prefix: '/api' })
  docsRoutes(docs)

  app.on('error', (error: NodeJS.ErrnoException) => {
    // A client that disconnects during an upload or download is not an error of the service.
    if (!/^(EPIPE|ECONNRESET|ERR_STREAM_PREMATURE_CLOSE|HPE_INVALID_EOF_STATE)$/.test(error.code ?? ''))
      deps.log.error({ err: error }, 'response failed')
  })
  app.use(withoutPrefix(deps.config))
  app.use(earlyAnswer)
  const metrics = metricsRoutes(deps)
  const greeting = greetingRoutes()
  const screenFiles = screenRoutes(screen)
  const loggedPath = pathsOf([v1, docs, metrics, greeting, screenFiles])
  app.use(functionCaller(deps))
  app.use(context(deps, loggedPath))
  app.use(compress({ threshold: 1024, br: false, zstd: false }))
  app.use(errors(deps.log))
  app.use(assertHost)
  if (isDemo(deps.config)) app.use(demoGuard)
  app.use(origins(deps.config))
  const limit = rateLimit(deps)
  app.use(only('/api/docs', limit))
  app.use(only('/api/openapi.json', limit))
  const isPage = (path: string) => GREETING_PATHS.includes(path) || isOfScreen(path)
  app.use((ctx, next) => (isPage(ctx.path) ? limit(ctx, next) : next()))
  app.use(greeting.routes())
  app.use(screenFiles.routes())
  app.use(docs.routes())
  app.use(metrics.routes())
  app.use(only('/api/v1', audit))
  app.use(only('/api/v1', auth))
  app.use(only('/api/v1', limit))
  app.use(only('/api/v1', shares(deps)))
  app.use(only('/api/v1', beforeLargeBodies(rights)))
  app.use(only('/api/v1', body(knows(v1))))
  app.use(only('/api/v1', takenNames))
  app.use(only('/api/v1', idempotency))
  app.use(v1.routes())
  app.use(unknownPaths)
  app.use(v1.allowedMethods())
  return app
}

function only(prefix: string, middleware: Koa.Middleware): Koa.Middleware {
  return (ctx, next) => (ctx.path === prefix || ctx.path.startsWith(`${prefix}/`) ? middleware(ctx, next) : next())
}
