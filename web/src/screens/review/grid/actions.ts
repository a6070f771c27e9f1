/** What the user does with a table: each action changes the content by one request, and can be undone. */
import { signal, type Signal } from '@preact/signals'
import { t } from '../../../i18n/index.ts'
import { showMessage } from '../../../ui/toasts.tsx'
import type { Operation, Review } from '../store/review.ts'
import { cellIn, datapointIn, isFillable, isWritable } from './cells.ts'
import { parseDelimited, writeDelimited } from './delimited.ts'
import { addedRows, restoredIds, stepOf, undoOperations, type Step } from './history.ts'
import * as operations from './operations.ts'
import { span, type Place } from './ranges.ts'
import type { Selection } from './selection.ts'
import { joinedBy, joinRows, type Wrapped } from './wrapped.ts'

export interface Actions {
  readonly steps: Signal<readonly Step[]>
  /** A change of rows is under way. */
  readonly busy: Signal<boolean>
  /** Ends an edit with its value, which counts as checked. Without a change only if `always`. */
  commit(always?: boolean): void
  cancel(): void
  addRow(): Promise<void>
  removeRows(): Promise<void>
  copyDown(): void
  clear(): Promise<void>
  shift(by: 1 | -1): Promise<void>
  join(pairs?: readonly Wrapped[]): Promise<void>
  /** Marks the cells of the selected rows, or of all rows, as checked. */
  acceptRows(all?: boolean): void
  copied(): string
  /** Returns what a paste would do. */
  preview(text: string): operations.Paste
  paste(text: string): Promise<void>
  /** Runs an action that changes rows in another way, so that undoing it restores all rows. */
  recorded(label: string, act: () => Promise<boolean>): Promise<boolean>
  /** Undoes the last step; with `only` nothing else than this one. */
  undo(only?: Step): Promise<void>
}

const MAX_STEPS = 50

export function createActions(review: Review, selection: Selection): Actions {
  const steps = signal<readonly Step[]>([])
  const busy = signal(false)
  const ids = new Map<number, number>()
  const table = () => selection.table.value
  /** Offers to undo the last step, as long as it is the last one. */
  const undoOffer = () => {
    const step = steps.value.at(-1)
    return { label: t('grid.undo'), run: () => void undo(step) }
  }
  const push = (step: Step): void => {
    steps.value = [...steps.value.slice(1 - MAX_STEPS), step]
  }

  /** Changes values at once, without waiting for the service. */
  function setValues(label: string, values: operations.Values): void {
    if (!values.size) return
    const changes = [...values].map(([id, value]) => operations.replace(id, value))
    push(stepOf(label, table(), changes))
    review.acceptAll(values)
  }

  async function alone<T>(act: () => Promise<T>): Promise<T | undefined> {
    if (busy.value) return undefined
    busy.value = true
    try {
      return await act()
    } finally {
      busy.value = false
    }
  }

  async function run(label: string, changes: Operation[]): Promise<boolean> {
    if (!changes.length) return false
    const done = await alone(async () => {
      const before = table()
      const step = stepOf(label, before, changes)
      if (!(await review.operate(changes))) return false
      push({ ...step, added: addedRows(before, table()) })
      return true
    })
    return done === true
  }

  async function undo(only?: Step): Promise<void> {
    await alone(async () => {
      const step = steps.value.at(-1)
      if (!step || (only && only !== step)) return
      const before = table()
      const changes = undoOperations(step, before, ids)
      if (changes.length && !(await review.operate(changes))) return
      const added = addedRows(before, table())
      for (const [from, to] of restoredIds(step, table(), added)) remember(from, to)
      steps.value = steps.value.slice(0, -1)
      const cell = step.rows.length ? table().rows.find(({ id }) => id === added[0])?.cells[0]?.id : step.cells[0]?.id
      if (cell !== undefined) review.focus(ids.get(cell) ?? cell)
      showMessage(t('grid.undone', { action: step.label }))
    })
  }

  /** Earlier steps refer to the first ids of a row, however often it was restored. */
  function remember(from: number, to: number): void {
    for (const [first, now] of ids) if (now === from) ids.set(first, to)
    ids.set(from, to)
  }

  /** Makes the cell in the active column of a row the active one. */
  function goToRow(row: number, col = selection.at.value.col): void {
    if (table().rows.length) selection.go({ row: Math.min(row, table().rows.length - 1), col })
  }

  const pasteStart = (): Place => {
    const { top, left } = selection.range.value
    return table().rows.length ? { row: top, col: left } : { row: 0, col: 0 }
  }
  const plan = (texts: string[][]): operations.Paste =>
    operations.paste(table(), pasteStart(), texts, table().rows.length ? selection.range.value : undefined)

  return {
    steps,
    busy,
    commit: (always = false) => {
      const edit = selection.editing.value
      if (!edit) return
      selection.editing.value = null
      if (edit.text === edit.before) return always ? review.accept(edit.id) : review.discard(edit.id)
      const cell = datapointIn(table(), edit.id)
      const content = cell?.content && { ...cell.content, value: edit.before }
      if (cell)
        push({ label: t('grid.step.edit'), cells: [{ ...cell, content: content ?? null }], rows: [], added: [] })
      review.accept(edit.id, edit.text)
    },
    cancel: () => {
      const edit = selection.editing.value
      if (edit) review.discard(edit.id)
      selection.editing.value = null
    },
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
    copied: () => writeDelimited(operations.textsOf(table(), selection.range.value)),
    preview: (text) => plan(parseDelimited(text)),
    paste: async (text) => {
      const texts = parseDelimited(text)
      const from = pasteStart()
      const { values, adds, added, skipped } = plan(texts)
      if (!adds.length) setValues(t('grid.step.paste'), values)
      else {
        const changes = [...[...values].map(([id, value]) => operations.replace(id, value)), ...adds]
        if (!(await run(t('grid.step.paste'), changes))) return
      }
      const cols = Math.max(...texts.map((row) => row.length))
      if (table().rows.length && (texts.length > 1 || cols > 1))
        selection.select({
          top: from.row,
          left: from.col,
          bottom: Math.min(from.row + texts.length, table().rows.length) - 1,
          right: Math.min(from.col + cols, table().columns.length) - 1,
        })
      const count = values.size + added
      const note = skipped ? ` ${t('grid.skipped', { count: skipped })}` : ''
      showMessage(t('grid.pasted', { count }) + note, undoOffer())
    },
    recorded: async (label, act) => {
      const done = await alone(async () => {
        const before = table()
        const { rows } = stepOf(
          label,
          before,
          before.node.children.map(({ id }) => ({ op: 'remove', id })),
        )
        if (!(await act())) return false
        push({ label, cells: [], rows, added: table().node.children.map(({ id }) => id) })
        return true
      })
      return done === true
    },
    undo,
  }
}
