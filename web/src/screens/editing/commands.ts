/** Executes the command of a key on the page that has the focus. */
import type { Editor } from './editor.ts'
import { movesFocus, neighbour, type Box, type Command } from './keys.ts'

/** `boxes` returns where the pages are now. */
export function execute(editor: Editor, command: Command, shift: boolean, boxes: () => Box[]): void {
  const { value: key } = editor.focused
  const { value: order } = editor.order
  if (key === null) return
  if (movesFocus(command)) return editor.focus(destination(command, key, order, boxes), shift)
  const keys = editor.keysAt(key)
  switch (command) {
    case 'moveLeft':
      return editor.moveBy(keys, -1)
    case 'moveRight':
      return editor.moveBy(keys, 1)
    case 'moveUp':
    case 'moveDown':
      return moveByRow(editor, command === 'moveUp' ? -1 : 1, boxes())
    case 'cut':
      return editor.toggleCut(key)
    case 'rotateRight':
      return editor.rotate(keys, 90)
    case 'rotateLeft':
      return editor.rotate(keys, -90)
    case 'delete':
      return editor.toggleDeleted(keys)
    case 'undo':
      return editor.undo()
    case 'redo':
      return editor.redo()
    case 'zoom':
      editor.zoomed.value = key
      return
    case 'selectAll':
      return editor.selectAll()
    case 'selectNone':
      return editor.selectNone()
  }
}

function destination(command: Command, key: number, order: readonly number[], boxes: () => Box[]) {
  const at = order.indexOf(key)
  switch (command) {
    case 'left':
      return order[at - 1]
    case 'right':
      return order[at + 1]
    case 'first':
      return order[0]
    case 'last':
      return order.at(-1)
    default:
      return neighbour(boxes(), key, command === 'up' ? -1 : 1)
  }
}

function moveByRow(editor: Editor, step: -1 | 1, boxes: Box[]): void {
  const { value: key } = editor.focused
  const keys = editor.keysAt(key)
  const free = boxes.filter((box) => box.key === key || !keys.has(box.key))
  const target = key === null ? null : neighbour(free, key, step)
  const place = target === null ? null : editor.placeOf(target)
  if (!place || target === null) return
  const { part, position } = place
  editor.moveTo(keys, { part: part.key, before: step < 0 ? target : (part.pages[position]?.key ?? null) })
}
