import { Type, type Static } from 'typebox'
import type { FieldErrors } from '../../errors.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { FieldError } from '../engine/field-error.ts'
import { f, fieldsOf, Url, type Row, type Values } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { resolveReferences, visibleIds } from '../legacy/references.ts'
import { idFromUrl } from '../engine/urls.ts'
import { insert } from '../legacy/verbs.ts'
import type { Caller } from '../engine/request.ts'
import { allowed } from '../access.ts'
import { partOfAnnotation } from './automation-blockers.ts'

const Rotation = Type.Optional(Type.Integer({ enum: [0, 90, 180, 270] }))
const Given = Type.Array(
  Type.Object({
    // `rotation` is the name of api.md, `rotation_deg` that of every other place.
    pages: Type.Array(
      Type.Object({
        page: Type.String(),
        rotation: Rotation,
        rotation_deg: Rotation,
        deleted: Type.Optional(Type.Boolean()),
      }),
      { minItems: 1 },
    ),
    target_queue: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    values: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
)
const Shown = Type.Array(
  Type.Object({
    pages: Type.Array(Type.Object({ page: Url, rotation_deg: Type.Integer(), deleted: Type.Boolean() })),
    target_queue: Type.Union([Url, Type.Null()]),
    values: Type.Record(Type.String(), Type.Unknown()),
  }),
)

/** A part of the document as it is stored. */
interface Part {
  pages: { page_id: number; rotation_deg: number; deleted: boolean }[]
  target_queue_id: number | null
  values: Values
}

export const suggestedEdits = defineResource({
  path: 'suggested_edits',
  singular: 'suggested edit',
  table: 'suggested_edits',
  description: 'How a document might be divided into several; at most one for an annotation.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    annotation: f.ref('annotations', { required: true }),
    documents: f.custom({
      output: Shown,
      input: Given,
      required: true,
      show: (row, { urls }) =>
        (row.documents as Part[]).map(({ pages, target_queue_id, values }) => ({
          pages: pages.map(({ page_id, ...page }) => ({ page: urls.of('pages', page_id), ...page })),
          target_queue: urls.maybe('queues', target_queue_id),
          values,
        })),
      accept: async (value, caller) => ({
        documents: JSON.stringify(await partsOf(value as Static<typeof Given>, caller)),
      }),
    }),
  }),
  filters: { id: by.ids('suggested_edits.id'), annotation: by.ids('suggested_edits.annotation_id') },
  ordering: {
    ...columns('suggested_edits', { id: 'bigint' }),
    annotation: { sql: 'suggested_edits.annotation_id', type: 'bigint' },
  },
  visible: partOfAnnotation('suggested_edits'),
  // Whoever may say which annotations belong together may say how one falls apart.
  may: allowed('relations'),
  check: checkPages,
  save: {
    create: (values, caller) => insert(suggestedEdits, values, caller, { organization_id: caller.who.organization_id }),
  },
})

async function partsOf(given: Static<typeof Given>, caller: Caller): Promise<Part[]> {
  const pages = given.flatMap((part) => part.pages.map(({ page }) => page))
  const queues = given.flatMap(({ target_queue }) => target_queue ?? [])
  const page_ids = new Map((await resolveReferences('pages', pages, caller)).map((id, index) => [pages[index], id]))
  const queue_ids = new Map((await resolveReferences('queues', queues, caller)).map((id, index) => [queues[index], id]))
  return given.map(({ pages, target_queue, values = {} }) => {
    const wrong = Object.keys(values).find((key) => !key.startsWith('edit:'))
    if (wrong !== undefined) throw new FieldError(`The key "${wrong}" of values must start with "edit:".`)
    return {
      pages: pages.map(({ page, rotation, rotation_deg, deleted }) => ({
        page_id: page_ids.get(page)!,
        rotation_deg: rotation_deg ?? rotation ?? 0,
        deleted: deleted ?? false,
      })),
      target_queue_id: target_queue ? queue_ids.get(target_queue)! : null,
      values,
    }
  })
}

/** The pages must be those of the annotation, and the annotation without another suggestion. */
async function checkPages(
  values: Values,
  { row, caller }: { row: Row | null; caller: Caller },
): Promise<FieldErrors | null> {
  const annotation_id =
    values.annotation === undefined ? (row!.annotation_id as number) : idFromUrl('annotations', values.annotation)
  // What the caller does not see is told by its reference, and nothing more about it.
  if (!(await visibleIds('annotations', [annotation_id ?? 0], caller)).length) return null
  const other = await caller.db('suggested_edits').where({ annotation_id }).first('id')
  if (other && other.id !== row?.id) return { annotation: ['The annotation has a suggested edit already.'] }
  const wanted =
    values.documents === undefined
      ? (row!.documents as Part[]).flatMap((part) => part.pages.map((page) => page.page_id))
      : (values.documents as Static<typeof Given>).flatMap((part) =>
          part.pages.map(({ page }) => idFromUrl('pages', page) ?? 0),
        )
  const own = new Set((await caller.db('pages').where({ annotation_id }).pluck('id')) as number[])
  const known = await visibleIds('pages', wanted, caller)
  return known.some((id) => !own.has(id)) ? { documents: ['A page belongs to another annotation.'] } : null
}
