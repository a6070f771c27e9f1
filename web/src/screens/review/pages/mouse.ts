/** Mouse and pen on the pages: hover, click, drag a rectangle, pan, and zoom with the wheel. */
import { effect } from '@preact/signals'
import { attachDragging } from './dragging.ts'
import { createHover } from './hover.ts'
import { attachMouseZoom } from './mouse-zoom.ts'
import { createSpaceBar } from './space-bar.ts'
import type { Taking } from './taking.ts'
import { click, isControl, onScrollbar } from './targets.ts'
import type { PagesView } from './view.ts'

export function attachMouse(view: PagesView, taking: Taking, scroller: HTMLElement): () => void {
  const abort = new AbortController()
  const options = { signal: abort.signal }
  const space = createSpaceBar()
  const hover = createHover(view, taking, scroller, space.isDown)
  const dragging = attachDragging(view, taking, scroller, { hover, space, options })
  space.attach(scroller, { grab: () => hover.cursor('grab'), rest: hover.rest }, options)
  attachMouseZoom(view, taking, scroller, options)
  scroller.addEventListener('scroll', hover.leave, { ...options, passive: true })
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
      const wasDragged = dragging.takeDragged()
      if (!wasDragged && !isControl(event.target) && !space.isDown()) click(view, taking, event)
    },
    options,
  )
  const stop = effect(() => {
    void taking.canTake.value
    hover.rest()
  })
  return () => {
    abort.abort()
    hover.close()
    stop()
  }
}
