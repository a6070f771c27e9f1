/**
 * Moves pages by dragging, with mouse, pen or finger. A finger starts after a short hold, so that scrolling stays possible. The pages do not
 * change while they are dragged: a line shows where they will go.
 */
import { signal } from '@preact/signals'
import type { Editor } from './editor.ts'
import { moveTo, type Place } from './operations.ts'

/** Pixels that a mouse moves before it drags. */
const DISTANCE = 6
const HOLD_MS = 300
/** Distance from the edge of the scrolled area at which it scrolls. */
const EDGE = 70

export interface Dragged {
  count: number
  /** Number of the page under the pointer. */
  number: number
  x: number
  y: number
  /** The line that shows the place. */
  line: { left: number; top: number; height: number } | null
  overNew: boolean
}

type Target = Place | 'new' | null

/** Where the pages go if they are released at a point of the window; null if there is no place. */
function targetAt(x: number, y: number): { target: Target; line: Dragged['line'] } {
  const element = document.elementFromPoint(x, y)
  const added = document.querySelector('[data-new]')
  // Also below the place for a new part: the area may scroll on while the pointer is at its end.
  if (added && element?.closest('.parts') && y > added.getBoundingClientRect().top) return { target: 'new', line: null }
  const item = element?.closest<HTMLElement>('[data-part]')
  const cells = [...(element?.closest('.page-grid')?.querySelectorAll<HTMLElement>('[data-page]') ?? [])]
  const cell = item?.dataset.head
    ? cells.find(({ dataset }) => dataset.page === item.dataset.head)
    : (item ?? nearest(cells, x, y))
  if (!cell || cell.dataset.locked !== undefined) return { target: null, line: null }
  const box = cell.getBoundingClientRect()
  // On the head of a part: before its first page.
  const isAfter = !item?.dataset.head && x > box.left + box.width / 2
  const { part } = cell.dataset
  const next = isAfter ? cells[cells.indexOf(cell) + 1] : cell
  return {
    target: { part: Number(part), before: next && next.dataset.part === part ? Number(next.dataset.page) : null },
    line: { left: isAfter ? box.right + 15 : box.left + 15, top: box.top + 10, height: box.height - 48 },
  }
}

function nearest(cells: HTMLElement[], x: number, y: number): HTMLElement | undefined {
  let [best, least] = [cells[0], Infinity]
  for (const cell of cells) {
    const { left, right, top, bottom } = cell.getBoundingClientRect()
    // Another row is further than any place in the same row.
    const distance = Math.max(left - x, x - right, 0) + 10 * Math.max(top - y, y - bottom, 0)
    if (distance < least) [best, least] = [cell, distance]
  }
  return best
}

export class Dragging {
  readonly shown = signal<Dragged | null>(null)
  readonly #editor: Editor
  #area: HTMLElement | null = null
  #target: Target = null
  #key = 0
  #end: (() => void) | null = null
  /** Set by a drag, so that the click at its end does not select. */
  wasDragged = false

  constructor(editor: Editor) {
    this.#editor = editor
  }

  /** The area that scrolls. */
  readonly setArea = (area: HTMLElement | null): void => {
    this.#area = area
    // While a page is dragged by a finger, the area must not scroll with it.
    area?.addEventListener('touchmove', (event) => this.shown.value && event.preventDefault(), { passive: false })
  }

  /** Waits for a drag after a pointer went down on a page. */
  readonly watch = (key: number, down: PointerEvent): void => {
    this.wasDragged = false
    this.#end?.()
    if (down.button !== 0 || this.#editor.placeOf(key)?.part.locked) return
    this.#key = key
    const isTouch = down.pointerType === 'touch'
    const stop = new AbortController()
    const options = { signal: stop.signal }
    const hold = isTouch ? setTimeout(() => this.#begin(down.clientX, down.clientY), HOLD_MS) : undefined
    this.#end = () => {
      stop.abort()
      clearTimeout(hold)
      this.shown.value = null
      this.#editor.isDragging.value = false
      this.#end = null
    }
    const move = ({ clientX: x, clientY: y, pointerId }: PointerEvent) => {
      if (pointerId !== down.pointerId) return
      if (this.shown.value) return this.#follow(x, y)
      if (Math.hypot(x - down.clientX, y - down.clientY) < DISTANCE) return
      if (isTouch) this.#end?.()
      else this.#begin(x, y)
    }
    window.addEventListener('pointermove', move, options)
    window.addEventListener('pointerup', () => this.#drop(), options)
    window.addEventListener('pointercancel', () => this.#end?.(), options)
    window.addEventListener('contextmenu', (event) => isTouch && event.preventDefault(), options)
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !this.shown.value) return
      event.stopPropagation()
      this.#end?.()
    }
    window.addEventListener('keydown', cancel, { ...options, capture: true })
  }

  #begin(x: number, y: number): void {
    const { selection } = this.#editor
    if (!selection.value.keys.has(this.#key)) selection.value = { keys: new Set([this.#key]), anchor: this.#key }
    const { size: count } = selection.value.keys
    const place = this.#editor.placeOf(this.#key)
    const number = place ? this.#editor.numberOf(place.page) : 0
    this.wasDragged = true
    this.#editor.isDragging.value = true
    this.shown.value = { count, number, x, y, line: null, overNew: false }
    this.#follow(x, y)
    requestAnimationFrame(this.#scroll)
  }

  #follow(x: number, y: number): void {
    const { target, line } = targetAt(x, y)
    this.#target = target
    if (this.shown.value) this.shown.value = { ...this.shown.value, x, y, line, overNew: target === 'new' }
  }

  readonly #scroll = (): void => {
    const shown = this.shown.value
    if (!shown || !this.#area) return
    const { top, bottom } = this.#area.getBoundingClientRect()
    const speed = Math.max(0, shown.y - bottom + EDGE) - Math.max(0, top + EDGE - shown.y)
    if (speed) {
      this.#area.scrollBy(0, speed / 4)
      this.#follow(shown.x, shown.y)
    }
    requestAnimationFrame(this.#scroll)
  }

  #drop(): void {
    const [editor, target, isDragged] = [this.#editor, this.#target, this.shown.value !== null]
    this.#end?.()
    if (!isDragged || target === null) return
    const { keys } = editor.selection.value
    editor.focused.value = this.#key
    if (target === 'new') editor.moveToNew(keys)
    else editor.move(keys, (draft) => moveTo(draft, keys, target))
  }
}
