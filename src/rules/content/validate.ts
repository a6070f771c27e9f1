/** Checks values against types and constraints, and computes sums of columns, as the messages of a validation. */
import { isRequired, valueTypeOf } from '../schema/defaults.ts'
import { containsMatch } from '../input/patterns.ts'
import type { SchemaContent, SchemaDatapoint } from '../schema/types.ts'
import { normalize, sumPlain } from './formats.ts'
import { contentDatapoints } from './tree.ts'
import type { ContentTree, DatapointNode, MultivalueNode } from './types.ts'
import { schemaLookup, type SchemaLookup } from './write-node.ts'

export interface Message {
  /** Node id as a string, or `all` for the whole document. */
  id: string
  type: 'error' | 'warning' | 'info' | 'aggregation'
  content: string
  detail?: Record<string, unknown>
  /** Only for type `aggregation`: the function, and its column. */
  aggregation_type?: 'sum'
  schema_id?: string
}

/**
 * Returns every violated constraint of every datapoint as an error with a short code as its content, then the aggregations. With `hidden:
 * false` hidden fields are omitted.
 */
export function validateTree(tree: ContentTree, schema: SchemaContent, { hidden = true } = {}): Message[] {
  const lookup = schemaLookup(schema)
  const messages: Message[] = []
  for (const found of contentDatapoints(tree)) {
    if (found.hidden && !hidden) continue
    for (const content of checkDatapointValue(lookup.field(found.node.schema_id), found.node))
      messages.push({ id: String(found.node.id), type: 'error', content })
  }
  return [...messages, ...aggregate(tree, lookup, hidden)]
}

/** Returns the violations of one datapoint: `required`, `invalid`, `too_short`, `too_long`, `invalid_length`, `regexp`, `not_in_enum`. */
export function checkDatapointValue(field: SchemaDatapoint, node: DatapointNode): string[] {
  if (!node.content || field.type === 'button') return []
  const { value } = node.content
  if (value.trim() === '') return isRequired(field) ? ['required'] : []
  return [...checkType(field, node, value), ...checkConstraints(field, value)]
}

function checkType(field: SchemaDatapoint, node: DatapointNode, value: string): string[] {
  if (field.type === 'enum') {
    const options = node.options ?? field.options ?? []
    if (!options.some((option) => option.value === value)) return ['not_in_enum']
  }
  return valueTypeOf(field) !== 'string' && normalize(field, value) === null ? ['invalid'] : []
}

function checkConstraints({ constraints }: SchemaDatapoint, value: string): string[] {
  const found: string[] = []
  const { min, max, exact } = constraints?.length ?? {}
  const length = [...value].length
  if (min != null && length < min) found.push('too_short')
  if (max != null && length > max) found.push('too_long')
  if (exact != null && length !== exact) found.push('invalid_length')
  const pattern = constraints?.regexp?.pattern
  if (pattern != null && !containsMatch(pattern, value)) found.push('regexp')
  return found
}

/** Returns the sums of the columns that request one. Cells that are not numbers are ignored. */
function aggregate(tree: ContentTree, lookup: SchemaLookup, hidden: boolean): Message[] {
  const tables = tree.flatMap((section) => section.children).filter((node) => node.category === 'multivalue')
  return tables.flatMap((table) => {
    const child = lookup.multivalue(table.schema_id)?.children
    if (child?.category !== 'tuple' || (table.hidden && !hidden)) return []
    return child.children
      .filter((column) => column.type === 'number' && column.aggregations?.sum && (hidden || !column.hidden))
      .map((column) => ({
        id: String(table.id),
        type: 'aggregation' as const,
        content: sumPlain(columnValues(table, column)),
        aggregation_type: 'sum' as const,
        schema_id: column.id,
      }))
  })
}

function columnValues(table: MultivalueNode, column: SchemaDatapoint): string[] {
  return table.children.flatMap((row) => {
    const cells = row.category === 'tuple' ? row.children : []
    const value = cells.find((cell) => cell.schema_id === column.id)?.content?.value
    const plain = value === undefined ? null : normalize(column, value)
    return plain === null ? [] : [plain]
  })
}
