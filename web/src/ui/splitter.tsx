/** A line between two parts that changes their sizes, by dragging or with the arrow keys. */
import './splitter.css'
import { useState } from 'preact/hooks'
import { remember, storage } from '../app/storage.ts'

interface SizeOptions {
  /** Name under which the browser remembers the size. */
  name: string
  initial: number
  min: number
  max: number
}

interface Size extends SizeOptions {
  value: number
  set: (value: number) => void
}

/** A size in pixels that the browser remembers. */
export function useSize(options: SizeOptions): Size {
  const key = `sheaf.size.${options.name}`
  const bounded = (value: number) => Math.round(Math.max(options.min, Math.min(options.max, value)))
  const [value, setValue] = useState(() => bounded(Number(storage.getItem(key)) || options.initial))
  return {
    ...options,
    value,
    set: (given) => {
      const next = bounded(given)
      setValue(next)
      remember(key, String(next))
    },
  }
}

interface SplitterProps {
  label: string
  size: Size
  /** Direction of the line. The part that has the size is after it. */
  orientation: 'vertical' | 'horizontal'
}

const STEP = 24

export function Splitter({ label, size, orientation }: SplitterProps) {
  const isVertical = orientation === 'vertical'
  const drag = (event: PointerEvent) => {
    const line = event.currentTarget as HTMLElement
    line.setPointerCapture(event.pointerId)
    const start = (isVertical ? event.clientX : event.clientY) + size.value
    const move = (moved: PointerEvent) => size.set(start - (isVertical ? moved.clientX : moved.clientY))
    line.addEventListener('pointermove', move)
    line.addEventListener('pointerup', () => line.removeEventListener('pointermove', move), { once: true })
  }
  const onKey = (event: KeyboardEvent) => {
    const grow = isVertical ? 'ArrowLeft' : 'ArrowUp'
    const shrink = isVertical ? 'ArrowRight' : 'ArrowDown'
    const step = { [grow]: STEP, [shrink]: -STEP }[event.key]
    if (step === undefined) return
    event.preventDefault()
    size.set(size.value + step)
  }
  return (
    <div
      class={`splitter ${orientation}`}
      role="separator"
      aria-orientation={orientation}
      aria-label={label}
      aria-valuenow={size.value}
      aria-valuemin={size.min}
      aria-valuemax={size.max}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={onKey}
    />
  )
}
