/** Where resources are served. */
import type { Verb } from '../../rules/permissions.ts'

export const VERB_ROUTES: Record<Verb, { method: 'get' | 'post' | 'put' | 'patch' | 'delete'; item: boolean }> = {
  list: { method: 'get', item: false },
  create: { method: 'post', item: false },
  retrieve: { method: 'get', item: true },
  replace: { method: 'put', item: true },
  update: { method: 'patch', item: true },
  destroy: { method: 'delete', item: true },
}

/** Path of a collection; below another one, the id of the object above is between the two names. */
export const routeOf = (path: string, above: string | number): string => path.replace('/', `/${above}/`)
/** The collection above and how its id is called, e.g. `organization_group`; null for one on its own. */
export function aboveOf(path: string): { collection: string; parameter: string } | null {
  const [collection = '', below] = path.split('/')
  return below === undefined ? null : { collection, parameter: collection.replace(/s$/, '') }
}
/** The same for documents, with the parameter in braces. */
export const documentedRoute = ({ path }: { path: string }): string => routeOf(path, `{${aboveOf(path)?.parameter}}`)
/** A resource's name where a slash is not allowed. */
export const nameOf = ({ path }: { path: string }): string => path.replace('/', '_')
