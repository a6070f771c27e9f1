/** A note beside the pointer: the value of the box below it, or the text inside of the rectangle that is being drawn. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { PagesView } from './view.ts'

const DISTANCE = 16

export function PointerTip({ view }: { view: PagesView }) {
  const element = useRef<HTMLDivElement>(null)
  const tip = view.tip.value
  useLayoutEffect(() => {
    if (!tip || !element.current) return
    const { offsetWidth, offsetHeight, style } = element.current
    const isRight = tip.x + DISTANCE + offsetWidth < innerWidth
    const isBelow = tip.y + DISTANCE + offsetHeight < innerHeight
    const left = isRight ? tip.x + DISTANCE : tip.x - DISTANCE - offsetWidth
    const top = isBelow ? tip.y + DISTANCE : tip.y - DISTANCE - offsetHeight
    style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`
  })
  if (!tip) return null
  // The boxes and the announcements say the same to assistive technology.
  return (
    <div ref={element} class="pages-tip" aria-hidden="true">
      {tip.title && <strong>{tip.title}</strong>}
      {tip.text && <span>{tip.text}</span>}
    </div>
  )
}
