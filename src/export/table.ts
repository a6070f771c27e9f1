import { metaValue, selectTreeFields, type Column, type ExportField, type TreeFields } from './columns.ts'
import { treeFieldsOf } from './tree.ts'
import type { ContentNode, ExportAnnotation, Schemas } from './types.ts'

/** A cell of CSV or XLSX: the value as people see it, and the plain decimal when it is a number. */
export type Cell = { text: string; number: string | null }

const emptyCell: Cell = { text: '', number: null }
const plainDecimal = /^[+-]?\d+(\.\d+)?$/

function cellOf(node: ContentNode, field: ExportField): Cell {
  const text = node.content?.value ?? ''
  const normalised = node.content?.normalized_value
  return { text, number: field.type === 'number' && normalised && plainDecimal.test(normalised) ? normalised : null }
}

/** Values of one annotation: header fields have one cell, columns of tables and simple lists one per row. */
type Found = { single: Map<string, Cell>; rows: Map<string, Cell>[] }

function collectCells(content: readonly ContentNode[], { fields, groups }: TreeFields): Found {
  const found: Found = { single: new Map(), rows: [] }
  const collect = (node: ContentNode, cells: Map<string, Cell>) => {
    if (node.category === 'datapoint') {
      const field = fields.get(node.schema_id)
      if (field) cells.set(field.id, cellOf(node, field))
    } else if (groups.has(node.schema_id)) {
      const inRows = node.category === 'multivalue'
      node.children?.forEach((child, row) => collect(child, inRows ? (found.rows[row] ??= new Map()) : cells))
    }
  }
  content.forEach((node) => collect(node, found.single))
  return found
}

/**
 * Makes the function that turns an annotation into its lines: one per table row with the header values repeated,
 * several tables side by side by row number and padded with empty cells, one line when there is no row.
 * A table without a column in the output adds no lines.
 */
export function readLines(schemas: Schemas, columns: readonly Column[]): (annotation: ExportAnnotation) => Cell[][] {
  const wanted = new Set(columns.flatMap((column) => ('schema_id' in column ? [column.schema_id] : [])))
  const trees = new Map([...schemas].map(([id, schema]) => [id, selectTreeFields(schema, wanted)]))
  return (annotation) => {
    const found = collectCells(annotation.content, treeFieldsOf(trees, annotation))
    const lines: Cell[][] = []
    for (let row = 0; row < Math.max(1, found.rows.length); row++) {
      lines.push(
        columns.map((column) => {
          if ('meta' in column) return { text: metaValue(column.meta, annotation), number: null }
          return found.single.get(column.schema_id) ?? found.rows[row]?.get(column.schema_id) ?? emptyCell
        }),
      )
    }
    return lines
  }
}
