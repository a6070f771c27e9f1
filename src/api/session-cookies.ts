/** The cookies of a session: its key, which scripts cannot read, and the CSRF token, which they must. */
import { SESSION_LIFETIME_S } from '../domain/people/sessions.ts'
import type { Ctx } from './state.ts'

export const SESSION_COOKIE = 'sessionid'
export const CSRF_COOKIE = 'csrftoken'

/** Written by hand: behind a proxy the connection is plain although the client's is not, and Koa refuses `Secure` then. */
export function writeCookie(ctx: Ctx, name: string, value: string, seconds: number, readable = false): void {
  const secure = ctx.state.urls.root.startsWith('https:')
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${seconds}`, 'SameSite=Lax']
  ctx.append('Set-Cookie', [...parts, ...(readable ? [] : ['HttpOnly']), ...(secure ? ['Secure'] : [])].join('; '))
}

export function setSessionCookies(ctx: Ctx, { key, csrf_token }: { key: string; csrf_token: string }): void {
  writeCookie(ctx, SESSION_COOKIE, key, SESSION_LIFETIME_S)
  writeCookie(ctx, CSRF_COOKIE, csrf_token, SESSION_LIFETIME_S, true)
}

export function clearSessionCookies(ctx: Ctx): void {
  writeCookie(ctx, SESSION_COOKIE, '', 0)
  writeCookie(ctx, CSRF_COOKIE, '', 0, true)
}
