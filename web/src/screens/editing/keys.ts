/** Keys of the editor. They act while the focus is on a page. */

export type Command =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'first'
  | 'last'
  | 'moveLeft'
  | 'moveRight'
  | 'moveUp'
  | 'moveDown'
  | 'cut'
  | 'rotateRight'
  | 'rotateLeft'
  | 'delete'
  | 'undo'
  | 'redo'
  | 'zoom'
  | 'selectAll'
  | 'selectNone'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const ARROWS: Record<string, [Command, Command]> = {
  ArrowLeft: ['left', 'moveLeft'],
  ArrowRight: ['right', 'moveRight'],
  ArrowUp: ['up', 'moveUp'],
  ArrowDown: ['down', 'moveDown'],
}
const LETTERS: Record<string, [Command, Command] | [Command]> = {
  c: ['cut'],
  r: ['rotateRight', 'rotateLeft'],
  z: ['undo', 'redo'],
  delete: ['delete'],
  backspace: ['delete'],
  enter: ['zoom'],
  escape: ['selectNone'],
  home: ['first', 'first'],
  end: ['last', 'last'],
}

/** Returns the command of a key; null if it has none. With Shift, arrow keys, Home and End also extend the selection. */
export function commandOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): Command | null {
  const control = ctrlKey || metaKey
  const arrow = ARROWS[key]
  if (arrow) return control ? null : arrow[altKey ? 1 : 0]
  if (altKey) return null
  const letter = key.toLowerCase()
  if (control) return letter === 'a' ? 'selectAll' : letter === 'y' ? 'redo' : letter === 'z' ? undoOr(shiftKey) : null
  return LETTERS[letter]?.[shiftKey ? 1 : 0] ?? null
}

const undoOr = (shift: boolean): Command => (shift ? 'redo' : 'undo')

/** Whether a command moves the focus, so that Shift extends the selection. */
export const movesFocus = (command: Command): boolean =>
  ['left', 'right', 'up', 'down', 'first', 'last'].includes(command)

/** Rectangles of pages, in order. */
export interface Box {
  key: number
  left: number
  top: number
  bottom: number
}

/** Returns the page above (-1) or below (1) another one: in the nearest row, the one with the nearest left edge. */
export function neighbour(boxes: readonly Box[], key: number, step: -1 | 1): number | null {
  const from = boxes.find((box) => box.key === key)
  if (!from) return null
  const beyond = boxes.filter((box) => (step > 0 ? box.top >= from.bottom : box.bottom <= from.top))
  const edge = step > 0 ? Math.min(...beyond.map(({ top }) => top)) : Math.max(...beyond.map(({ top }) => top))
  const row = beyond.filter(({ top }) => Math.abs(top - edge) < 2)
  const distance = ({ left }: Box) => Math.abs(left - from.left)
  return row.toSorted((one, other) => distance(one) - distance(other))[0]?.key ?? null
}
