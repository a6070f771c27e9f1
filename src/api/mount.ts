/** A declaration becomes routes. Actions come before `/:id`, so that `labels/apply` is not an id. */
import type Router from '@koa/router'
import { demand } from '../resources/access.ts'
import { aboveOf, resourceAt, routeOf, VERB_ROUTES, type Action, type Resource } from '../resources/engine/define.ts'
import type { Answer, Request } from '../resources/engine/request.ts'
import { checkBody } from '../resources/engine/validate.ts'
import { load, verbs } from '../resources/engine/verbs.ts'
import { answering } from './koa-request.ts'
import type { Ctx } from './state.ts'

type Handle = (request: Request) => Promise<Answer>

/** Below an object of another collection, a caller who does not see that object gets 404. */
async function enter(resource: Resource, request: Request): Promise<Request> {
  const above = aboveOf(resource.path)
  if (!above) return request
  const { id } = await load(resourceAt(above.collection)!, request, request.params[above.parameter])
  return { ...request, above: id as number }
}

const demanding = (may: Parameters<typeof demand>[0]) => (ctx: unknown) => demand(may, (ctx as Ctx).state.who)

async function act(resource: Resource, action: Action, asked: Request): Promise<Answer> {
  const request = await enter(resource, asked)
  demand(action.may, request.who)
  if (action.body) checkBody(action.body, (request.body ??= {}))
  return action.handle(request, resource)
}

/** Routes of the resource in `router`; in `rights`, for each that may have a body, one that only refuses callers without the right. */
export function mount(router: Router, rights: Router, resource: Resource): void {
  const route = `/${routeOf(resource.path, `:${aboveOf(resource.path)?.parameter}`)}`
  const actions = [...(resource.actions ?? [])].sort(
    (a, b) => Number(a.path.startsWith(':')) - Number(b.path.startsWith(':')),
  )
  for (const action of actions) {
    const path = `${route}/${action.path}`
    rights[action.method](path, demanding(action.may))
    router[action.method](
      path,
      answering((request) => act(resource, action, request)),
    )
  }
  for (const verb of resource.verbs) {
    const { method, item } = VERB_ROUTES[verb]
    const replaced = resource.handlers?.[verb]
    const handle: Handle = async (asked) => {
      const request = await enter(resource, asked)
      if (!replaced) return verbs[verb](resource, request)
      demand(resource.may[verb], request.who)
      return replaced(request, resource)
    }
    const path = `${route}${item ? '/:id' : ''}`
    rights[method](path, demanding(resource.may[verb]))
    router[method](path, answering(handle))
  }
}
