import { deleteRelation, relationRows, replaceMembers } from '../../domain/annotations/relations.ts'
import type { FieldErrors } from '../../errors.ts'
import { Relation, RelationAnnotation, type RowOf } from '../../models/index.ts'
import type { Id } from '../../rules/access/ids.ts'
import { allowed, assignedQueues, ownQueues, type Visible } from '../access.ts'
import { defineResource, nullsLast, type CheckContext } from '../framework/define.ts'
import type { FieldBuilders, FieldBuilder } from '../framework/fields.ts'
import type { Input } from '../framework/input.ts'
import { linkedIds, linkOf, visibleIds } from '../framework/relations.ts'
import type { Writing } from '../framework/request.ts'

const TYPES = ['edit', 'attachment', 'duplicate'] as const

/** Limits a query to relations with an annotation that the caller sees, as parent or member. */
const visibleRelations: Visible = (query, caller) => {
  const { who, db } = caller
  void query.where('relations.organization_id', who.organization_id)
  if (!ownQueues(caller)) return
  const seen = db('annotations')
    .whereRaw(
      `(annotations.id = relations.parent_id or annotations.id in
        (select annotation_id from relation_annotations where relation_id = relations.id))`,
    )
    .select(db.raw('1'))
  assignedQueues('queue_id')(seen, caller, 'annotations')
  void query.whereExists(seen)
}

export const relations = defineResource(Relation, {
  path: 'relations',
  singular: 'relation',
  description:
    'A group of annotations that belong together: parts of one document, attachments of one email, or duplicates.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    type: f.oneOf(
      TYPES,
      'Kind of relation: parts of one document (`edit`), files of one email (`attachment`) or copies of one file (`duplicate`).',
      { required: true, example: 'attachment' },
    ),
    key: f.text('Value that the members share, e.g. a hash.', { nullable: true, default: null, max: 255 }),
    parent: parentField(f),
    annotations: f.refs('URLs of the members. A relation requires at least one member or a `parent`.', {
      visible: true,
      default: [],
      example: [1],
      to: 'annotations',
      write: writeMembers,
    }),
  }),
  oneNeeded: ['parent', 'annotations'],
  filters: (by) => ({
    id: by.ids(),
    type: by.oneOf(TYPES),
    parent: by.ref(),
    key: by.text(),
    annotation: by.refs('annotations'),
  }),
  ordering: {
    id: 'bigint',
    type: 'text',
    parent: nullsLast('relations.parent_id', 'bigint'),
    key: nullsLast('relations.key', 'text'),
  },
  visible: visibleRelations,
  may: allowed('relations'),
  check: checkRelation,
  save: {
    create: ({ columns }, { db, who }) => relationRows.create(db, who, columns),
    update: ({ id }, { columns }, { db, who }) => relationRows.update(db, who, id, columns),
    destroy: ({ id }, { deps }) => deleteRelation(deps, id),
  },
})

/** The parent; null if the caller does not see it. */
function parentField(f: FieldBuilders<Relation>): FieldBuilder {
  const words =
    'URL of the annotation from which the members originate; null if none. A relation requires it or one of `annotations`.'
  return (name, model) => ({
    ...f.ref(words, { nullable: true, default: null })(name, model),
    load: async (rows: RowOf<Relation>[], caller) => {
      const ids = rows.flatMap(({ parent_id }) => parent_id ?? [])
      const seen = new Set<number | null>(await visibleIds('annotations', ids, caller))
      return ({ parent_id }: RowOf<Relation>) =>
        seen.has(parent_id) ? caller.urls.maybe('annotations', parent_id) : null
    },
  })
}

/** A relation without any annotation would be visible to administrators only. */
async function checkRelation(
  { columns, ids }: Input<Relation>,
  { row, caller }: CheckContext<Relation>,
): Promise<FieldErrors | null> {
  const parent_id = columns.parent_id === undefined ? row?.parent_id : columns.parent_id
  if (parent_id) return null
  const kept =
    ids.annotations ?? (row ? await RelationAnnotation.query(caller.db).where('relation_id', row.id).limit(1) : [])
  return kept.length ? null : { annotations: ['A relation requires a parent or an annotation.'] }
}

/** Replaces the members that the caller sees; the others are kept. */
async function writeMembers(id: Id<'relations'>, to: Id<'annotations'>[], request: Writing): Promise<void> {
  const members = await linkedIds(linkOf(Relation, 'annotations'), [id], request)
  await replaceMembers(request.db, id, { from: await visibleIds('annotations', members, request), to })
}
