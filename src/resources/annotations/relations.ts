import { Type } from 'typebox'
import type { FieldErrors } from '../../errors.ts'
import { columns, defineResource, nullsLast } from '../legacy/define.ts'
import { f, fieldsOf, Url, type Row, type Values } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { group, resolveReferences, visibleIds } from '../legacy/references.ts'
import { insert } from '../legacy/verbs.ts'
import type { Caller } from '../engine/request.ts'
import { allowed, assignedQueues, ownQueues, type Visible } from '../access.ts'
import { partOfAnnotation } from './automation-blockers.ts'

const PAIRS = { table: 'relation_annotations', own: 'relation_id', other: 'annotation_id' }
const TYPES = ['edit', 'attachment', 'duplicate']

/** Relations that name an annotation the caller sees, as parent or among the others. */
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

export const relations = defineResource({
  path: 'relations',
  singular: 'relation',
  table: 'relations',
  description: 'Annotations that belong together: parts of one document, attachments of one email, duplicates.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    type: f.oneOf(TYPES, { required: true }),
    key: f.text({ nullable: true, default: null, max: 255 }),
    parent: (name) => ({
      ...f.ref('annotations', { nullable: true, default: null })(name),
      load: async (rows, caller) => {
        const ids = rows.map((row) => row.parent_id as number | null).filter((id) => id !== null)
        const seen = new Set(await visibleIds('annotations', ids, caller))
        return (row) => (seen.has(row.parent_id as number) ? caller.urls.of('annotations', row.parent_id) : null)
      },
    }),
    annotations: f.custom({
      output: Type.Array(Url),
      input: Type.Array(Type.String()),
      default: [],
      load: showMembers,
      accept: async (value, caller) => {
        await resolveReferences('annotations', value as unknown[], caller)
        return {}
      },
      after: writeMembers,
    }),
  }),
  oneNeeded: ['parent', 'annotations'],
  filters: {
    id: by.ids('relations.id'),
    type: by.oneOf('relations.type', TYPES),
    parent: by.ids('relations.parent_id'),
    key: by.text('relations.key'),
    annotation: by.pairs('relations.id', PAIRS),
  },
  ordering: {
    ...columns('relations', { id: 'bigint', type: 'text' }),
    parent: nullsLast('relations.parent_id', 'bigint'),
    key: nullsLast('relations.key', 'text'),
  },
  visible: visibleRelations,
  may: allowed('relations'),
  check: checkRelation,
  save: {
    create: (values, caller) => insert(relations, values, caller, { organization_id: caller.who.organization_id }),
  },
})

/** A relation of nothing would be seen by administrators only. */
async function checkRelation(
  values: Values,
  { row, caller }: { row: Row | null; caller: Caller },
): Promise<FieldErrors | null> {
  const parent = values.parent === undefined ? row?.parent_id : values.parent
  if (parent) return null
  const members = values.annotations as unknown[] | undefined
  const kept = members ?? (row ? await caller.db(PAIRS.table).where(PAIRS.own, row.id).limit(1) : [])
  return kept.length ? null : { annotations: ['A relation needs a parent or an annotation.'] }
}

type Pair = { relation_id: number; annotation_id: number }

async function visiblePairs(relation_ids: number[], caller: Caller): Promise<Pair[]> {
  const query = caller
    .db('relation_annotations')
    .join('annotations', 'annotations.id', 'relation_annotations.annotation_id')
    .whereIn('relation_id', relation_ids)
    .orderBy('annotation_id')
    .select('relation_id', 'annotation_id')
  assignedQueues('queue_id')(query, caller, 'annotations')
  return query
}

async function showMembers(rows: Row[], caller: Caller): Promise<(row: Row) => string[]> {
  const pairs = await visiblePairs(
    rows.map((row) => row.id as number),
    caller,
  )
  return group(pairs, 'relation_id', (pair) => caller.urls.of('annotations', pair.annotation_id as number))
}

/** Replaces the members the caller sees; the others are not theirs to take away. */
async function writeMembers(id: number, value: unknown, caller: Caller): Promise<void> {
  const { db } = caller
  const ids = await resolveReferences('annotations', value as unknown[], caller)
  const seen = await visiblePairs([id], caller)
  await db('relation_annotations')
    .where('relation_id', id)
    .whereIn(
      'annotation_id',
      seen.map((pair) => pair.annotation_id),
    )
    .delete()
  if (ids.length)
    await db('relation_annotations')
      .insert([...new Set(ids)].map((annotation_id) => ({ relation_id: id, annotation_id })))
      .onConflict(['relation_id', 'annotation_id'])
      .ignore()
}

export const automationBlockers = defineResource({
  path: 'automation_blockers',
  singular: 'automation blocker',
  table: 'automation_blockers',
  description: 'Why an annotation was not automated.',
  verbs: ['list', 'retrieve'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    annotation: f.ref('annotations', { readOnly: true }),
    content: f.json(Type.Array(Type.Record(Type.String(), Type.Unknown())), { readOnly: true }),
  }),
  filters: { id: by.ids('automation_blockers.id'), annotation: by.ids('automation_blockers.annotation_id') },
  ordering: columns('automation_blockers', { id: 'bigint' }),
  visible: partOfAnnotation('automation_blockers'),
  may: allowed('annotation_parts'),
})
