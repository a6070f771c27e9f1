/** Everything that the parts of one table share. */
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { TableView } from '../model/content.ts'
import type { Review } from '../store/review.ts'
import { createActions, type Actions } from './actions.ts'
import { createSelection, type Selection } from './selection.ts'
import { createWidths, type WidthStore } from './widths.ts'
import { wrappedRows, type Wrapped } from './wrapped.ts'

export interface TableStore {
  review: Review
  selection: Selection
  actions: Actions
  widths: WidthStore
  /** The keyboard is in this table: its commands apply. */
  hasFocus: Signal<boolean>
  mayEdit: ReadonlySignal<boolean>
  /** Rows that look like the rest of a description. */
  wrapped: ReadonlySignal<readonly Wrapped[]>
  dismissed: Signal<boolean>
  /** Text that waits for a confirmation of its rows; empty for one that the user pastes into the dialog; null for none. */
  pasting: Signal<string | null>
  /** Shows the columns on the page. */
  drawing: Signal<boolean>
  /** The grid gets the focus when the dialog closes: its result is where the user goes on. */
  focusNext: boolean
  /** Place of the context menu. */
  menuAt: Signal<{ x: number; y: number } | null>
}

/** Returns the store of a table; it lives as long as the component shows this table. */
export function useTableStore(review: Review, table: TableView): TableStore {
  return useMemo(() => {
    const selection = createSelection(review, table.node.id, table)
    const mayEdit = computed(() => review.readOnly.value === null)
    const dismissed = signal(false)
    return {
      review,
      selection,
      actions: createActions(review, selection),
      widths: createWidths(`${review.schema.id}.${table.schema.id}`),
      hasFocus: signal(false),
      mayEdit,
      wrapped: computed(() => (mayEdit.value && !dismissed.value ? wrappedRows(selection.table.value) : [])),
      dismissed,
      pasting: signal<string | null>(null),
      drawing: signal(false),
      focusNext: false,
      menuAt: signal<{ x: number; y: number } | null>(null),
    }
  }, [review, table.node.id])
}
