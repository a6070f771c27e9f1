import { Type } from 'typebox'
import { AutomationBlocker, type RowOf } from '../../models/index.ts'
import type { BlockerItem } from '../../rules/automation/decide.ts'
import { allowed, ownQueues, type Visible } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import type { FieldBuilders, FieldBuilder } from '../framework/fields.ts'
import { visibleIds } from '../framework/relations.ts'

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

/** The reasons. Those of duplicates name the other documents by URL, null if the caller does not see them. */
function contentField(f: FieldBuilders<AutomationBlocker>): FieldBuilder {
  const words =
    'Reasons, each with its `level` (`annotation` or `datapoint`), its `type` and details such as the affected datapoints. `is_duplicate` lists the other documents in `details.duplicates`, with `reason`, `schema_ids`, `different_schema_ids` and the URL of the `annotation`, null if the caller does not see it.'
  return (name, model) => ({
    ...f.json(Type.Array(Type.Record(Type.String(), Type.Unknown())), words, { readOnly: true })(name, model),
    load: async (rows: RowOf<AutomationBlocker>[], caller) => {
      const ids = rows.flatMap(({ content }) =>
        content.flatMap((item) => duplicatesOf(item).map(({ annotation_id }) => annotation_id)),
      )
      const seen = new Set<number>(await visibleIds('annotations', [...new Set(ids)], caller))
      const urlOf = (id: number) => (seen.has(id) ? caller.urls.of('annotations', id) : null)
      return ({ content }: RowOf<AutomationBlocker>) =>
        content.map((item) => {
          const duplicates = duplicatesOf(item).map(({ annotation_id, ...why }) => ({
            annotation: urlOf(annotation_id),
            ...why,
          }))
          return duplicates.length ? { ...item, details: { duplicates } } : item
        })
    },
  })
}

const duplicatesOf = (item: BlockerItem) => (item.level === 'annotation' ? (item.details?.duplicates ?? []) : [])

export const automationBlockers = defineResource(AutomationBlocker, {
  path: 'automation_blockers',
  singular: 'automation blocker',
  description: 'Reasons why an annotation was not automated.',
  verbs: ['list', 'retrieve'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    annotation: f.ref('URL of the annotation.', { readOnly: true }),
    content: contentField(f),
  }),
  filters: (by) => ({ id: by.ids(), annotation: by.ref() }),
  ordering: { id: 'bigint' },
  visible: partOfAnnotation('automation_blockers'),
  may: allowed('annotation_parts'),
})
