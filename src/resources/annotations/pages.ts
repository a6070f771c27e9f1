import { Type } from 'typebox'
import { pageRows } from '../../domain/annotations/pages/rows.ts'
import { pageImage } from '../../domain/documents/page-image.ts'
import { Page, type RowOf } from '../../models/index.ts'
import { allowed, can } from '../access.ts'
import { defineResource, type Action } from '../framework/define.ts'
import { Url, type FieldBuilder } from '../framework/fields.ts'
import { ok } from '../framework/request.ts'
import { partOfAnnotation } from './automation-blockers.ts'

/** Maximum width of a preview, in pixels. */
const PREVIEW_WIDTH = 300

export const pages = defineResource(Page, {
  path: 'pages',
  singular: 'page',
  description: 'One page of an annotation; positions are in pixels of its image.',
  verbs: ['list', 'retrieve', 'update'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    annotation: f.ref('URL of the annotation.', { readOnly: true }),
    number: f.integer('Number of the page in the document, from 1.', { readOnly: true }),
    rotation_deg: f.integer('Clockwise rotation that makes the page upright: 0, 90, 180 or 270 degrees.', {
      readOnly: true,
    }),
    mime_type: f.constant('Media type of the image.', Type.String(), 'image/png'),
    s3_name: f.text('Storage key of the image.', { readOnly: true }),
    content: f.computed('URL of the image of the page.', Url, ({ id }, { urls }) => urls.of('pages', id, '/content')),
    width: f.integer('Width of the image in pixels; null if not known yet.', { readOnly: true, nullable: true }),
    height: f.integer('Height of the image in pixels; null if not known yet.', { readOnly: true, nullable: true }),
    metadata: ((name, model) => ({ ...f.metadata()(name, model), example: { reviewed: true } })) satisfies FieldBuilder,
  }),
  filters: (by) => ({ id: by.ids(), annotation: by.ref(), number: by.integers() }),
  ordering: { id: 'bigint', number: 'integer', s3_name: 'text' },
  visible: partOfAnnotation('pages'),
  may: allowed('pages'),
  save: { update: ({ id }, { columns }, { db, who }) => pageRows.update(db, who, id, columns) },
  itemActions: [
    image('content', 'Download the page as PNG; it is rendered on first request.', null),
    image('preview', `Download a preview of the page as PNG, at most ${PREVIEW_WIDTH} pixels wide.`, PREVIEW_WIDTH),
  ],
})

function image(path: string, summary: string, width: number | null): Action<RowOf<Page>> {
  return {
    method: 'get',
    path,
    summary,
    may: can('read'),
    responds: { status: 200, body: 'image/png' },
    handle: async ({ deps }, page) =>
      ok(await pageImage(deps, page, width), {
        'Content-Type': 'image/png',
        'Cache-Control': 'private, max-age=3600',
      }),
  }
}
