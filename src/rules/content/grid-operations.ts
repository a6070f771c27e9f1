/** The three requests that read grids into tables: the whole grid, its parts, and single rows and columns of a part. */
import { EXPECTED_LIST, EXPECTED_OBJECT, isObject, notAChoice, REQUIRED, type NodeErrors } from '../schema/checks.ts'
import type { SchemaContent } from '../schema/types.ts'
import {
  checkPart,
  closeTable,
  copyPart,
  emptyCellOf,
  isExtracted,
  openTable,
  readCell,
  readRow,
  tooManyRows,
  type CellReader,
  type GridOutcome,
  type Table,
} from './grid.ts'
import { MAX_GRID_ROWS } from './patch.ts'
import type { ContentTree, GridPart, TakeIds, TupleNode } from './types.ts'

type Json = Record<string, unknown>
type Errors = NodeErrors | null

/** Opens a table, changes it and closes it. */
function change(
  tree: ContentTree,
  schema: SchemaContent,
  id: number,
  options: CellReader & { takeIds: TakeIds },
  act: (table: Table) => Errors,
): GridOutcome {
  const table = openTable(tree, schema, id, options)
  if (!('parts' in table)) return table
  const errors = act(table)
  return errors ? { errors } : closeTable(table, options.takeIds)
}

/** Makes the rows of the table those of its grid: known rows are read again, new ones are added, and all others are removed. */
export const transformGrid = (
  tree: ContentTree,
  schema: SchemaContent,
  id: number,
  options: CellReader & { takeIds: TakeIds },
): GridOutcome =>
  change(tree, schema, id, options, (table) => {
    if (!table.parts.length) return { non_field_errors: ['The table has no grid.'] }
    table.parts = table.parts.map(copyPart)
    const extracted = table.parts.flatMap(({ rows }) => rows.filter((row) => isExtracted(table, row)))
    const errors = tooManyRows(table, extracted.length)
    if (errors) return errors
    const kept = new Set<number>()
    for (const part of table.parts)
      for (const row of part.rows) {
        if (!isExtracted(table, row)) row.tuple_id = null
        else {
          readRow(table, part, row)
          if (row.tuple_id !== null) kept.add(row.tuple_id)
        }
      }
    table.node.children = table.node.children.filter((tuple) => kept.has(tuple.id))
    return null
  })

/** Operations of one request; each reads a whole part. */
const MAX_OPERATIONS = 100
const PART_OPERATIONS = ['create', 'update', 'delete'] as const

/** Creates, updates or deletes parts of the grid, in order, with the rows of the table that belong to them. */
export const applyGridOperations = (
  tree: ContentTree,
  schema: SchemaContent,
  id: number,
  operations: unknown,
  options: CellReader & { takeIds: TakeIds },
): GridOutcome =>
  change(tree, schema, id, options, (table) => {
    if (!Array.isArray(operations)) return { operations: [operations == null ? REQUIRED : EXPECTED_LIST] }
    if (operations.length > MAX_OPERATIONS) return { operations: [`At most ${MAX_OPERATIONS} operations are allowed.`] }
    const kinds = new Set(operations.map((operation: unknown) => (isObject(operation) ? operation.op : undefined)))
    if (kinds.size > 1) return { operations: ['All operations of a request must be of the same kind.'] }
    const errors: NodeErrors = {}
    for (const [index, operation] of operations.entries()) {
      const wrong = partOperation(table, operation)
      if (wrong) errors[index] = wrong
      // The operations after it would refer to other parts.
      if (wrong) return { operations: errors }
    }
    return null
  })

function partOperation(table: Table, operation: unknown): Errors {
  if (!isObject(operation)) return { non_field_errors: [EXPECTED_OBJECT] }
  const { op, grid_index: index, grid } = operation
  if (op === undefined) return { op: [REQUIRED] }
  if (!PART_OPERATIONS.some((known) => known === op)) return { op: [notAChoice(op)] }
  const wrong = checkIndex(index, table.parts.length - (op === 'create' ? 0 : 1))
  if (wrong) return { grid_index: wrong }
  const at = index as number
  if (op === 'delete') return removePart(table, at)
  const errors = grid == null ? [REQUIRED] : checkPart(table, grid)
  if (errors) return { grid: errors }
  const part = copyPart(grid as GridPart)
  return op === 'create' ? createPart(table, at, part) : updatePart(table, at, part)
}

function checkIndex(index: unknown, most: number): string[] | null {
  if (index === undefined || index === null) return [REQUIRED]
  if (!Number.isSafeInteger(index) || (index as number) < 0) return ['A valid index is required.']
  return (index as number) > most ? ['The grid has no such part.'] : null
}

function removePart(table: Table, at: number): null {
  const [part] = table.parts.splice(at, 1)
  removeTuples(
    table,
    part!.rows.map((row) => row.tuple_id),
  )
  return null
}

function removeTuples({ node, parts }: Table, ids: (number | null)[]): void {
  const gone = new Set(ids)
  node.children = node.children.filter((tuple) => !gone.has(tuple.id))
  for (const part of parts) part.rows = part.rows.filter((row) => row.tuple_id === null || !gone.has(row.tuple_id))
}

/** A row of the table belongs to one row of one part, and a page has one part. */
function conflict(table: Table, at: number | null, { page, rows }: GridPart): Errors {
  const others = table.parts.filter((_, index) => index !== at)
  if (others.some((other) => other.page === page)) return { page: ['A page has at most one part of a grid.'] }
  const taken = new Set(others.flatMap((other) => other.rows.map((row) => row.tuple_id)))
  const wrong = rows.map(({ tuple_id }): NodeErrors =>
    tuple_id !== null && taken.has(tuple_id) ? { tuple_id: [`Row ${tuple_id} belongs to another part.`] } : {},
  )
  return wrong.some((each) => each.tuple_id) ? { rows: wrong } : null
}

