/** Where the pages are in the area that scrolls, for each zoom. Sizes come from numbers only, so that no image has to be loaded first. */
import type { Rectangle } from '../store/review.ts'
import { rectangleToView, turnedSize, type Point, type Size, type Turn } from './geometry.ts'

/** Fits pages to the area, or shows them at a scale: 1 is the size of a sheet of A4 on paper. */
export type Zoom = 'width' | 'page' | number

export const MIN_ZOOM = 0.25
export const MAX_ZOOM = 4
/** Space around and between pages. */
export const GAP = 14

/** Pages of the same paper size look equally large, although their images may have different resolutions. */
const A4_SIDE = Math.sqrt(794 * 1123)
/** Used while the service does not know the size of an image: A4 with 200 dots per inch. */
const UNKNOWN: Size = { width: 1654, height: 2339 }

export interface View {
  zoom: Zoom
  turn: Turn
  /** Visible part of the area that scrolls. */
  viewport: Size
}

export interface PagePlace extends Size {
  left: number
  top: number
  /** Pixels on the display for each pixel of the page. */
  scale: number
  /** The upright page in its own pixels. */
  size: Size
}

export interface Layout extends Size {
  pages: readonly PagePlace[]
}

/** Size of the image of a page. */
export const sizeOf = ({ width, height }: { width: number | null; height: number | null }): Size =>
  width && height ? { width, height } : UNKNOWN

export const clampZoom = (zoom: number): number => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom))

const unitOf = ({ width, height }: Size): number => A4_SIDE / Math.sqrt(width * height)

/** Returns the scale of a page as a zoom. */
export const zoomOf = ({ scale, size }: PagePlace): number => scale / unitOf(size)

/** Places the pages below each other, each centred. */
export function layoutPages(sizes: readonly Size[], view: View): Layout {
  const { viewport } = view
  let top = GAP
  const placed = sizes.map((size): PagePlace => {
    const scale = scaleOf(size, view)
    const turned = turnedSize(size, view.turn)
    const place = {
      left: 0,
      top,
      width: Math.round(turned.width * scale),
      height: Math.round(turned.height * scale),
      scale,
      size,
    }
    top += place.height + GAP
    return place
  })
  const width = Math.max(viewport.width, ...placed.map((page) => page.width + 2 * GAP))
  const pages = placed.map((page) => ({ ...page, left: Math.round((width - page.width) / 2) }))
  return { width, height: Math.max(top, viewport.height), pages }
}

function scaleOf(size: Size, { zoom, turn, viewport }: View): number {
  const unit = unitOf(size)
  if (typeof zoom === 'number') return clampZoom(zoom) * unit
  const turned = turnedSize(size, turn)
  const byWidth = Math.max(50, viewport.width - 2 * GAP) / turned.width
  const byHeight = Math.max(50, viewport.height - 2 * GAP) / turned.height
  const fitted = zoom === 'width' ? byWidth : Math.min(byWidth, byHeight)
  return Math.min(fitted, MAX_ZOOM * unit)
}

/** Returns the index of the page at a height; between two pages, the nearer one. */
export function pageAt({ pages }: Layout, y: number): number {
  const at = pages.findIndex(({ top, height }) => y < top + height + GAP / 2)
  return at === -1 ? pages.length - 1 : at
}

/**
 * Returns where to scroll after the layout has changed so that what was at a point of the viewport stays there: the pointer while zooming,
 * the centre otherwise.
 */
export function scrollKeeping(before: Layout, after: Layout, scroll: Point, at: Point): Point {
  const index = pageAt(before, scroll.y + at.y)
  const [from, to] = [before.pages[index], after.pages[index]]
  if (!from || !to) return scroll
  const share = (offset: number, length: number) => (length ? offset / length : 0)
  return {
    x: Math.max(0, to.left + share(scroll.x + at.x - from.left, from.width) * to.width - at.x),
    y: Math.max(0, to.top + share(scroll.y + at.y - from.top, from.height) * to.height - at.y),
  }
}

/** Returns where a rectangle of a page is in the area that scrolls. */
export function placeOf({ left, top, scale, size }: PagePlace, rectangle: Rectangle, turn: Turn): Rectangle {
  const [l, t, r, b] = rectangleToView(rectangle, size, turn)
  return [left + l * scale, top + t * scale, left + r * scale, top + b * scale]
}

/** Returns where to scroll so that a place is visible with some space around it; null if it is visible already. */
export function scrollToShow([left, top, right, bottom]: Rectangle, scroll: Point, viewport: Size): Point | null {
  const x = along(left, right, scroll.x, viewport.width)
  const y = along(top, bottom, scroll.y, viewport.height)
  return x === scroll.x && y === scroll.y ? null : { x, y }
}

/** Space between a place and the edge of the viewport at which it still counts as visible. */
const EDGE = 24

function along(start: number, end: number, scroll: number, length: number): number {
  if (start >= scroll + EDGE && end <= scroll + length - EDGE) return scroll
  // A place larger than the viewport begins at its edge; others go to a third, where there is space for what follows.
  const space = end - start > length - 2 * EDGE ? EDGE : Math.min((length - (end - start)) / 2, length / 3)
  return Math.max(0, Math.round(start - space))
}
