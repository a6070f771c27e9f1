/**
 * Rejects callers without permission before a large body is read. Smaller bodies are read first, because resolving the route twice
 * would cost more.
 */
import type Router from '@koa/router'
import type { Context, Next } from 'koa'
import { isLarge } from '../request-stream.ts'

export function beforeLargeBodies(rights: Router): (ctx: Context, next: Next) => Promise<void> {
  const assertRights = rights.routes()
  return async (ctx, next) => {
    if (isLarge(ctx)) await assertRights(ctx as never, () => Promise.resolve())
    await next()
  }
}
