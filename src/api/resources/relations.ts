import { Type } from 'typebox'
import { columns, defineResource, nullsLast } from '../resource/define.ts'
import { f, fieldsOf } from '../resource/fields.ts'
import { by } from '../resource/filters.ts'
import { allowed, assignedQueues, sameOrganization } from './access.ts'

const PAIRS = { table: 'relation_annotations', own: 'relation_id', other: 'annotation_id' }

export const relations = defineResource({
  path: 'relations',
  singular: 'relation',
  table: 'relations',
  description: 'Annotations that belong together: parts of one document, attachments of one email, duplicates.',
  verbs: ['list', 'retrieve'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    type: f.oneOf(['edit', 'attachment', 'duplicate'], { readOnly: true }),
    key: f.text({ readOnly: true, nullable: true }),
    parent: f.ref('annotations', { readOnly: true, nullable: true }),
    annotations: f.refs('annotations', PAIRS, { readOnly: true }),
  }),
  filters: {
    id: by.ids('relations.id'),
    type: by.oneOf('relations.type', ['edit', 'attachment', 'duplicate']),
    parent: by.ids('relations.parent_id'),
    key: by.text('relations.key'),
    annotation: by.pairs('relations.id', PAIRS),
  },
  ordering: {
    ...columns('relations', { id: 'bigint', type: 'text' }),
    parent: nullsLast('relations.parent_id', 'bigint'),
    key: nullsLast('relations.key', 'text'),
  },
  visible: sameOrganization('relations'),
  may: allowed('relations'),
})

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
  from: (query) => void query.join('annotations', 'annotations.id', 'automation_blockers.annotation_id'),
  visible: assignedQueues('annotations', 'queue_id'),
  may: allowed('annotation_parts'),
})
