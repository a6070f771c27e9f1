/** Zooming by mouse: a double click on an empty place, and the wheel with Ctrl. */
import type { Taking } from './taking.ts'
import { isControl, targetAt, within } from './targets.ts'
import type { PagesView } from './view.ts'

/** Zoom by one notch of a wheel; touchpads send many small steps. */
const WHEEL = 0.0018

export function attachMouseZoom(
  view: PagesView,
  taking: Taking,
  scroller: HTMLElement,
  options: { signal: AbortSignal },
): void {
  scroller.addEventListener(
    'dblclick',
    (event) => {
      const target = targetAt(view, event.clientX, event.clientY)
      if (isControl(event.target) || target?.box || (target?.word && taking.canTake.peek())) return
      const isFit = typeof view.zoom.peek() !== 'number'
      view.setZoom(isFit ? 2 : 'width', within(scroller, event))
    },
    options,
  )
  scroller.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const pixels = event.deltaMode === 1 ? event.deltaY * 33 : event.deltaY
      view.zoomBy(Math.exp(-Math.max(-150, Math.min(150, pixels)) * WHEEL), within(scroller, event))
    },
    { ...options, passive: false },
  )
}
