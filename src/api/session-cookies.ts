/** Cookies of a session: its key, which is hidden from scripts, and the CSRF token, which scripts must read. */
import { SESSION_LIFETIME_S } from '../domain/people/sessions.ts'
import { prefixOf } from './own-pages.ts'
import type { Ctx } from './state.ts'

export const SESSION_COOKIE = 'sessionid'
export const CSRF_COOKIE = 'csrftoken'

/** Sets a cookie without Koa, which rejects `Secure` behind a proxy because the connection to the proxy is not encrypted. */
export function writeCookie(ctx: Ctx, name: string, value: string, seconds: number, readable = false): void {
  const secure = ctx.state.urls.root.startsWith('https:')
  // Another application on the same host may have cookies of these names.
  const path = `${prefixOf(ctx.state.urls)}/`
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${seconds}`, 'SameSite=Lax']
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
