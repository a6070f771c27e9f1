/**
 * Grids: column and row separators over a table on a page. Their cells are read from the page into the rows of a multivalue. All functions
 * work on a copy of the tree (`openTable`) and return errors in the structure of the request.
 */
import type { NodeErrors } from '../schema/checks.ts'
import { maxOccurrences } from '../schema/defaults.ts'
import type { SchemaContent, SchemaDatapoint, SchemaMultivalue, SchemaTuple } from '../schema/types.ts'
import type { RegionText } from '../pages/region.ts'
import { newDatapoint, newTuple } from './new-node.ts'
import { gridPartCheck } from './patch.ts'
import { writeFound, type Interpret } from './selection.ts'
import { contentNodes, copyJson, findNode, numberNodes } from './tree.ts'
import type { ContentTree, DatapointNode, GridPart, MultivalueNode, Position, TakeIds, TupleNode } from './types.ts'
import { schemaLookup } from './write-node.ts'

/** How the cells of a grid are read. */
export interface CellReader {
  /** Returns the text within a rectangle of a page; null if there is none. */
  text: (page: number, box: Position) => RegionText | null
  interpret: Interpret
}

export interface GridChange {
  tree: ContentTree
  node: MultivalueNode
  /** The rows that were created or read again. */
  changed: ReadonlySet<TupleNode>
}
export type GridOutcome = GridChange | { errors: NodeErrors } | { missing: true }

export type GridRow = GridPart['rows'][number]

/** A table whose grid is being changed. */
export interface Table {
  tree: ContentTree
  node: MultivalueNode & { children: TupleNode[] }
  schema: SchemaMultivalue
  tuple: SchemaTuple
  parts: GridPart[]
  changed: Set<TupleNode>
  /** Rows of the grid whose rows in the table have no id yet. */
  created: [GridRow, TupleNode][]
  reader: CellReader
}

/** Nodes of a tree, as for operations. */
const MAX_NODES = 50_000

/** Returns the table with this id in a copy of the tree. */
export function openTable(
  tree: ContentTree,
  schema: SchemaContent,
  id: number,
  reader: CellReader,
): Table | { errors: NodeErrors } | { missing: true } {
  const next = copyJson(tree)
  const node = findNode(next, id)
  if (!node) return { missing: true }
  const multivalue = node.category === 'multivalue' ? schemaLookup(schema).multivalue(node.schema_id) : undefined
  if (node.category !== 'multivalue' || multivalue?.children.category !== 'tuple')
    return { errors: { non_field_errors: ['Only a table has a grid.'] } }
  return {
    tree: next,
    node: node as Table['node'],
    schema: multivalue,
    tuple: multivalue.children,
    parts: node.grid?.parts ?? [],
    changed: new Set(),
    created: [],
    reader,
  }
}

/** Returns an error if the table would get too many rows, before any cell of them is read. */
export function tooManyRows({ schema, tuple }: Table, rows: number): NodeErrors | null {
  const most = Math.min(maxOccurrences(schema), Math.floor(MAX_NODES / (tuple.children.length + 1)))
  return rows > most ? { non_field_errors: [`The table may have at most ${most} rows.`] } : null
}

/** Numbers new rows, puts them in the order of the grid, and returns the change. */
export function closeTable(table: Table, takeIds: TakeIds): GridOutcome {
  const { tree, node, created, changed, parts } = table
  node.grid = { parts }
  insertCreated(table)
  const errors = tooManyRows(table, node.children.length)
  if (errors) return { errors }
  if ([...contentNodes(tree)].length > MAX_NODES)
    return { errors: { non_field_errors: [`The content of an annotation may have at most ${MAX_NODES} nodes.`] } }
  numberNodes(tree, takeIds)
  for (const [row, tuple] of created) row.tuple_id = tuple.id
  return { tree, node, changed }
}

function insertCreated({ node, parts, created }: Table): void {
  const tuples = new Map(node.children.map((tuple) => [tuple.id, tuple]))
  const fresh = new Map(created)
  const inOrder = [...parts]
    .sort((a, b) => a.page - b.page)
    .flatMap(({ rows }) => rows)
    .flatMap((row) => fresh.get(row) ?? tuples.get(row.tuple_id ?? -1) ?? [])
  const added = new Set(created.map(([, tuple]) => tuple))
  inOrder.forEach((tuple, index) => {
    if (!added.has(tuple)) return
    const before = inOrder[index - 1]
    const after = inOrder.slice(index + 1).find((each) => !added.has(each))
    const at = before ? node.children.indexOf(before) + 1 : after ? node.children.indexOf(after) : node.children.length
    node.children.splice(at, 0, tuple)
  })
}

