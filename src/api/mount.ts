/** A declaration becomes routes. Actions come before `/:id`, so that `labels/apply` is not an id. */
import type Router from '@koa/router'
import type { Verb } from '../rules/permissions.ts'
import { demand } from '../resources/access.ts'
import type { Ctx } from './state.ts'
import { aboveOf, resourceAt, routeOf, type Resource } from '../resources/engine/define.ts'
import { checkBody } from '../resources/engine/validate.ts'
import { create, destroy, list, load, replace, retrieve, update } from '../resources/engine/verbs.ts'

type Handler = (resource: Resource, ctx: Ctx) => Promise<void>
export const VERB_ROUTES: Record<
  Verb,
  { method: 'get' | 'post' | 'put' | 'patch' | 'delete'; item: boolean; handler: Handler }
> = {
  list: { method: 'get', item: false, handler: list },
  create: { method: 'post', item: false, handler: create },
  retrieve: { method: 'get', item: true, handler: retrieve },
  replace: { method: 'put', item: true, handler: replace },
  update: { method: 'patch', item: true, handler: update },
  destroy: { method: 'delete', item: true, handler: destroy },
}

/** Below an object of another collection nothing is there for who does not see that object. */
async function enter(resource: Resource, ctx: Ctx): Promise<void> {
  const above = aboveOf(resource.path)
  if (above)
    ctx.state.above = (await load(resourceAt(above.collection)!, ctx, ctx.params[above.parameter])).id as number
}

export function mount(router: Router, resource: Resource): void {
  const route = `/${routeOf(resource.path, `:${aboveOf(resource.path)?.parameter}`)}`
  for (const action of [...(resource.actions ?? [])].sort(
    (a, b) => Number(a.path.startsWith(':')) - Number(b.path.startsWith(':')),
  )) {
    router[action.method](`${route}/${action.path}`, async (ctx) => {
      const typed = ctx as unknown as Ctx
      await enter(resource, typed)
      demand(action.may, typed.state.who)
      if (action.body) checkBody(action.body, (typed.request.body ??= {}))
      await action.handle(typed, resource)
    })
  }
  for (const verb of resource.verbs) {
    const { method, item, handler } = VERB_ROUTES[verb]
    const handle = resource.handlers?.[verb]
    router[method](`${route}${item ? '/:id' : ''}`, async (ctx) => {
      const typed = ctx as unknown as Ctx
      await enter(resource, typed)
      if (!handle) return handler(resource, typed)
      demand(resource.may[verb], typed.state.who)
      await handle(typed, resource)
    })
  }
}
