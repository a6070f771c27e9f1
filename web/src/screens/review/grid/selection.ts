/** The active cell and the selected rectangle of one table, and the cell that is being edited. */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { FieldView, TableView } from '../model/content.ts'
import { isEditable } from '../model/state.ts'
import type { Review } from '../store/review.ts'
import { cellAt, cellIn, valueOf } from './cells.ts'
import { clamp, rangeOf, stepped, type Place, type Range, type Size } from './ranges.ts'

export interface Editing {
  id: number
  text: string
  /** The value before. */
  before: string
  /** The edit began with a character: arrow keys leave it. */
  isTyped: boolean
}

export interface Selection {
  readonly table: ReadonlySignal<TableView>
  readonly size: ReadonlySignal<Size>
  /** The cell with the focus; of a table that is not active, the one that gets the focus. */
  readonly at: ReadonlySignal<Place>
  /** Whether the active field of the review is in this table. */
  readonly isActive: ReadonlySignal<boolean>
  readonly range: ReadonlySignal<Range>
  readonly editing: Signal<Editing | null>
  /** Id of the cell that is being edited. */
  readonly editingId: ReadonlySignal<number | null>
  cell(): FieldView | undefined
  /** Makes a cell the active one. `extend`: selects up to it. */
  go(place: Place, extend?: boolean): void
  /** Goes to the next or previous cell. Returns false at the end of the table. */
  step(by: 1 | -1): boolean
  select(range: Range): void
  /** Begins an edit, with a first character instead of the value. Returns false if the cell cannot be edited. */
  edit(text?: string): boolean
}

/** Creates the selection of the table with this id. */
export function createSelection(review: Review, tableId: number, initial: TableView): Selection {
  let last: TableView = initial
  const table = computed(() => {
    const entries = review.sections.value.flatMap((section) => section.entries)
    const found = entries.find((entry): entry is TableView => entry.kind === 'table' && entry.node.id === tableId)
    return (last = withSameColumns(found ?? last, last))
  })
  const size = computed(() => ({ rows: table.value.rows.length, cols: table.value.columns.length }))
  let known: Place = { row: 0, col: 0 }
  const active = computed((): Place | null => {
    const { rowId, tableId: owner, schema } = review.fieldById.value.get(review.active.value ?? 0) ?? {}
    if (owner !== tableId || rowId === null) return null
    const row = table.value.rows.findIndex(({ id }) => id === rowId)
    const col = table.value.columns.findIndex(({ id }) => id === schema?.id)
    return row < 0 || col < 0 ? null : { row, col }
  })
  const at = computed(() => (known = clamp(active.value ?? known, size.value)))
  /** The other corner of the selection, with the cell for which it is valid. */
  const anchor = signal<{ place: Place; head: number | null } | null>(null)
  const corner = computed(() =>
    anchor.value && anchor.value.head === review.active.value ? clamp(anchor.value.place, size.value) : at.value,
  )
  const editing = signal<Editing | null>(null)

  const go: Selection['go'] = (place, extend = false) => {
    const from = corner.value
    const target = clamp(place, size.value)
    const cell = cellAt(table.value, target)
    if (!cell) return
    batch(() => {
      review.focus(cell.id)
      anchor.value = extend ? { place: from, head: cell.id } : null
    })
  }

  return {
    table,
    size,
    at,
    isActive: computed(() => active.value !== null),
    range: computed(() => rangeOf(corner.value, at.value)),
    editing,
    editingId: computed(() => editing.value?.id ?? null),
    cell: () => cellAt(table.value, at.value),
    go,
    step: (by) => {
      const next = stepped(at.value, by, size.value)
      if (next) go(next)
      return next !== null
    },
    select: ({ top, left, bottom, right }) => {
      const cell = cellIn(table.value.rows[bottom], table.value.columns[left])
      if (!cell) return
      batch(() => {
        review.focus(cell.id)
        anchor.value = { place: { row: top, col: right }, head: cell.id }
      })
    },
    edit: (text) => {
      const cell = cellAt(table.value, at.value)
      if (!cell || review.readOnly.value !== null || !isEditable(cell.schema, cell.node) || !cell.node.content)
        return false
      const before = valueOf(cell)
      editing.value = { id: cell.id, text: text ?? before, before, isTyped: text !== undefined }
      return true
    },
  }
}

/** Keeps the list of columns if they are the same, so that rows can be compared. */
function withSameColumns(table: TableView, before: TableView): TableView {
  const isSame =
    table.columns.length === before.columns.length && table.columns.every((one, at) => one === before.columns[at])
  return isSame ? { ...table, columns: before.columns } : table
}
