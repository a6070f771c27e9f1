/** A declaration becomes routes. Actions come before `/:id`, so that `labels/apply` is not an id. */
import type Router from '@koa/router'
import type { Verb } from '../../rules/permissions.ts'
import { demand } from '../resources/access.ts'
import type { Ctx } from '../state.ts'
import type { Resource } from './define.ts'
import { checkBody } from './validate.ts'
import { create, destroy, list, replace, retrieve, update } from './verbs.ts'

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

export function mount(router: Router, resource: Resource): void {
  for (const action of [...(resource.actions ?? [])].sort(
    (a, b) => Number(a.path.startsWith(':')) - Number(b.path.startsWith(':')),
  )) {
    router[action.method](`/${resource.path}/${action.path}`, async (ctx) => {
      const typed = ctx as unknown as Ctx
      demand(action.may, typed.state.who)
      if (action.body) checkBody(action.body, (typed.request.body ??= {}))
      await action.handle(typed, resource)
    })
  }
  for (const verb of resource.verbs) {
    const { method, item, handler } = VERB_ROUTES[verb]
    const handle = resource.handlers?.[verb]
    router[method](`/${resource.path}${item ? '/:id' : ''}`, async (ctx) => {
      const typed = ctx as unknown as Ctx
      if (!handle) return handler(resource, typed)
      demand(resource.may[verb], typed.state.who)
      await handle(typed, resource)
    })
  }
}
