/** What is at a point of the window: a page with a box or a word, or a control on it. */
import type { Box } from './boxes.ts'
import { smallestAt, type Point } from './geometry.ts'
import type { Taking } from './taking.ts'
import type { PagesView } from './view.ts'
import { wordAt, type Word } from './words.ts'

/** What is at a point of the window. */
export function targetAt(view: PagesView, x: number, y: number): { page: number; box?: Box; word?: Word } | null {
  const at = view.at(x, y)
  if (!at) return null
  const { page, point } = at
  const box = smallestAt(view.boxes.peek().get(page.number) ?? [], point, 3)
  const word = wordAt(view.words.of(page).peek().words, point)
  return { page: page.number, ...(box ? { box } : {}), ...(word ? { word } : {}) }
}

/** Acts on a click or tap. Returns whether there was something at the point. */
export function click(view: PagesView, taking: Taking, event: MouseEvent): boolean {
  const target = targetAt(view, event.clientX, event.clientY)
  if (!target) return false
  const { page, box, word } = target
  const isMore = event.ctrlKey || event.metaKey || event.shiftKey
  const mark = word && { page, rectangle: word.rectangle }
  if (mark && isMore && taking.canTake.peek()) void taking.extend(mark)
  else if (box && box.id !== view.review.active.peek()) view.review.focus(box.id)
  else if (mark && taking.canTake.peek()) {
    // The second click of a double click would take the same word again.
    if (event.detail < 2) void taking.take(mark)
  } else return box !== undefined
  return true
}

/** Buttons on the pages handle their own clicks. */
export const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, input') !== null

export function onScrollbar({ clientX, clientY }: MouseEvent, scroller: HTMLElement): boolean {
  const { left, top } = scroller.getBoundingClientRect()
  return clientX - left >= scroller.clientWidth || clientY - top >= scroller.clientHeight
}

/** Returns a point of the window as a point of the viewport. */
export function within(scroller: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = scroller.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
