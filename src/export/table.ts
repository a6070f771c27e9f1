import { parseIsoDate } from '../rules/content/date-format.ts'
import {
  isMoment,
  metaValue,
  selectTreeFields,
  type Column,
  type ExportField,
  type MetaColumn,
  type TreeFields,
} from './columns.ts'
import { treeFieldsOf } from './tree.ts'
import type { ContentNode, ExportAnnotation, Schemas } from './types.ts'

/**
 * A cell of CSV or XLSX: the displayed value, the plain decimal if it is a number, and the ISO 8601 date (`YYYY-MM-DD`) or timestamp (with
 * time and zone) if it is one.
 */
export type Cell = { text: string; number: string | null; date: string | null }

export const textCell = (text: string): Cell => ({ text, number: null, date: null })

const emptyCell = textCell('')
const plainDecimal = /^[+-]?\d+(\.\d+)?$/

function cellOf(node: ContentNode, field: ExportField): Cell {
  const text = node.content?.value ?? ''
  const normalised = node.content?.normalized_value || null
  return {
    text,
    number: field.type === 'number' && normalised && plainDecimal.test(normalised) ? normalised : null,
    date: field.type === 'date' && normalised ? parseIsoDate(normalised) : null,
  }
}

function metaCell(name: MetaColumn, annotation: ExportAnnotation): Cell {
  const text = metaValue(name, annotation)
  return { text, number: null, date: text && isMoment(name) ? text : null }
}

/** Values of one annotation: header fields have one cell, columns of tables and simple lists have one per row. */
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
 * Returns the function that converts an annotation to lines: one per table row with the header values repeated, several tables side by side
 * by row number and padded with empty cells, and one line if there is no row. A table without a column in the output adds no lines.
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
          if ('meta' in column) return metaCell(column.meta, annotation)
          return found.single.get(column.schema_id) ?? found.rows[row]?.get(column.schema_id) ?? emptyCell
        }),
      )
    }
    return lines
  }
}
