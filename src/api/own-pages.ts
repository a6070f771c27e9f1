/** Requests of the service's own pages, such as the review screen. */
import type { Context } from 'koa'
import type { State } from './state.ts'

/** Returns the sent `Origin` if it is that of the service. */
export function ownOrigin(ctx: Pick<Context, 'get' | 'state'>): string | undefined {
  const { root } = (ctx.state as State).urls
  const origin = ctx.get('Origin')
  return URL.canParse(root) && new URL(root).origin === origin ? origin : undefined
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