function createPart(table: Table, at: number, part: GridPart): Errors {
  const errors = conflict(table, null, part)
  if (errors) return { grid: errors }
  table.parts = table.parts.toSpliced(at, 0, part)
  readRows(table, part)
  return null
}

function updatePart(table: Table, at: number, part: GridPart): Errors {
  const errors = conflict(table, at, part)
  if (errors) return { grid: errors }
  const rowsOf = ({ rows }: GridPart) => JSON.stringify(rows.map(({ tuple_id, type }) => [tuple_id, type]))
  if (rowsOf(copyPart(table.parts[at]!)) !== rowsOf(part))
    return { grid: { rows: ['An update must keep the rows; use grid_parts_operations to change them.'] } }
  table.parts = table.parts.with(at, part)
  readRows(table, part)
  return null
}

function readRows(table: Table, part: GridPart): void {
  for (const row of part.rows) if (isExtracted(table, row)) readRow(table, part, row)
}

/** Applies changes of single rows and columns: `grid` is the part after them. */
export const applyGridPartsOperations = (
  tree: ContentTree,
  schema: SchemaContent,
  id: number,
  request: { grid_index?: unknown; grid?: unknown; operations?: unknown },
  options: CellReader & { takeIds: TakeIds },
): GridOutcome =>
  change(tree, schema, id, options, (table) => {
    const { grid_index, grid, operations } = request
    const wrong = checkIndex(grid_index, table.parts.length - 1)
    if (wrong) return { grid_index: wrong }
    if (!isObject(operations)) return { operations: [operations == null ? REQUIRED : EXPECTED_OBJECT] }
    const [rows, columns] = [listOf(operations.rows), listOf(operations.columns)]
    if (!rows || !columns) return { operations: { [rows ? 'columns' : 'rows']: [EXPECTED_LIST] } }
    const at = grid_index as number
    const before = copyPart(table.parts[at]!)
    const deleted = rows.flatMap(({ op, tuple_id }) => (op === 'delete' ? [Number(tuple_id)] : []))
    const foreign = deleted.find((tuple_id) => !before.rows.some((row) => row.tuple_id === tuple_id))
    if (foreign !== undefined) return { operations: { rows: [`The part has no row ${foreign}.`] } }
    removeTuples(table, deleted)
    const errors = grid == null ? [REQUIRED] : checkPart(table, grid)
    if (errors) return { grid: errors }
    const part = copyPart(grid as GridPart)
    const clash = conflict(table, at, part)
    if (clash) return { grid: clash }
    table.parts = table.parts.with(at, part)
    return (
      place('rows', rows, (operation) => rowOperation(table, part, operation)) ??
      place('columns', columns, (operation) => columnOperation(table, part, operation))
    )
  })

function listOf(value: unknown): Json[] | null {
  if (value === undefined || value === null) return []
  if (Array.isArray(value) && value.length > MAX_GRID_ROWS) return null
  return Array.isArray(value) ? value.map((item: unknown) => (isObject(item) ? item : {})) : null
}

function place(axis: 'rows' | 'columns', operations: Json[], act: (operation: Json) => Errors): Errors {
  const errors = operations.map((operation) => act(operation) ?? {})
  return errors.some((each) => Object.keys(each).length) ? { operations: { [axis]: errors } } : null
}

function rowOperation(table: Table, part: GridPart, { op, row_index, tuple_id }: Json): Errors {
  if (op === 'delete') return null
  if (op !== 'create' && op !== 'update') return { op: [op === undefined ? REQUIRED : notAChoice(op)] }
  const row = typeof row_index === 'number' ? part.rows[row_index] : undefined
  if (!row) return { row_index: ['The grid has no such row.'] }
  const wanted = op === 'create' ? null : tuple_id
  if (row.tuple_id !== wanted) return { tuple_id: ['The row of the grid has another tuple_id.'] }
  if (table.created.some(([created]) => created === row)) return { row_index: ['The row is created twice.'] }
  if (isExtracted(table, row)) readRow(table, part, row)
  return null
}

function columnOperation(table: Table, part: GridPart, { op, schema_id }: Json): Errors {
  if (op !== 'update' && op !== 'delete') return { op: [op === undefined ? REQUIRED : notAChoice(op)] }
  const known = table.tuple.children.some(({ id }) => id === schema_id)
  if (!known || typeof schema_id !== 'string') return { schema_id: [`The table has no column '${String(schema_id)}'.`] }
  const isDrawn = part.columns.some((column) => column.schema_id === schema_id)
  if (op === 'update' && !isDrawn) return { schema_id: ['The grid has no such column.'] }
  for (const row of part.rows) {
    const tuple = table.node.children.find(({ id }) => id === row.tuple_id)
    if (!tuple || !isExtracted(table, row)) continue
    changeCell(table, part, { row, tuple, schema_id, op })
  }
  return null
}

function changeCell(
  table: Table,
  part: GridPart,
  { row, tuple, schema_id, op }: { row: GridPart['rows'][number]; tuple: TupleNode; schema_id: string; op: string },
): void {
  if (op === 'update') readCell(table, part, row, tuple, schema_id)
  else emptyCellOf(table, tuple, schema_id)
  table.changed.add(tuple)
}
