/** `/` and `/api` greet: people get a page with links and first steps, programs the same addresses as JSON. */
import { readFileSync } from 'node:fs'
import Router from '@koa/router'
import type { Context } from 'koa'
import { isDemo, isLoopback, type Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { DEMO_PASSWORD, DEMO_USER } from '../../domain/people/demo.ts'
import type { Urls } from '../../resources/framework/urls.ts'
import { greetingPage, policy, type Greeting } from '../greeting/page.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export const GREETING_PATHS: readonly string[] = ['/', '/api', '/api/']

export function greetingRoutes(): Router {
  const greet = (ctx: Context) => {
    const { deps, urls } = ctx.state as { deps: Deps; urls: Urls }
    const greeting = greetingOf(deps.config, urls.root)
    ctx.vary('Accept')
    ctx.set('Content-Security-Policy', policy)
    ctx.set('X-Content-Type-Options', 'nosniff')
    if (ctx.accepts('json', 'html') === 'html') {
      ctx.type = 'html'
      ctx.body = greetingPage(greeting)
    } else {
      const { login: _, root: api, ...rest } = greeting
      ctx.body = { name: 'Sheaf', api, ...rest }
    }
  }
  return new Router().get('/', greet).get('/api', greet)
}

function greetingOf(config: Config, root: string): Greeting {
  const base = root.replace(/\/v1$/, '')
  const { uiUrl } = config.temporal
  return {
    version,
    screen: `${root.replace(/\/api\/v1$/, '')}/app/`,
    root,
    documentation: `${base}/docs`,
    openapi: `${base}/openapi.json`,
    health: `${root}/health`,
    ...(uiUrl && isReachable(uiUrl, config, root) ? { temporal_ui: uiUrl } : {}),
    ...(isDemo(config) ? { login: { username: DEMO_USER, password: DEMO_PASSWORD } } : {}),
  }
}

/** Temporal's UI has no login: its address is for people on this machine, not for every visitor of a public service. */
const isReachable = (uiUrl: string, { mode }: Config, root: string): boolean =>
  isLoopback(new URL(root).hostname) && (mode === 'embedded' || isLoopback(new URL(uiUrl).hostname))
