import type Router from '@koa/router'

/** Returns the path of a request without what a client may have chosen. */
export type LoggedPath = (path: string) => string

/**
 * Returns a function that replaces each segment of a path with `:text`, unless it is a word of a route or an id. File names, storage keys
 * and names of users are parts of some paths, and anything may be part of a path without a route.
 */
export function pathsOf(routers: readonly Router[]): LoggedPath {
  const words = new Set(
    routers
      .flatMap(({ stack }) => stack.flatMap(({ path }) => String(path).split('/')))
      .filter((word) => !word.startsWith(':')),
  )
  const shown = (segment: string) => words.has(segment) || /^\d{1,15}$/.test(segment)
  return (path) =>
    path
      .split('/')
      .map((segment) => (shown(segment) ? segment : ':text'))
      .join('/')
}
