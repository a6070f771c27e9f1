/**
 * Requests of pages of other origins. With tokens they are allowed for all origins, without credentials. Requests that set or use a cookie are
 * answered for the origin of the service only: a browser adds cookies by itself, whichever page sends the request.
 */
import cors from '@koa/cors'
import type { Context, Next } from 'koa'
import type { Config } from '../../config.ts'
import { forbidden } from '../../errors.ts'
import { ownOrigin } from '../own-pages.ts'
import { SESSION_COOKIE } from '../session-cookies.ts'

const SIGN_ON = /^\/api\/v1\/oauth\//
const LOGIN = /^\/api\/v1\/auth\/login\/?$/
const LOGOUT = /^\/api\/v1\/auth\/logout\/?$/
const EXPOSED = ['ETag', 'Location', 'Retry-After', 'X-Request-Id', 'Content-Disposition']

/**
 * Whether the request sets or uses a cookie. An `Authorization` header takes precedence over the cookie of a session, except at logout, which
 * ends both. If only pages of the service get sessions, the login of another page sets no cookie.
 */
function usesCookies(ctx: Context, sessions: Config['sessions']): boolean {
  if (SIGN_ON.test(ctx.path)) return true
  if (sessions === 'none') return false
  if (sessions === 'all' && (LOGIN.test(ctx.path) || LOGOUT.test(ctx.path))) return true
  const hasCookie = ctx.cookies.get(SESSION_COOKIE) !== undefined
  return hasCookie && !LOGIN.test(ctx.path) && (LOGOUT.test(ctx.path) || !ctx.get('Authorization'))
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
