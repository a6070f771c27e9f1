/**
 * In demo mode the password of an administrator is public. Pages of other hosts, also those whose name resolves to this machine (DNS
 * rebinding), and proxies must not reach the service then.
 */
import type { Context, Next } from 'koa'
import { isLoopback } from '../../config.ts'
import { forbidden } from '../../errors.ts'

/** Returns the host name in the authority `host:port`, or undefined if it is invalid. */
const hostIn = (authority: string): string | undefined =>
  URL.canParse(`http://${authority}`) ? new URL(`http://${authority}`).hostname : undefined

const isLocal = (authority: string): boolean => isLoopback(hostIn(authority) ?? '')

/** Refuses requests whose `Host`, `X-Forwarded-Host` or `Origin` is not a loopback address. */
export async function demoGuard(ctx: Context, next: Next): Promise<void> {
  const origin = ctx.get('Origin')
  const authorities = [ctx.get('Host'), ...ctx.get('X-Forwarded-Host').split(',').filter(Boolean)]
  const isForeign =
    authorities.some((authority) => !isLocal(authority.trim())) ||
    (origin !== '' && !(URL.canParse(origin) && isLocal(new URL(origin).host)))
  if (isForeign)
    throw forbidden(
      'In demo mode the service accepts only requests of this machine; set HOST or PUBLIC_BASE_URL to leave it.',
    )
  await next()
}
