/** A declaration becomes routes. Actions come before `/:id`, so that `labels/apply` is not an id. */
import type Router from '@koa/router'
import { demand } from '../resources/access.ts'
import { aboveOf, routeOf, VERB_ROUTES } from '../resources/engine/routes.ts'
import { resourceAt } from '../resources/engine/registry.ts'
import type { Action, Resource } from '../resources/engine/define.ts'
import type { Answer, Request } from '../resources/engine/request.ts'
import { checkBody } from '../resources/engine/validate.ts'
import { load, verbs } from '../resources/engine/verbs.ts'
import { answering } from './koa-request.ts'

type Handle = (request: Request) => Promise<Answer>

/** Below an object of another collection, a caller who does not see that object gets 404. */
async function enter(resource: Resource, request: Request): Promise<Request> {
  const above = aboveOf(resource.path)
  if (!above) return request
  const { id } = await load(resourceAt(above.collection)!, request, request.params[above.parameter])
  return { ...request, above: id as number }
}

type Loaded = (request: Request) => Promise<unknown>

/** Permission, body and object are checked in this order. */
async function act(resource: Resource, action: Action<unknown>, asked: Request, loaded?: Loaded): Promise<Answer> {
  const request = await enter(resource, asked)
  demand(action.may, request.who)
  if (action.body) checkBody(action.body, (request.body ??= {}))
  return action.handle(request, await loaded?.(request))
}

export function mount(router: Router, resource: Resource): void {
  const route = `/${routeOf(resource.path, `:${aboveOf(resource.path)?.parameter}`)}`
  const actions = [...(resource.actions ?? [])].sort(
    (a, b) => Number(a.path.startsWith(':')) - Number(b.path.startsWith(':')),
  )
  for (const action of actions)
    router[action.method](
      `${route}/${action.path}`,
      answering((request) => act(resource, action, request)),
    )
  for (const action of resource.itemActions ?? [])
    router[action.method](
      `${route}/:id/${action.path}`,
      answering((asked) => act(resource, action, asked, (request) => load(resource, request, request.params.id))),
    )
  for (const verb of resource.verbs) {
    const { method, item } = VERB_ROUTES[verb]
    const replaced = resource.handlers?.[verb]
    const handle: Handle = async (asked) => {
      const request = await enter(resource, asked)
      if (!replaced) return verbs[verb](resource, request)
      demand(resource.may[verb], request.who)
      return replaced(request)
    }
    router[method](`${route}${item ? '/:id' : ''}`, answering(handle))
  }
}
