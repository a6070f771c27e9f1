/** GET /original/{s3_name}: the permanent link to a document's file (contract 11.22). */
import type Router from '@koa/router'
import { can, demand } from '../../resources/access.ts'
import { sendOriginal } from '../../resources/documents/files.ts'
import { answering } from '../koa-request.ts'

export function originalRoutes(router: Router): void {
  router.get(
    '/original/:s3_name',
    answering(async (request) => {
      demand(can('read'), request.who)
      return sendOriginal(request)
    }),
  )
}
