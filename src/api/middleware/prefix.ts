/** The path before `/api` in PUBLIC_BASE_URL: some proxies remove it from the paths that they pass on, others leave it. */
import type { Context, Next } from 'koa'
import { baseUrl, type Config } from '../../config.ts'
import { urlsAt } from '../../resources/framework/urls.ts'
import { prefixOf } from '../own-pages.ts'

/** Removes the prefix from paths that have it, so that everything behind this sees the paths of a service without one. */
export function withoutPrefix(config: Config) {
  const prefix = prefixOf(urlsAt(baseUrl(config)))
  return (ctx: Context, next: Next): Promise<void> => {
    if (prefix && (ctx.path === prefix || ctx.path.startsWith(`${prefix}/`)))
      ctx.path = ctx.path.slice(prefix.length) || '/'
    return next()
  }
}
