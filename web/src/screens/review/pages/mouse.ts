/** Mouse and pen on the pages: hover, click, drag a rectangle, pan, and zoom with the wheel. */
import { effect } from '@preact/signals'
import { smallestAt, type Point } from './geometry.ts'
import { createDrawing } from './drawing.ts'
import type { Taking } from './taking.ts'
import type { PagesView } from './view.ts'
import { wordAt, type Word } from './words.ts'
import type { Box } from './boxes.ts'

/** A press that moves less is a click. */
const DRAG_PX = 4
/** Zoom by one notch of a wheel; touchpads send many small steps. */
const WHEEL = 0.0018

interface Press {
  x: number
  y: number
  kind: 'draw' | 'pan'
  started: boolean
}

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

export function attachMouse(view: PagesView, taking: Taking, scroller: HTMLElement): () => void {
  const abort = new AbortController()
  const drawing = createDrawing(view, taking)
  let press: Press | null = null
  let isSpaceDown = false
  let panned = false
  let dragged = false
  let frame = 0

  const cursor = (name: string): void => {
    if (scroller.dataset.cursor !== name) scroller.dataset.cursor = name
  }
  const resting = (): string => (isSpaceDown ? 'grab' : taking.canTake.peek() ? 'draw' : 'grab')

  const hover = (x: number, y: number): void => {
    const target = targetAt(view, x, y)
    const { box, word } = target ?? {}
    const takes = word && taking.canTake.peek() && !isSpaceDown
    view.hovered.value = takes ? { page: target!.page, rectangle: word.rectangle } : null
    view.tip.value = box ? { x, y, title: box.label, text: box.value } : null
    cursor(isSpaceDown ? 'grab' : box || takes ? 'point' : resting())
  }
  const leave = (): void => {
    cancelAnimationFrame(frame)
    view.hovered.value = null
    view.tip.value = null
  }

  const down = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || isControl(event.target) || onScrollbar(event, scroller)) return
    const isPan = event.button === 1 || (event.button === 0 && (isSpaceDown || !taking.canTake.peek()))
    if (!isPan && event.button !== 0) return
    dragged = false
    press = { x: event.clientX, y: event.clientY, kind: isPan ? 'pan' : 'draw', started: false }
  }
  const move = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return
    const { clientX: x, clientY: y } = event
    if (!press) {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => hover(x, y))
      return
    }
    if (!press.started) {
      if (Math.hypot(x - press.x, y - press.y) < DRAG_PX) return
      press.started = true
      dragged = true
      leave()
      scroller.setPointerCapture(event.pointerId)
      if (press.kind === 'draw') drawing.start(press.x, press.y)
    }
    if (press.kind === 'draw') {
      cursor('draw')
      drawing.move(x, y)
      return
    }
    cursor('grabbing')
    panned = true
    scroller.scrollBy({ left: press.x - x, top: press.y - y, behavior: 'instant' })
    press = { ...press, x, y }
  }
  const up = (): void => {
    if (press?.started && press.kind === 'draw') drawing.end()
    press = null
    cursor(resting())
  }
  const cancel = (): void => {
    drawing.cancel()
    press = null
    leave()
  }

  const options = { signal: abort.signal }
  scroller.addEventListener('pointerdown', down, options)
  scroller.addEventListener('pointermove', move, options)
  scroller.addEventListener('pointerup', up, options)
  scroller.addEventListener('pointercancel', cancel, options)
  scroller.addEventListener('pointerleave', () => !press && leave(), options)
  scroller.addEventListener('scroll', leave, { ...options, passive: true })
  scroller.addEventListener(
    'mousedown',
    (event) => {
      // Pointing by mouse leaves the keyboard in the form, if it is there. The middle button would scroll by itself.
      const isElsewhere = document.activeElement !== document.body && !scroller.contains(document.activeElement)
      if (event.button === 1 || (isElsewhere && !isControl(event.target) && !onScrollbar(event, scroller)))
        event.preventDefault()
    },
    options,
  )
  scroller.addEventListener(
    'click',
    (event) => {
      if (!dragged && !isControl(event.target) && !isSpaceDown) click(view, taking, event)
      dragged = false
    },
    options,
  )
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
  scroller.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== ' ' || event.target !== scroller || event.ctrlKey || event.altKey) return
      event.preventDefault()
      if (!isSpaceDown) panned = false
      isSpaceDown = true
      cursor('grab')
    },
    options,
  )
  scroller.addEventListener(
    'keyup',
    (event) => {
      if (event.key !== ' ' || !isSpaceDown) return
      isSpaceDown = false
      cursor(resting())
      // A short press scrolls, as everywhere in a browser.
      if (!panned) scroller.scrollBy({ top: (event.shiftKey ? -0.9 : 0.9) * scroller.clientHeight })
    },
    options,
  )
  scroller.addEventListener('blur', () => (isSpaceDown = false), options)
  const stop = effect(() => {
    void taking.canTake.value
    cursor(resting())
  })
  return () => {
    abort.abort()
    cancelAnimationFrame(frame)
    stop()
  }
}

/** Buttons on the pages handle their own clicks. */
export const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, input') !== null

function onScrollbar({ clientX, clientY }: MouseEvent, scroller: HTMLElement): boolean {
  const { left, top } = scroller.getBoundingClientRect()
  return clientX - left >= scroller.clientWidth || clientY - top >= scroller.clientHeight
}

/** Returns a point of the window as a point of the viewport. */
export function within(scroller: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = scroller.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
