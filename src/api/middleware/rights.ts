/** Refuses callers without the right before a large body is read. Bodies of usual size are read first: looking the route up twice would cost more. */
import type Router from '@koa/router'
import type { Context, Next } from 'koa'
import { isLarge } from '../request-stream.ts'

export function beforeLargeBodies(rights: Router): (ctx: Context, next: Next) => Promise<void> {
  const demand = rights.routes()
  return async (ctx, next) => {
    if (isLarge(ctx)) await demand(ctx as never, () => Promise.resolve())
    await next()
  }
}
