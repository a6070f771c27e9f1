/** GET /original/{s3_name}: the permanent link to a document's file (contract 11.22). */
import type Router from '@koa/router'
import { Type } from 'typebox'
import { can, assertAllowed } from '../../resources/access.ts'
import { sendOriginal } from '../../resources/documents/files.ts'
import { answering } from '../koa-request.ts'
import { parameter } from '../openapi/parameters.ts'
import { ANY_FILE, fileContent, problem } from '../openapi/responses.ts'

export function originalRoutes(router: Router): void {
  router.get(
    '/original/:s3_name',
    answering(async (request) => {
      assertAllowed(can('read'), request.who)
      return sendOriginal(request)
    }),
  )
}

/** This route in the OpenAPI document. */
export const originalPaths = {
  '/v1/original/{s3_name}': {
    get: {
      operationId: 'original',
      tags: ['documents'],
      summary: 'The file of a document by its storage key; a permanent link while the file exists.',
      description: 'Callers who see the document may download its file.',
      parameters: [
        parameter('s3_name', Type.String(), 'Storage key of the file, the `s3_name` of its document.', {
          where: 'path',
        }),
      ],
      responses: {
        '200': { description: 'The file.', content: fileContent(ANY_FILE) },
        '401': problem('The credentials are wrong or expired.'),
        '403': problem('No credentials, or not allowed.'),
        '404': problem('The file does not exist, or its document is not visible.'),
      },
    },
  },
}
