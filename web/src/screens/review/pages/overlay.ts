/**
 * The drawing above one page, in pixels of the page. Elements are created once and changed by attributes only: moving the highlight to another
 * field touches two elements, however many boxes the page has.
 */
import type { Rectangle } from '../store/review.ts'
import type { ActivePlace, Box } from './boxes.ts'
import { grown, pathOf, type Size } from './geometry.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** Distance between a value and the line around it. */
const SPACE = 3

/** Distance between the active value and the line around it, in pixels of the display. */
const LINE = 3.5

function create<K extends 'g' | 'rect' | 'path'>(name: K, className: string): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name)
  element.setAttribute('class', className)
  return element
}

function place(element: SVGRectElement, rectangle: Rectangle | null, space = SPACE): void {
  if (!rectangle) {
    element.setAttribute('visibility', 'hidden')
    return
  }
  const [left, top, right, bottom] = grown(rectangle, space)
  element.setAttribute('x', String(left))
  element.setAttribute('y', String(top))
  element.setAttribute('width', String(right - left))
  element.setAttribute('height', String(bottom - top))
  element.removeAttribute('visibility')
}

export interface Overlay {
  setBoxes(boxes: readonly Box[]): void
  /** `scale`: pixels on the display for each pixel of the page; on a small page the line needs more space beside the text. */
  setActive(active: ActivePlace | null, scale: number): void
  /** Boxes that the formula of the active field refers to. */
  setRelated(ids: ReadonlySet<number>): void
  /** All words of the page; null hides them. */
  setWords(words: readonly Rectangle[] | null): void
  setHovered(rectangle: Rectangle | null): void
  setSelected(rectangle: Rectangle | null): void
  setHits(hits: readonly Rectangle[], present: Rectangle | null): void
}

/** Fills an empty `svg` element. */
export function createOverlay(svg: SVGSVGElement, { width, height }: Size): Overlay {
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  const row = create('rect', 'page-row')
  const words = create('path', 'page-words')
  const hits = create('path', 'page-hits')
  const hit = create('rect', 'page-hit')
  const group = create('g', 'page-values')
  const hovered = create('rect', 'page-hovered')
  const active = create('rect', 'page-active')
  const selected = create('rect', 'page-selected')
  for (const decoration of [row, words, hits, hit, hovered, active, selected])
    decoration.setAttribute('aria-hidden', 'true')
  for (const rect of [row, hit, hovered, active, selected]) place(rect, null)
  svg.replaceChildren(row, words, hits, hit, group, hovered, active, selected)

  const drawn = new Map<number, { element: SVGRectElement; key: string }>()
  const setBoxes = (boxes: readonly Box[]): void => {
    const gone = new Set(drawn.keys())
    for (const box of boxes) {
      gone.delete(box.id)
      const key = `${box.rectangle.join()} ${box.state} ${box.label} ${box.value}`
      const known = drawn.get(box.id)
      if (known?.key === key) continue
      const element = known?.element ?? group.appendChild(create('rect', ''))
      drawn.set(box.id, { element, key })
      place(element, box.rectangle)
      element.setAttribute('class', `page-value ${box.state} ${box.isCell ? 'cell' : ''}`)
      element.setAttribute('role', 'img')
      element.setAttribute('aria-label', `${box.label}: ${box.value}`)
      element.dataset.field = String(box.id)
    }
    for (const id of gone) {
      drawn.get(id)!.element.remove()
      drawn.delete(id)
    }
  }
  return {
    setBoxes,
    setActive: (to, scale) => {
      place(active, to?.rectangle ?? null, Math.max(SPACE + 1, LINE / scale))
      place(row, to?.row ?? null, SPACE + 2)
    },
    setRelated: (ids) => {
      for (const [id, { element }] of drawn) element.toggleAttribute('data-related', ids.has(id))
    },
    setWords: (rectangles) => words.setAttribute('d', rectangles ? pathOf(rectangles) : ''),
    setHovered: (rectangle) => place(hovered, rectangle, 1),
    setSelected: (rectangle) => place(selected, rectangle, 0),
    setHits: (rectangles, present) => {
      hits.setAttribute('d', pathOf(rectangles.map((rectangle) => grown(rectangle, 2))))
      place(hit, present)
    },
  }
}
