/** Requests of the service's own pages, such as the review screen. */
import type { Context } from 'koa'
import type { Urls } from '../resources/framework/urls.ts'
import type { State } from './state.ts'

/** Address below which the pages of the service are served: that of the API without `/api/v1`, and without a slash at its end. */
export const siteOf = ({ root }: Pick<Urls, 'root'>): string => root.replace(/\/api\/v1$/, '')

/** The path of that address, such as `/capture`: `''` unless PUBLIC_BASE_URL has a path before `/api`. */
export const prefixOf = (urls: Pick<Urls, 'root'>): string => new URL(siteOf(urls)).pathname.replace(/\/$/, '')

/** Returns the sent `Origin` if it is that of the service. */
export function ownOrigin(ctx: Pick<Context, 'get' | 'state'>): string | undefined {
  const origin = ctx.get('Origin')
  return originOf((ctx.state as State).urls.root) === origin ? origin : undefined
}

/** Returns the origin of an address; undefined if it has none. */
function originOf(address: string): string | undefined {
  const origin = URL.parse(address)?.origin
  return origin === 'null' ? undefined : origin
}

/**
 * Whether a page of the service, or the user in the address bar, opened the address of the request. A redirect of another site counts as that
 * site. Where browsers send no `Sec-Fetch-Site`, a page of the service must have sent its `Origin` or `Referer`, which no other page can.
 */
export function isOpenedHere(ctx: Pick<Context, 'get' | 'state'>): boolean {
  const site = ctx.get('Sec-Fetch-Site')
  if (site !== '') return site === 'same-origin' || site === 'none'
  if (ctx.get('Origin') !== '') return ownOrigin(ctx) !== undefined
  const from = originOf(ctx.get('Referer'))
  return from !== undefined && from === originOf((ctx.state as State).urls.root)
}

/**
 * Whether a login creates a session: with the setting `screen`, if a page of the service sent it. Browsers let no other page send the service's
 * own origin. `Sec-Fetch-Site` is missing where they do not trust the connection, such as `http` in a local network.
 */
export function startsSession(ctx: Pick<Context, 'get' | 'state'>): boolean {
  const { sessions } = (ctx.state as State).deps.config
  if (sessions !== 'screen') return sessions === 'all'
  return ownOrigin(ctx) !== undefined && ['', 'same-origin'].includes(ctx.get('Sec-Fetch-Site'))
}
