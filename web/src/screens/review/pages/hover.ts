/** What follows the mouse before a button is pressed: the marked word, the note beside the pointer, and the shape of the cursor. */
import type { Taking } from './taking.ts'
import { targetAt } from './targets.ts'
import type { PagesView } from './view.ts'

export interface Hover {
  /** Shows what is at a point of the window, with the next frame. */
  at(x: number, y: number): void
  /** Shows nothing. */
  leave(): void
  /** Gives the cursor a shape. */
  cursor(name: string): void
  /** Gives the cursor the shape that it has over an empty place. */
  rest(): void
  close(): void
}

/** `pans` returns whether a drag moves the pages now, whatever is under the pointer. */
export function createHover(view: PagesView, taking: Taking, scroller: HTMLElement, pans: () => boolean): Hover {
  let frame = 0

  const cursor = (name: string): void => {
    if (scroller.dataset.cursor !== name) scroller.dataset.cursor = name
  }
  const resting = (): string => (pans() ? 'grab' : taking.canTake.peek() ? 'draw' : 'grab')

  const show = (x: number, y: number): void => {
    const target = targetAt(view, x, y)
    const { box, word } = target ?? {}
    const takes = word && taking.canTake.peek() && !pans()
    view.hovered.value = takes ? { page: target!.page, rectangle: word.rectangle } : null
    view.tip.value = box ? { x, y, title: box.label, text: box.value } : null
    cursor(pans() ? 'grab' : box || takes ? 'point' : resting())
  }

  return {
    at: (x, y) => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => show(x, y))
    },
    leave: () => {
      cancelAnimationFrame(frame)
      view.hovered.value = null
      view.tip.value = null
    },
    cursor,
    rest: () => cursor(resting()),
    close: () => cancelAnimationFrame(frame),
  }
}
