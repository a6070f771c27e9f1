/** Methods and paths of resources. */
import type { Verb } from '../../rules/access/permissions.ts'

export const VERB_ROUTES: Record<Verb, { method: 'get' | 'post' | 'put' | 'patch' | 'delete'; item: boolean }> = {
  list: { method: 'get', item: false },
  create: { method: 'post', item: false },
  retrieve: { method: 'get', item: true },
  replace: { method: 'put', item: true },
  update: { method: 'patch', item: true },
  destroy: { method: 'delete', item: true },
}

/** The path of a collection. Below another one, the id of the object above is between the two names. */
export const routeOf = (path: string, above: string | number): string => path.replace('/', `/${above}/`)
/** The collection above and the name of its id, e.g. `organization_group`; null for a collection of its own. */
export function aboveOf(path: string): { collection: string; parameter: string } | null {
  const [collection = '', below] = path.split('/')
  return below === undefined ? null : { collection, parameter: collection.replace(/s$/, '') }
}
/** The path as in OpenAPI, with the parameter in braces. */
export const documentedRoute = ({ path }: { path: string }): string => routeOf(path, `{${aboveOf(path)?.parameter}}`)
/** The name of a resource where a slash is not allowed. */
export const nameOf = ({ path }: { path: string }): string => path.replace('/', '_')
