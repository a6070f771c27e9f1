/** Keys in the grid that are no commands: movement, selection, and the start and end of edits. */
import { clamp, moved, span } from './ranges.ts'
import type { TableStore } from './table-store.ts'

/** Handles a key while no cell is edited. Returns whether it did. */
export function onGridKey(event: KeyboardEvent, store: TableStore, page: number, leave: () => void): boolean {
  const { selection, review, mayEdit } = store
  const { key, shiftKey } = event
  const ctrl = event.ctrlKey || event.metaKey
  const isCharacter = key.length === 1 && (!(ctrl || event.altKey) || event.getModifierState('AltGraph'))
  if (event.altKey && !isCharacter) return false
  const at = selection.at.value
  const target = moved(at, key, ctrl, selection.size.value, page)
  if (target) {
    selection.go(target, shiftKey)
    return true
  }
  if (key === 'Tab' && !ctrl) return selection.step(shiftKey ? -1 : 1)
  if (key === 'Enter' && !ctrl) {
    const cell = selection.cell()
    if (cell?.schema.type === 'button') void review.press(cell.id)
    else if (cell && mayEdit.value && !shiftKey) review.accept(cell.id)
    selection.go({ ...at, row: at.row + (shiftKey ? -1 : 1) })
    return true
  }
  if (key === 'Escape') {
    if (span(selection.range.value.top, selection.range.value.bottom).length > 1) selection.go(at)
    else leave()
    return true
  }
  if (key === ' ' && shiftKey) return selectRows(store)
  if (ctrl && key.toLowerCase() === 'a') return selectAll(store)
  if (key === 'F2') return selection.edit()
  if (isCharacter && key !== ' ') return selection.edit(key)
  if (key === ' ') return selection.edit()
  return key === 'Backspace' && mayEdit.value ? selection.edit('') : false
}

function selectRows({ selection }: TableStore): boolean {
  const { top, bottom } = selection.range.value
  selection.select({ top, bottom, left: 0, right: selection.size.value.cols - 1 })
  return true
}

function selectAll({ selection }: TableStore): boolean {
  const { row, col } = clamp({ row: Infinity, col: Infinity }, selection.size.value)
  selection.select({ top: 0, left: 0, bottom: row, right: col })
  return true
}

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

/** Handles a key in the control of an edited cell. Returns whether it did; all others belong to the control. */
export function onEditorKey(event: KeyboardEvent, { selection, actions }: TableStore): boolean {
  const { key, shiftKey } = event
  const at = selection.at.value
  if (event.isComposing) return false
  if (key === 'Escape') {
    actions.cancel()
    return true
  }
  if (event.ctrlKey || event.metaKey) {
    // Commands such as confirming the document apply to the value as it is now.
    if (key === 'Enter') actions.commit(true)
    return false
  }
  if (event.altKey) return false
  if (key === 'Enter') {
    actions.commit(true)
    selection.go({ ...at, row: at.row + (shiftKey ? -1 : 1) })
    return true
  }
  if (key === 'Tab') {
    actions.commit()
    return selection.step(shiftKey ? -1 : 1)
  }
  if (!selection.editing.value?.isTyped || shiftKey || !ARROWS.includes(key)) return false
  const target = moved(at, key, false, selection.size.value, 1)
  actions.commit()
  if (target) selection.go(target)
  return true
}
