/** Undoing actions on a table, by operations that restore what was there before. */
import type { Datapoint, Tuple } from '../../../api/types.ts'
import type { TableView } from '../model/content.ts'
import type { Operation } from '../store/review.ts'
import { datapointIn, tupleOf } from './cells.ts'

/** What an action has changed. */
export interface Step {
  label: string
  /** Cells as they were before. */
  cells: Datapoint[]
  /** Rows that were removed, as they were before. */
  rows: Tuple[]
  /** Ids of rows that were added. */
  added: number[]
}

/** Returns what operations are going to change in a table. */
export function stepOf(label: string, table: TableView, operations: readonly Operation[]): Step {
  const step: Step = { label, cells: [], rows: [], added: [] }
  for (const operation of operations) {
    const cell = operation.op === 'replace' ? datapointIn(table, operation.id) : undefined
    if (cell) step.cells.push(cell)
    const row = operation.op === 'remove' ? tupleOf(table, operation.id) : undefined
    if (row) step.rows.push(row)
  }
  return step
}

/** Returns the ids of rows that a table has now and did not have before. */
export function addedRows(before: TableView, after: TableView): number[] {
  const known = new Set(before.node.children.map(({ id }) => id))
  return after.node.children.flatMap(({ id }) => (known.has(id) ? [] : [id]))
}

const stateOf = ({ content, validation_sources, hidden }: Datapoint) => ({
  content: {
    value: content?.value ?? '',
    page: content?.page ?? null,
    position: content?.position ? [...content.position] : null,
  },
  validation_sources: [...validation_sources],
  hidden,
})

/**
 * Returns operations that undo a step. Removed rows are appended, because the API has no operation that inserts; `ids` has the new ids of
 * rows and cells that were restored before. Nodes that are no longer there are left out.
 */
export function undoOperations(step: Step, table: TableView, ids: ReadonlyMap<number, number>): Operation[] {
  const now = (id: number): number => ids.get(id) ?? id
  const replaces = step.cells.flatMap((cell): Operation[] =>
    datapointIn(table, now(cell.id)) && cell.content ? [{ op: 'replace', id: now(cell.id), value: stateOf(cell) }] : [],
  )
  const removes = step.added.flatMap((id): Operation[] =>
    tupleOf(table, now(id)) ? [{ op: 'remove', id: now(id) }] : [],
  )
  const adds = step.rows.map((row): Operation => {
    const value = row.children.flatMap((cell) =>
      cell.content ? [{ schema_id: cell.schema_id, ...stateOf(cell) }] : [],
    )
    return { op: 'add', id: table.node.id, value }
  })
  return [...removes, ...replaces, ...adds]
}

/** Returns the new ids of restored rows and of their cells. */
export function restoredIds(step: Step, after: TableView, added: readonly number[]): [number, number][] {
  return step.rows.flatMap((row, index) => {
    const copy = tupleOf(after, added[index] ?? -1)
    if (!copy) return []
    const cells = row.children.flatMap((cell): [number, number][] => {
      const same = copy.children.find(({ schema_id }) => schema_id === cell.schema_id)
      return same ? [[cell.id, same.id]] : []
    })
    return [[row.id, copy.id] as [number, number], ...cells]
  })
}
