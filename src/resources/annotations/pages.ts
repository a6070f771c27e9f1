import { Type } from 'typebox'
import { pageImage } from '../../domain/documents/page-image.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, Url } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { load } from '../legacy/verbs.ts'
import { ok, type Answer, type Request } from '../engine/request.ts'
import { allowed, can } from '../access.ts'
import { partOfAnnotation } from './automation-blockers.ts'

/** Widest preview in pixels (filled-gaps 10.2). */
const PREVIEW_WIDTH = 300

export const pages = defineResource({
  path: 'pages',
  singular: 'page',
  table: 'pages',
  description: 'One page of an annotation; positions are pixels of its image.',
  verbs: ['list', 'retrieve', 'update'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    annotation: f.ref('annotations', { readOnly: true }),
    number: f.integer({ readOnly: true }),
    rotation_deg: f.integer({ readOnly: true }),
    mime_type: f.constant(Type.String(), 'image/png'),
    s3_name: f.text({ readOnly: true }),
    content: f.computed(Url, (row, { urls }) => urls.of('pages', row.id as number, '/content')),
    width: f.integer({ readOnly: true, nullable: true }),
    height: f.integer({ readOnly: true, nullable: true }),
    metadata: f.metadata(),
  }),
  filters: { id: by.ids('pages.id'), annotation: by.ids('pages.annotation_id'), number: by.integers('pages.number') },
  ordering: columns('pages', { id: 'bigint', number: 'integer', s3_name: 'text' }),
  visible: partOfAnnotation('pages'),
  may: allowed('pages'),
  actions: [
    {
      method: 'get',
      path: ':id/content',
      summary: 'The page as PNG; rendered when first asked for.',
      may: can('read'),
      responds: { status: 200, body: 'image/png' },
      handle: (request) => sendImage(request, null),
    },
    {
      method: 'get',
      path: ':id/preview',
      summary: `A small PNG, at most ${PREVIEW_WIDTH} pixels wide.`,
      may: can('read'),
      responds: { status: 200, body: 'image/png' },
      handle: (request) => sendImage(request, PREVIEW_WIDTH),
    },
  ],
})

async function sendImage(request: Request, width: number | null): Promise<Answer> {
  const row = await load(pages, request)
  const png = await pageImage(
    request.deps,
    row as { id: number; document_id: number; number: number; s3_name: string; rotation_deg: number },
    width,
  )
  return ok(png, { 'Content-Type': 'image/png', 'Cache-Control': 'private, max-age=3600' })
}
