/**
 * Requests of pages of other origins. With tokens they are allowed for all origins, without credentials. Requests that set or use a cookie are
 * answered for the origin of the service only: a browser adds cookies by itself, whichever page sends the request.
 */
import cors from '@koa/cors'
import type { Context, Next } from 'koa'
import type { Config } from '../../config.ts'
import { forbidden } from '../../errors.ts'
import { SESSION_COOKIE } from '../session-cookies.ts'
import type { State } from '../state.ts'

const SIGN_ON = /^\/api\/v1\/oauth\//
/** Set or end a session. */
const SESSION = /^\/api\/v1\/auth\/(login|logout)\/?$/
const EXPOSED = ['ETag', 'Location', 'Retry-After', 'X-Request-Id', 'Content-Disposition']

/** Whether the request sets or uses a cookie. An `Authorization` header takes precedence over the cookie of a session. */
const usesCookies = (ctx: Context, sessions: boolean): boolean =>
  SIGN_ON.test(ctx.path) ||
  (sessions && (SESSION.test(ctx.path) || (!ctx.get('Authorization') && ctx.cookies.get(SESSION_COOKIE) !== undefined)))

/** Returns the sent `Origin` if it is that of the service. */
function ownOrigin(ctx: Context): string | undefined {
  const { root } = (ctx.state as State).urls
  const origin = ctx.get('Origin')
  return URL.canParse(root) && new URL(root).origin === origin ? origin : undefined
}

export function origins({ sessions }: Config): (ctx: Context, next: Next) => Promise<void> {
  const answer = cors({
    exposeHeaders: EXPOSED,
    origin: (ctx) => (usesCookies(ctx, sessions) ? (ownOrigin(ctx) ?? '') : '*'),
  })
  return async (ctx, next) => {
    // Some browsers send `Origin` with the redirect of a provider, which is a navigation and shows its response to no other page.
    const isRedirect = SIGN_ON.test(ctx.path) && ctx.method === 'GET' && ctx.get('Sec-Fetch-Mode') === 'navigate'
    if (ctx.get('Origin') && usesCookies(ctx, sessions) && !isRedirect && !ownOrigin(ctx)) {
      ctx.vary('Origin')
      throw forbidden('Requests of other origins cannot use sessions; send a token instead.')
    }
    await answer(ctx, next)
  }
}
