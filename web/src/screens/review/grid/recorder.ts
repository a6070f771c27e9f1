/** Runs changes of a table one at a time, and keeps steps that undo them. */
import { signal, type Signal } from '@preact/signals'
import { t } from '../../../i18n/index.ts'
import { showMessage } from '../../../ui/toasts.tsx'
import type { TableView } from '../model/content.ts'
import type { Operation, Review } from '../store/review.ts'
import { addedRows, restoredIds, stepOf, undoOperations, type Step } from './history.ts'
import { replace, type Values } from './operations.ts'

export interface Recorder {
  readonly steps: Signal<readonly Step[]>
  /** A change of rows is under way. */
  readonly busy: Signal<boolean>
  /** Keeps a step whose change is already under way. */
  push(step: Step): void
  /** Changes values at once, without waiting for the service. */
  setValues(label: string, values: Values): void
  /** Changes the content by one request. Returns false if nothing was changed. */
  run(label: string, changes: Operation[]): Promise<boolean>
  /** Runs an action that changes rows in another way, so that undoing it restores all rows. */
  recorded(label: string, act: () => Promise<boolean>): Promise<boolean>
  /** Undoes the last step; with `only` nothing else than this one. */
  undo(only?: Step): Promise<void>
  /** Offers to undo the last step, as long as it is the last one. */
  undoOffer(): { label: string; run: () => void }
}

const MAX_STEPS = 50

export function createRecorder(review: Review, table: () => TableView): Recorder {
  const steps = signal<readonly Step[]>([])
  const busy = signal(false)
  /** The present ids of rows and cells that were restored. */
  const ids = new Map<number, number>()

  const push = (step: Step): void => {
    steps.value = [...steps.value.slice(1 - MAX_STEPS), step]
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

  /** Earlier steps refer to the first ids of a row, however often it was restored. */
  function remember(from: number, to: number): void {
    for (const [first, now] of ids) if (now === from) ids.set(first, to)
    ids.set(from, to)
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

  return {
    steps,
    busy,
    push,
    setValues: (label, values) => {
      if (!values.size) return
      const changes = [...values].map(([id, value]) => replace(id, value))
      push(stepOf(label, table(), changes))
      review.acceptAll(values)
    },
    run: async (label, changes) => {
      if (!changes.length) return false
      const done = await alone(async () => {
        const before = table()
        const step = stepOf(label, before, changes)
        if (!(await review.operate(changes))) return false
        push({ ...step, added: addedRows(before, table()) })
        return true
      })
      return done === true
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
    undoOffer: () => {
      const step = steps.value.at(-1)
      return { label: t('grid.undo'), run: () => void undo(step) }
    },
  }
}
