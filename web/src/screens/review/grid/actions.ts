/** What the user does with a table: each action changes the content by one request, and can be undone. */
import { t } from '../../../i18n/index.ts'
import { showMessage } from '../../../ui/toasts.tsx'
import type { Review } from '../store/review.ts'
import { cellIn, isFillable, isWritable } from './cells.ts'
import { createEditing, type Editing } from './editing.ts'
import * as operations from './operations.ts'
import { createPasting, type Pasting } from './pasting.ts'
import { span } from './ranges.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import type { Selection } from './selection.ts'
import { joinedBy, joinRows, type Wrapped } from './wrapped.ts'

export interface Actions extends Editing, Pasting, Pick<Recorder, 'steps' | 'busy' | 'recorded' | 'undo'> {
  addRow(): Promise<void>
  removeRows(): Promise<void>
  copyDown(): void
  clear(): Promise<void>
  shift(by: 1 | -1): Promise<void>
  join(pairs?: readonly Wrapped[]): Promise<void>
  /** Marks the cells of the selected rows, or of all rows, as checked. */
  acceptRows(all?: boolean): void
}

export function createActions(review: Review, selection: Selection): Actions {
  const table = () => selection.table.value
  const recorder = createRecorder(review, table)
  const { steps, busy, run, setValues, recorded, undo, undoOffer } = recorder

  /** Makes the cell in the active column of a row the active one. */
  function goToRow(row: number, col = selection.at.value.col): void {
    if (table().rows.length) selection.go({ row: Math.min(row, table().rows.length - 1), col })
  }

  return {
    steps,
    busy,
    recorded,
    undo,
    ...createEditing(review, selection, recorder),
    ...createPasting(selection, recorder),
    addRow: async () => {
      const first = table().columns.findIndex((column) => isFillable(column))
      if (await run(t('grid.step.add'), [{ op: 'add', id: table().node.id, value: [] }]))
        goToRow(table().rows.length - 1, Math.max(0, first))
    },
    removeRows: async () => {
      const { top, bottom } = selection.range.value
      const place = selection.at.value
      if (!(await run(t('grid.step.remove'), operations.removeRows(table(), selection.range.value)))) return
      goToRow(top, place.col)
      showMessage(t('grid.removed', { count: bottom - top + 1 }), undoOffer())
    },
    copyDown: () => setValues(t('grid.step.copyDown'), operations.copyDown(table(), selection.range.value)),
    clear: async () => {
      await run(t('grid.step.clear'), operations.clear(table(), selection.range.value))
    },
    shift: async (by) => {
      const { range, at } = selection
      const [before, place] = [range.value, at.value]
      const changes = operations.shiftValues(table(), before, by)
      if (!changes) return showMessage(t('grid.noNeighbour'))
      if (!(await run(t('grid.step.shift'), changes))) return
      if (before.left === before.right && before.top === before.bottom) selection.go({ ...place, col: place.col + by })
      else selection.select({ ...before, left: before.left + by, right: before.right + by })
    },
    join: async (pairs = joinedBy(selection.range.value)) => {
      if (!pairs.length) return
      const joined = joinRows(table(), pairs)
      if ('conflict' in joined) {
        const { row, into, column } = joined.conflict
        return showMessage(t('grid.conflict', { row: row + 1, into: into + 1, column }))
      }
      if (!(await run(t('grid.step.join'), joined.operations))) return
      goToRow(pairs[0]!.into)
      showMessage(t('grid.joined', { count: pairs.length }), undoOffer())
    },
    acceptRows: (all = false) => {
      const { top, bottom } = selection.range.value
      const rows = all ? table().rows : span(top, bottom).flatMap((row) => table().rows[row] ?? [])
      const cells = rows.flatMap((row) => table().columns.flatMap((column) => cellIn(row, column) ?? []))
      review.acceptAll(
        new Map(cells.flatMap((cell) => (isWritable(cell) ? [[cell.id, cell.node.content!.value]] : []))),
      )
      if (!all) goToRow(bottom + 1)
      showMessage(t('grid.checkedRows', { count: rows.length }))
    },
  }
}
