/**
 * Answers 404 where no route fits a path, or only routes with an id that have a word in its place, such as `POST /emails/import` on a
 * release without that route. Clients take 405 or an error about the body for an operation that exists.
 */
import type Router from '@koa/router'
import type { Context, Next } from 'koa'

/** The routes that fit a path, whatever their methods. */
type Routes = readonly { path: string }[]

function isKnown(path: string, routes: Routes): boolean {
  const segments = path.split('/')
  const isNumber = (index: number) => /^\d+$/.test(segments[index] ?? '')
  return routes.some((route) => route.path.split('/').every((segment, index) => segment !== ':id' || isNumber(index)))
}

/** Whether the router knows the path. Looks it up, so that only refusals before the router should ask. */
export const knows =
  (router: Router) =>
  ({ path, method }: Context): boolean =>
    isKnown(path, router.match(path, method).path as Routes)

/** Replaces 405 by 404; comes after the routes and before `allowedMethods`. */
export async function unknownPaths(ctx: Context, next: Next): Promise<void> {
  await next()
  // As koa-router notes them.
  const { matched } = ctx as { matched?: Routes }
  if (ctx.status !== 405 || !matched?.length || isKnown(ctx.path, matched)) return
  ctx.status = 404
  ctx.remove('Allow')
}