/** Checks a part sent by a client, with the rows and columns to which it refers. */
export function checkPart({ schema, tuple, node }: Table, input: unknown): NodeErrors | null {
  const errors = gridPartCheck(schema)(input)
  if (errors) return typeof errors === 'string' ? { non_field_errors: [errors] } : (errors as NodeErrors)
  const { columns, rows } = input as GridPart
  const known = new Set(tuple.children.map(({ id }) => id))
  const unknown = columns.map(({ schema_id }): NodeErrors =>
    schema_id != null && !known.has(schema_id) ? { schema_id: [`The table has no column '${schema_id}'.`] } : {},
  )
  if (unknown.some((each) => each.schema_id)) return { columns: unknown }
  const left = new Set(node.children.map(({ id }) => id))
  const wrong = rows.map(({ tuple_id }): NodeErrors =>
    tuple_id != null && !left.delete(tuple_id) ? { tuple_id: [`Row ${tuple_id} not found, or used twice.`] } : {},
  )
  return wrong.some((each) => each.tuple_id) ? { rows: wrong } : null
}

/** Returns a checked part with its separators in order and no other keys. */
export function copyPart({ page, width = 0, height = 0, columns, rows }: GridPart): GridPart {
  return {
    page,
    width,
    height,
    columns: columns
      .map(({ left_position, schema_id, header_texts }) => ({
        left_position,
        schema_id: schema_id ?? null,
        header_texts: header_texts ?? [],
      }))
      .sort((a, b) => a.left_position - b.left_position),
    rows: rows
      .map(({ top_position, tuple_id, type }) => ({ top_position, tuple_id: tuple_id ?? null, type: type ?? null }))
      .sort((a, b) => a.top_position - b.top_position),
  }
}

/** Rows of other types, such as headers, have no values. */
export const isExtracted = ({ schema }: Table, { type }: GridRow): boolean =>
  type !== null && (schema.grid?.row_types_to_extract ?? ['data']).includes(type)

/** Reads the cells of a row of the grid into its row of the table, which is created if there is none. */
export function readRow(table: Table, part: GridPart, row: GridRow): void {
  const known = table.node.children.find(({ id }) => id === row.tuple_id)
  const tuple = known ?? newTuple(table.tuple, table.tuple.children.map(newDatapoint))
  if (!known) table.created.push([row, tuple])
  for (const { schema_id } of part.columns) if (schema_id) readCell(table, part, row, tuple, schema_id)
  table.changed.add(tuple)
}

/** Reads one cell of a row; a cell without text becomes empty. */
export function readCell(table: Table, part: GridPart, row: GridRow, tuple: TupleNode, schema_id: string): void {
  const found = cellOf(table, tuple, schema_id)
  if (!found) return
  const read = table.reader.text(part.page, cellBox(part, row, schema_id))
  if (!read) return emptyCell(found.cell)
  const position = read.box.map(Math.round) as Position
  writeFound(found.cell, found.field, { text: read.text, page: part.page, position }, table.reader.interpret)
}

export function emptyCellOf(table: Table, tuple: TupleNode, schema_id: string): void {
  const found = cellOf(table, tuple, schema_id)
  if (found) emptyCell(found.cell)
}

function emptyCell(cell: DatapointNode): void {
  Object.assign(cell.content!, { value: '', normalized_value: null, page: null, position: null })
  cell.validation_sources = []
}

function cellOf(
  { tuple: schema }: Table,
  tuple: TupleNode,
  schema_id: string,
): { cell: DatapointNode; field: SchemaDatapoint } | null {
  const cell = tuple.children.find((child) => child.schema_id === schema_id)
  const field = schema.children.find(({ id }) => id === schema_id)
  return cell?.content && field ? { cell, field } : null
}

/** A cell reaches to the next separator, the last one to the end of the part. */
function cellBox({ columns, rows, width, height }: GridPart, row: GridRow, schema_id: string): Position {
  const column = columns.findIndex((each) => each.schema_id === schema_id)
  const line = rows.indexOf(row)
  const left = columns[column]!.left_position
  const right = columns[column + 1]?.left_position ?? endOf(columns[0]!.left_position, width)
  return [left, row.top_position, right, rows[line + 1]?.top_position ?? endOf(rows[0]!.top_position, height)]
}

const endOf = (start: number, length: number) => (length > 0 ? start + length : Number.MAX_SAFE_INTEGER)
