/** Selecting cells with a pointer: click, Shift and click, drag; row numbers select rows. */
import type { Place } from './ranges.ts'
import type { TableStore } from './table-store.ts'

/** Returns the place of the cell at a point; column -1 is the number of a row. */
function placeOf(element: Element | null): Place | null {
  const row = element?.closest<HTMLElement>('[data-row]')
  const cell = element?.closest('[role="gridcell"], [role="rowheader"]')
  if (!row || !cell) return null
  return { row: Number(row.dataset.row), col: Number(cell.getAttribute('aria-colindex')) - 2 }
}

/** Makes the cell under a pointer the active one, and extends the selection while a mouse moves. */
export function startDrag(event: PointerEvent, { selection, review, actions }: TableStore): void {
  const target = event.target as HTMLElement
  if (target.closest('.cell-editor')) return
  const place = placeOf(target)
  if (!place) return
  actions.commit()
  const right = selection.size.value.cols - 1
  const range = selection.range.value
  const isSecondary = event.button !== 0
  const isInSelection =
    place.row >= range.top &&
    place.row <= range.bottom &&
    (place.col < 0 || (place.col >= range.left && place.col <= range.right))
  // The context menu acts on the selection.
  if (isSecondary && selection.isActive.value && isInSelection) return
  const wasHere =
    selection.isActive.value && selection.at.value.row === place.row && selection.at.value.col === place.col
  review.pointing.value = false
  const from = event.shiftKey && selection.isActive.value ? range.top : place.row
  const selectRows = (row: number) =>
    selection.select({ top: Math.min(from, row), bottom: Math.max(from, row), left: 0, right })
  if (place.col < 0) selectRows(place.row)
  else selection.go(place, event.shiftKey)
  const cell = selection.cell()
  if (cell?.schema.type === 'button' && place.col >= 0 && !isSecondary) return void review.press(cell.id)
  // A finger scrolls; its second tap on a cell edits.
  if (event.pointerType !== 'mouse')
    return void (wasHere && !event.shiftKey && place.col >= 0 && tapToEdit(event, selection))
  if (isSecondary) return
  event.preventDefault()
  document.getElementById(`cell-${cell?.id}`)?.focus({ preventScroll: true })
  const move = (moved: PointerEvent) => {
    const over = placeOf(document.elementFromPoint(moved.clientX, moved.clientY))
    if (!over) return
    if (place.col < 0) selectRows(over.row)
    else if (over.col >= 0 && (over.row !== selection.at.value.row || over.col !== selection.at.value.col))
      selection.go(over, true)
  }
  const end = () => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
}

/** Edits after a tap, unless the finger moves. */
function tapToEdit(event: PointerEvent, selection: TableStore['selection']): void {
  const { clientX, clientY } = event
  addEventListener(
    'pointerup',
    (up) => {
      if (Math.hypot(up.clientX - clientX, up.clientY - clientY) < 8) selection.edit()
    },
    { once: true },
  )
}
