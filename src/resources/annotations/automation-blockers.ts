import { Type } from 'typebox'
import { AutomationBlocker } from '../../models/index.ts'
import { allowed, ownQueues, type Visible } from '../access.ts'
import { defineResource } from '../engine/define.ts'

/**
 * Limits a query to rows of the annotations that the caller sees; `column` holds the annotation id. Uses no join, so that references can
 * be resolved with it too.
 */
export const partOfAnnotation =
  (table: string, column = 'annotation_id'): Visible =>
  (query, caller) => {
    void query.where(`${table}.organization_id`, caller.who.organization_id)
    const mine = ownQueues(caller)
    if (!mine) return
    void query.whereExists(
      caller.db('annotations').whereRaw(`annotations.id = ${table}.${column}`).whereIn('annotations.queue_id', mine),
    )
  }

export const automationBlockers = defineResource(AutomationBlocker, {
  path: 'automation_blockers',
  singular: 'automation blocker',
  description: 'Reasons why an annotation was not automated.',
  verbs: ['list', 'retrieve'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    annotation: f.ref('URL of the annotation.', { readOnly: true }),
    content: f.json(
      Type.Array(Type.Record(Type.String(), Type.Unknown())),
      'Reasons, each with its `level` (`annotation` or `datapoint`), its `type` and details such as the affected datapoints.',
      { readOnly: true },
    ),
  }),
  filters: (by) => ({ id: by.ids(), annotation: by.ref() }),
  ordering: { id: 'bigint' },
  visible: partOfAnnotation('automation_blockers'),
  may: allowed('annotation_parts'),
})
