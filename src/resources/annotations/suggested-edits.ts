import { Type, type Static } from 'typebox'
import { deleteSuggestedEdit, suggestedEditRows } from '../../domain/annotations/pages/suggested-edits.ts'
import type { FieldErrors } from '../../errors.ts'
import { Page, SuggestedEdit } from '../../models/index.ts'
import type { SuggestedPart } from '../../rules/pages/parts.ts'
import { allowed } from '../access.ts'
import { defineResource, type CheckContext, type UrlOf } from '../framework/define.ts'
import { FieldError } from '../framework/field-error.ts'
import { Url } from '../framework/fields.ts'
import type { Input } from '../framework/input.ts'
import { resolveReferences } from '../framework/relations.ts'
import type { ResourcePath } from '../framework/registry.ts'
import type { Caller } from '../framework/request.ts'
import { partOfAnnotation } from './automation-blockers.ts'
import { ANGLES, ROTATION } from './edit-bodies.ts'

const described = {
  pages: { description: 'Pages of the document, in order.' },
  page: { description: 'URL of a page of the annotation.' },
  rotation: { description: ROTATION },
  deleted: { description: 'Whether the page is left out.' },
  target_queue: { description: 'URL of the queue of the document; null for the queue of the annotation.' },
  values: { description: 'Initial values of the new annotation; names start with `edit:`.' },
}
const Values = Type.Record(Type.String(), Type.Unknown(), described.values)
const angle = (description: string) => Type.Optional(Type.Integer({ enum: [...ANGLES], description }))
const Given = Type.Array(
  Type.Object({
    pages: Type.Array(
      Type.Object({
        page: Type.String(described.page),
        rotation: angle(ROTATION),
        rotation_deg: angle('Alias of `rotation`.'),
        deleted: Type.Optional(Type.Boolean(described.deleted)),
      }),
      { minItems: 1, ...described.pages },
    ),
    target_queue: Type.Optional(Type.Union([Type.String(), Type.Null()], described.target_queue)),
    values: Type.Optional(Values),
  }),
)
const Shown = Type.Array(
  Type.Object({
    pages: Type.Array(
      Type.Object({
        page: { ...Url, ...described.page },
        rotation: Type.Integer(described.rotation),
        rotation_deg: Type.Integer({ description: 'Alias of `rotation`.' }),
        deleted: Type.Boolean(described.deleted),
      }),
      described.pages,
    ),
    target_queue: Type.Union([Url, Type.Null()], described.target_queue),
    values: Values,
  }),
)

export const suggestedEdits = defineResource(SuggestedEdit, {
  path: 'suggested_edits',
  singular: 'suggested edit',
  description: 'A suggestion for dividing a document into several; an annotation has at most one.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    documents: f.custom(
      'Documents into which to divide the annotation.',
      {
        output: Shown,
        input: Given,
        required: true,
        large: true,
        example: (url: UrlOf) => [{ pages: [{ page: url('pages'), rotation: 90 }] }],
      },
      {
        show: ({ documents }, { urls }) =>
          documents.map(({ pages, target_queue_id, values }) => ({
            pages: pages.map(({ page_id, rotation_deg, deleted }) => ({
              page: urls.of('pages', page_id),
              rotation: rotation_deg,
              rotation_deg,
              deleted,
            })),
            target_queue: urls.maybe('queues', target_queue_id),
            values,
          })),
        accept: async (value, caller) => ({ documents: await partsOf(value as Static<typeof Given>, caller) }),
      },
    ),
    annotation: f.ref('URL of the annotation.', { required: true, example: 1 }),
  }),
  filters: (by) => ({ id: by.ids(), annotation: by.ref() }),
  ordering: { id: 'bigint', annotation: { sql: 'suggested_edits.annotation_id', type: 'bigint' } },
  visible: partOfAnnotation('suggested_edits'),
  // Roles that may manage relations may also suggest edits.
  may: allowed('relations'),
  check: checkPages,
  save: {
    create: ({ columns }, { db, who }) => suggestedEditRows.create(db, who, columns),
    update: ({ id }, { columns }, { db, who }) => suggestedEditRows.update(db, who, id, columns),
    destroy: ({ id }, { deps }) => deleteSuggestedEdit(deps, id),
  },
})

async function partsOf(given: Static<typeof Given>, caller: Caller): Promise<SuggestedPart[]> {
  const idsOf = async (collection: ResourcePath, urls: string[]) => {
    const ids = await resolveReferences(collection, urls, caller)
    return new Map(urls.map((url, index) => [url, ids[index]!]))
  }
  const pageIds = await idsOf(
    'pages',
    given.flatMap(({ pages }) => pages.map(({ page }) => page)),
  )
  const queueIds = await idsOf(
    'queues',
    given.flatMap(({ target_queue }) => target_queue ?? []),
  )
  return given.map(({ pages, target_queue, values = {} }) => {
    const wrong = Object.keys(values).find((key) => !key.startsWith('edit:'))
    if (wrong !== undefined) throw new FieldError(`The key "${wrong}" of values must start with "edit:".`)
    return {
      pages: pages.map(({ page, rotation, rotation_deg, deleted }) => ({
        page_id: pageIds.get(page)!,
        rotation_deg: rotation ?? rotation_deg ?? 0,
        deleted: deleted ?? false,
      })),
      target_queue_id: target_queue ? queueIds.get(target_queue)! : null,
      values,
    }
  })
}

/** An annotation has at most one suggestion, and the pages of a suggestion are pages of its annotation. */
async function checkPages(
  { columns }: Input<SuggestedEdit>,
  { row, caller }: CheckContext<SuggestedEdit>,
): Promise<FieldErrors | null> {
  const { annotation_id, documents } = { ...row, ...columns }
  if (annotation_id === undefined || documents === undefined) return null
  const other = await SuggestedEdit.query(caller.db).findOne({ annotation_id })
  if (other && other.id !== row?.id) return { annotation: ['The annotation already has a suggested edit.'] }
  const ids = documents.flatMap(({ pages }) => pages.map(({ page_id }) => page_id))
  // Pages of a stored suggestion may have been deleted; they belong to no annotation.
  const foreign = await Page.query(caller.db).findByIds(ids).whereNot({ annotation_id }).select('id').first()
  return foreign ? { documents: ['A page belongs to another annotation.'] } : null
}
