/** One line of the grid: it is dragged, or moved by arrow keys. */
import { t } from '../../../../i18n/index.ts'
import type { Axis } from './part.ts'

interface GridLineProps {
  axis: Axis
  index: number
  position: number
  most: number
  style: Record<string, string>
  isOuter: boolean
  pointOf: (event: PointerEvent) => { x: number; y: number }
  onMove: (to: number) => void
  /** Absent for the outer lines. */
  onRemove?: () => void
}

export function GridLine({ axis, index, position, most, style, isOuter, pointOf, onMove, onRemove }: GridLineProps) {
  const isColumn = axis === 'column'
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1
    const by = { [isColumn ? 'ArrowLeft' : 'ArrowUp']: -step, [isColumn ? 'ArrowRight' : 'ArrowDown']: step }[event.key]
    if (by !== undefined) onMove(position + by)
    else if ((event.key === 'Delete' || event.key === 'Backspace') && onRemove) {
      focusNeighbour(event.currentTarget as HTMLElement)
      onRemove()
    } else return
    event.preventDefault()
  }
  const startDrag = (event: PointerEvent) => {
    if (event.button !== 0) return
    const element = event.currentTarget as HTMLElement
    event.preventDefault()
    event.stopPropagation()
    element.focus({ preventScroll: true })
    element.setPointerCapture(event.pointerId)
    element.onpointermove = (move) => onMove(isColumn ? pointOf(move).x : pointOf(move).y)
    element.onpointerup = element.onpointercancel = () => {
      element.onpointermove = null
    }
  }
  return (
    <div
      role="separator"
      tabIndex={0}
      class={`grid-line ${axis} ${isOuter ? 'outer' : ''}`}
      style={style}
      aria-orientation={isColumn ? 'vertical' : 'horizontal'}
      aria-label={t(isColumn ? 'grid.columns.line' : 'grid.columns.rowLine', { line: index + 1 })}
      aria-valuenow={Math.round(position)}
      aria-valuemin={0}
      aria-valuemax={most}
      title={onRemove ? t('grid.columns.lineHint') : undefined}
      onKeyDown={onKeyDown}
      onPointerDown={startDrag}
      onDblClick={(event) => {
        event.stopPropagation()
        onRemove?.()
      }}
    />
  )
}

/** Keeps the focus among the lines when this one is removed. */
function focusNeighbour(line: HTMLElement): void {
  const next = line.previousElementSibling ?? line.nextElementSibling
  if (next instanceof HTMLElement) next.focus({ preventScroll: true })
}
