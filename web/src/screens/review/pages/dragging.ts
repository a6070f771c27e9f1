/** A press of the mouse or pen that moves: it draws a rectangle or moves the pages. */
import { createDrawing } from './drawing.ts'
import type { Hover } from './hover.ts'
import type { SpaceBar } from './space-bar.ts'
import type { Taking } from './taking.ts'
import { isControl, onScrollbar } from './targets.ts'
import type { PagesView } from './view.ts'

/** A press that moves less is a click. */
const DRAG_PX = 4

interface Press {
  x: number
  y: number
  kind: 'draw' | 'pan'
  started: boolean
}

interface Shared {
  hover: Hover
  space: SpaceBar
  options: { signal: AbortSignal }
}

export interface Dragging {
  /** Returns whether the last press was a drag, and forgets it: a click follows each press. */
  takeDragged(): boolean
}

export function attachDragging(
  view: PagesView,
  taking: Taking,
  scroller: HTMLElement,
  { hover, space, options }: Shared,
): Dragging {
  const drawing = createDrawing(view, taking)
  let press: Press | null = null
  let dragged = false

  const down = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || isControl(event.target) || onScrollbar(event, scroller)) return
    const isPan = event.button === 1 || (event.button === 0 && (space.isDown() || !taking.canTake.peek()))
    if (!isPan && event.button !== 0) return
    dragged = false
    press = { x: event.clientX, y: event.clientY, kind: isPan ? 'pan' : 'draw', started: false }
  }
  const move = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return
    const { clientX: x, clientY: y } = event
    if (!press) return hover.at(x, y)
    if (!press.started) {
      if (Math.hypot(x - press.x, y - press.y) < DRAG_PX) return
      press.started = true
      dragged = true
      hover.leave()
      scroller.setPointerCapture(event.pointerId)
      if (press.kind === 'draw') drawing.start(press.x, press.y)
    }
    if (press.kind === 'draw') {
      hover.cursor('draw')
      drawing.move(x, y)
      return
    }
    hover.cursor('grabbing')
    space.notePanned()
    scroller.scrollBy({ left: press.x - x, top: press.y - y, behavior: 'instant' })
    press = { ...press, x, y }
  }
  const up = (): void => {
    if (press?.started && press.kind === 'draw') drawing.end()
    press = null
    hover.rest()
  }
  const cancel = (): void => {
    drawing.cancel()
    press = null
    hover.leave()
  }

  scroller.addEventListener('pointerdown', down, options)
  scroller.addEventListener('pointermove', move, options)
  scroller.addEventListener('pointerup', up, options)
  scroller.addEventListener('pointercancel', cancel, options)
  scroller.addEventListener('pointerleave', () => !press && hover.leave(), options)
  // While drawing, the keyboard may still be in the form.
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !press?.started) return
      event.preventDefault()
      event.stopPropagation()
      cancel()
    },
    { ...options, capture: true },
  )
  return {
    takeDragged: () => {
      const wasDragged = dragged
      dragged = false
      return wasDragged
    },
  }
}
