import { createHash } from 'node:crypto'
import type { Status } from '../../rules/annotations/status.ts'
import { flattenFields, type FieldValue } from '../../rules/content/flatten.ts'
import type { ContentTree } from '../../rules/content/index.ts'
import type { QueueSettings } from '../../rules/queues/settings.ts'
import type { SchemaContent } from '../../rules/schema/types.ts'
import { datapoints } from '../../rules/schema/walk.ts'
import type { Tx } from '../outbox/transaction.ts'
import { relate } from './duplicates.ts'
import type { ImportingAnnotation } from './importing.ts'

/** Documents in these statuses are no duplicates: they are discarded, or their parts have annotations of their own. */
export const DISCARDED: readonly Status[] = ['created', 'failed_import', 'split', 'deleted', 'purged']
/** Distinguishes the keys of these relations from those of equal files. */
const PREFIX = 'fields:'

/** A rule of the queue that applies to a document, with its values. */
export interface AppliedRule {
  key: string
  /** The values in the form in which they are stored; one entry per field. */
  values: Record<string, [Partial<FieldValue>]>
}

/**
 * Adds the annotation to the relations of documents of its queue that have equal values in the fields of a rule in
 * `settings.duplicate_rules`. Dates and numbers are equal in any format, other values character by
 * character.
 */
export async function relateByFields(tx: Tx, annotation: ImportingAnnotation, tree: ContentTree): Promise<void> {
  const { id, organization_id, queue_id, settings, schema_content } = annotation
  if (annotation.has_content) await removeRelations(tx, annotation)
  const applied = appliedRules(queue_id, settings, tree, schema_content)
  for (const { key, values } of applied) {
    // Of two documents that are imported at the same time, the second waits until it can see the values of the first.
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`${organization_id} ${key}`])
    const others = withValues(tx, queue_id, values)
      .whereNotIn('a.status', [...DISCARDED])
      .whereNot('a.id', id)
    await relate(tx, { id, organization_id, key }, others)
  }
}

/** A query of the annotations `a` of a queue with these values. */
export const withValues = (tx: Tx, queue_id: number, values: AppliedRule['values']) =>
  tx('annotations as a')
    .join('annotation_contents as c', 'c.annotation_id', 'a.id')
    .where('a.queue_id', queue_id)
    .whereRaw('c.fields @> ?::jsonb', [JSON.stringify(values)])

/** Removes the annotation from the relations of an earlier import. */
const removeRelations = async (tx: Tx, { id, organization_id }: ImportingAnnotation): Promise<void> => {
  const ofFields = tx('relations').where({ organization_id, type: 'duplicate' }).whereLike('key', `${PREFIX}%`)
  await tx('relation_annotations').where('annotation_id', id).whereIn('relation_id', ofFields.select('id')).delete()
}

/** Returns the values of the fields that have one value; those of a table or list have one per row. */
function headerValues(tree: ContentTree, schema: SchemaContent): Record<string, FieldValue> {
  const repeated = new Set([...datapoints(schema)].flatMap(({ field, multivalue }) => (multivalue ? [field.id] : [])))
  const found = Object.entries(flattenFields(tree, schema))
  return Object.fromEntries(found.flatMap(([id, [value]]) => (value && !repeated.has(id) ? [[id, value]] : [])))
}

/** Returns the rules whose fields all have a value, in the order of their keys, so that concurrent imports take the locks in one order. */
export function appliedRules(
  queue_id: number,
  { duplicate_rules = [] }: QueueSettings,
  tree: ContentTree,
  schema: SchemaContent,
): AppliedRule[] {
  if (duplicate_rules.length === 0) return []
  const fields = headerValues(tree, schema)
  const applied = duplicate_rules.flatMap(({ schema_ids }): AppliedRule[] => {
    const sorted = [...new Set(schema_ids)].sort()
    const values: AppliedRule['values'] = {}
    for (const schema_id of sorted) {
      const value = fields[schema_id]
      if (!value?.string) return []
      const { date, number, string } = value
      values[schema_id] = [date !== undefined ? { date } : number !== undefined ? { number } : { string }]
    }
    const text = JSON.stringify([queue_id, values])
    return [{ key: PREFIX + createHash('md5').update(text).digest('hex'), values }]
  })
  return [...new Map(applied.map((rule) => [rule.key, rule])).values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}
