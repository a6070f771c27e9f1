import { describe, expect, it } from 'vitest'
import { commandOf, movesFocus, neighbour } from '../src/screens/editing/keys.ts'

const pressed = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('keys of the page editor', () => {
  it('move the focus by arrows, and the page with Alt', () => {
    expect(commandOf(pressed('ArrowLeft'))).toBe('left')
    expect(commandOf(pressed('ArrowDown', { altKey: true }))).toBe('moveDown')
    expect(commandOf(pressed('ArrowDown', { ctrlKey: true }))).toBeNull()
  })

  it('extend the selection with Shift, which the focus follows', () => {
    const command = commandOf(pressed('ArrowRight', { shiftKey: true }))
    expect(command).toBe('right')
    expect(movesFocus(command!)).toBe(true)
    expect(movesFocus('moveRight')).toBe(false)
  })

  it('do the opposite with Shift', () => {
    expect(['r', 'z'].map((key) => commandOf(pressed(key)))).toEqual(['rotateRight', 'undo'])
    expect(['R', 'Z'].map((key) => commandOf(pressed(key, { shiftKey: true })))).toEqual(['rotateLeft', 'redo'])
  })

  it('know the usual combinations with Ctrl and Cmd, and leave others to the browser', () => {
    expect(commandOf(pressed('z', { metaKey: true }))).toBe('undo')
    expect(commandOf(pressed('Z', { ctrlKey: true, shiftKey: true }))).toBe('redo')
    expect(commandOf(pressed('y', { ctrlKey: true }))).toBe('redo')
    expect(commandOf(pressed('a', { ctrlKey: true }))).toBe('selectAll')
    expect(['c', 'r', 'Delete'].map((key) => commandOf(pressed(key, { ctrlKey: true })))).toEqual([null, null, null])
    expect(commandOf(pressed('c', { altKey: true }))).toBeNull()
  })

  it('do nothing for Tab and Space, which the browser handles', () => {
    expect([commandOf(pressed('Tab')), commandOf(pressed(' '))]).toEqual([null, null])
  })
})

describe('the page above or below', () => {
  const box = (key: number, left: number, top: number) => ({ key, left, top, bottom: top + 100 })
  const boxes = [box(1, 0, 0), box(2, 100, 0), box(3, 200, 0), box(4, 0, 150), box(5, 0, 300), box(6, 100, 300)]

  it('is in the nearest row, as near as possible to the same column', () => {
    expect(neighbour(boxes, 3, 1)).toBe(4)
    expect(neighbour(boxes, 4, 1)).toBe(5)
    expect(neighbour(boxes, 6, -1)).toBe(4)
    expect(neighbour(boxes, 4, -1)).toBe(1)
  })

  it('does not exist beyond the first and last row', () => {
    expect(neighbour(boxes, 2, -1)).toBeNull()
    expect(neighbour(boxes, 6, 1)).toBeNull()
    expect(neighbour(boxes, 9, 1)).toBeNull()
  })
})
