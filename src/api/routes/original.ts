/** GET /original/{s3_name}: the permanent link to a document's file (filled-gaps 10.1). */
import type Router from '@koa/router'
import { can, demand } from '../../resources/access.ts'
import { resourceAt } from '../../resources/engine/define.ts'
import { sendOriginal } from '../../resources/documents/files.ts'
import type { Ctx } from '../state.ts'

export function originalRoutes(router: Router): void {
  router.get('/original/:s3_name', async (context) => {
    const ctx = context as unknown as Ctx
    demand(can('read'), ctx.state.who)
    await sendOriginal(ctx, resourceAt('documents')!)
  })
}
