/** Touch on the pages: one finger scrolls, two zoom; a long press, or the tool for drawing, draws a rectangle. */
import { createDrawing } from './drawing.ts'
import type { Taking } from './taking.ts'
import { within } from './targets.ts'
import type { PagesView } from './view.ts'

const LONG_PRESS_MS = 450
/** A finger that moves farther scrolls. */
const STILL_PX = 10

interface Pinch {
  distance: number
  x: number
  y: number
}

export function attachTouch(view: PagesView, taking: Taking, scroller: HTMLElement): () => void {
  const abort = new AbortController()
  const drawing = createDrawing(view, taking)
  let timer: ReturnType<typeof setTimeout> | undefined
  let start: { x: number; y: number } | null = null
  let isDrawing = false
  let pinch: Pinch | null = null

  const begin = (x: number, y: number): void => {
    isDrawing = true
    drawing.start(x, y)
    drawing.move(x, y)
  }
  const stop = (): void => {
    clearTimeout(timer)
    if (isDrawing) drawing.cancel()
    isDrawing = false
    start = null
  }
  const down = (event: TouchEvent): void => {
    const [first, second] = event.touches
    if (first && second) {
      stop()
      pinch = pinchOf(first, second)
      event.preventDefault()
      return
    }
    if (!first || !taking.canTake.peek() || (event.target as Element).closest('button')) return
    const { clientX: x, clientY: y } = first
    start = { x, y }
    if (view.drawing.peek()) {
      event.preventDefault()
      begin(x, y)
    } else timer = setTimeout(() => begin(x, y), LONG_PRESS_MS)
  }
  const move = (event: TouchEvent): void => {
    const [first, second] = event.touches
    if (pinch && first && second) {
      event.preventDefault()
      const now = pinchOf(first, second)
      view.zoomBy(now.distance / pinch.distance, within(scroller, { clientX: now.x, clientY: now.y }))
      scroller.scrollBy({ left: pinch.x - now.x, top: pinch.y - now.y, behavior: 'instant' })
      pinch = now
      return
    }
    if (!first) return
    if (isDrawing) {
      event.preventDefault()
      drawing.move(first.clientX, first.clientY)
    } else if (start && Math.hypot(first.clientX - start.x, first.clientY - start.y) > STILL_PX) stop()
  }
  const up = (event: TouchEvent): void => {
    clearTimeout(timer)
    if (event.touches.length < 2) pinch = null
    if (!isDrawing) return
    // Otherwise a click would follow.
    event.preventDefault()
    isDrawing = false
    drawing.end()
  }
  const options = { signal: abort.signal, passive: false }
  scroller.addEventListener('touchstart', down, options)
  scroller.addEventListener('touchmove', move, options)
  scroller.addEventListener('touchend', up, options)
  scroller.addEventListener('touchcancel', stop, options)
  scroller.addEventListener('contextmenu', (event) => start && event.preventDefault(), options)
  return () => {
    clearTimeout(timer)
    abort.abort()
  }
}

const pinchOf = (a: Touch, b: Touch): Pinch => ({
  distance: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
  x: (a.clientX + b.clientX) / 2,
  y: (a.clientY + b.clientY) / 2,
})
