import { Type } from 'typebox'
import { evidenceOf, layoutRows } from '../../domain/learning/layouts.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { LearnedLayout } from '../../models/index.ts'
import { allowed, assignedQueues } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import { orNull, Time, urlOf } from '../framework/fields.ts'

const count = (description: string) => Type.Integer({ description })

const Evidence = Type.Object({
  documents: count('Confirmed documents that taught the layout; the latest 20 count.'),
  last_confirmed_at: { ...orNull(Time), description: 'When the latest of them was confirmed, UTC.' },
  annotations: Type.Array(urlOf('annotations'), { description: 'The latest five of them.' }),
  fields: Type.Array(
    Type.Object({
      field: Type.String({ description: 'Name of the field of the engine, as in `rir_field_names`.' }),
      documents: count('Documents in which the field was confirmed.'),
      empty: count('Documents in which it was confirmed empty.'),
      hits: count('Proposals of the layout that users kept.'),
      misses: count('Proposals that they changed.'),
      anchors: Type.Array(Type.String(), {
        description: 'Where the confirmed values are, the most frequent place first, such as `right of "Invoice No."`.',
      }),
    }),
    { description: 'What is known about each field.' },
  ),
})

export const learnedLayouts = defineResource(LearnedLayout, {
  path: 'learned_layouts',
  singular: 'learned layout',
  description:
    'What a queue with `training_enabled` has learned from annotations that users confirmed: the documents of one layout. Later documents of the layout are read with it.',
  verbs: ['list', 'retrieve', 'replace', 'update', 'destroy'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    organization: f.organization(),
    queue: f.ref('URL of the queue.', { readOnly: true }),
    enabled: f.bool('Whether documents are read with it. A disabled layout learns nothing either.', {
      default: true,
      example: false,
    }),
    evidence: f.loaded('What was learned, and from which documents.', Evidence, async (rows, { db, urls }) => {
      const ids = rows.map(({ id }) => id)
      const known = await evidenceOf(db, ids)
      return ({ id }) => {
        const { annotations, ...rest } = known.get(id)!
        return { ...rest, annotations: annotations.map((one) => urls.of('annotations', one)) }
      }
    }),
    created_at: f.createdAt(),
    modified_by: f.modifiedBy(),
    modified_at: f.modifiedAt(),
  }),
  filters: (by) => ({ id: by.ids(), queue: by.ref(), enabled: by.bool() }),
  ordering: { id: 'bigint', modified_at: 'timestamptz' },
  visible: assignedQueues('queue_id'),
  may: allowed('learned_layouts'),
  save: {
    update: ({ id }, { columns }, { db, who }) => layoutRows.update(db, who, id, columns),
    destroy: ({ id }, { deps }) => transact(deps, (tx) => layoutRows.delete(tx, id)),
  },
})
