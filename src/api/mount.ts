/** Creates routes from resource declarations. Actions come before `/:id`, so that `labels/apply` is not read as an id. */
import type Router from '@koa/router'
import { assertAllowed, type Permission } from '../resources/access.ts'
import { aboveOf, routeOf, VERB_ROUTES } from '../resources/framework/routes.ts'
import { resourceAt, resourcePath } from '../resources/framework/registry.ts'
import type { Action, Resource } from '../resources/framework/define.ts'
import type { Answer, Request } from '../resources/framework/request.ts'
import { checkBody } from '../resources/framework/validate.ts'
import { load, verbs } from '../resources/framework/verbs.ts'
import { answering } from './koa-request.ts'
import type { Ctx } from './state.ts'

type Handle = (request: Request) => Promise<Answer>
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Loads the parent object of a nested collection. Throws 404 if the caller does not see it. */
async function enter(resource: Resource, request: Request): Promise<Request> {
  const above = aboveOf(resource.path)
  if (!above) return request
  const { id } = await load(resourceAt(resourcePath(above.collection)), request, request.params[above.parameter])
  return { ...request, above: id as number }
}

/** Loads the object in the path, for actions on one object. */
type LoadObject = (request: Request) => Promise<unknown>

/** Runs an action; checks permission, body and object in this order. */
async function act(
  resource: Resource,
  action: Action<unknown>,
  received: Request,
  loadObject?: LoadObject,
): Promise<Answer> {
  const request = await enter(resource, received)
  assertAllowed(action.may, request.who)
  if (action.body) checkBody(action.body, (request.body ??= {}))
  return action.handle(request, await loadObject?.(request))
}

const guard = (may: Permission) => (ctx: unknown) => assertAllowed(may, (ctx as Ctx).state.who)

/**
 * Adds the routes of the resource to `router`, and for each a route to `rights` that only rejects callers without permission. `path` is
 * another path for the same objects, whose URLs keep the path of the resource.
 */
export function mount(router: Router, rights: Router, resource: Resource, path: string = resource.path): void {
  const route = `/${routeOf(path, `:${aboveOf(path)?.parameter}`)}`
  const add = (method: Method, path: string, may: Permission, handle: Handle) => {
    rights[method](path, guard(may))
    router[method](path, answering(handle))
  }
  const actions = [...(resource.actions ?? [])].sort(
    (a, b) => Number(a.path.startsWith(':')) - Number(b.path.startsWith(':')),
  )
  for (const action of actions)
    add(action.method, `${route}/${action.path}`, action.may, (request) => act(resource, action, request))
  for (const action of resource.itemActions ?? [])
    add(action.method, `${route}/:id/${action.path}`, action.may, (received) =>
      act(resource, action, received, (request) => load(resource, request, request.params.id)),
    )
  for (const verb of resource.verbs) {
    const { method, item } = VERB_ROUTES[verb]
    const replaced = resource.handlers?.[verb]
    add(method, `${route}${item ? '/:id' : ''}`, resource.may[verb], async (received) => {
      const request = await enter(resource, received)
      if (!replaced) return verbs[verb](resource, request)
      assertAllowed(resource.may[verb], request.who)
      return replaced(request)
    })
  }
}
