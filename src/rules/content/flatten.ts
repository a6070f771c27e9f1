import { nodesById } from '../schema/walk.ts'
import { valueTypeOf } from '../schema/defaults.ts'
import type { SchemaContent } from '../schema/types.ts'
import { normalize } from './formats.ts'
import { contentDatapoints } from './tree.ts'
import type { ContentNode } from './types.ts'

/** One value in the forms that search and conditions compare; forms that do not apply are absent. */
export interface FieldValue {
  string: string
  number?: number
  date?: string
}

/**
 * Returns the values of a tree, or of some of its rows, by schema id, in the order of the tree. Columns of a table have one entry per row, also for empty cells, so
 * that the n-th entries of all columns form a row. Buttons have no entries.
 */
export function flattenFields(tree: readonly ContentNode[], schema: SchemaContent): Record<string, FieldValue[]> {
  const nodes = nodesById(schema)
  const fields: Record<string, FieldValue[]> = {}
  for (const { node } of contentDatapoints(tree)) {
    if (!node.content) continue
    const field = nodes.get(node.schema_id)
    const value: FieldValue = { string: node.content.value }
    if (field?.category === 'datapoint') {
      const normalized = node.content.normalized_value ?? normalize(field, node.content.value)
      const type = valueTypeOf(field)
      if (normalized !== null && type === 'number') value.number = Number(normalized)
      if (normalized !== null && type === 'date') value.date = normalized
    }
    ;(fields[node.schema_id] ??= []).push(value)
  }
  return fields
}
