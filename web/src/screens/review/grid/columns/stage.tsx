/** The page with the lines of the grid above it, the assigned columns above the page, and the types of rows beside it. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { t } from '../../../../i18n/index.ts'
import { PageImage } from '../../../../ui/page-image.tsx'
import type { Drawing } from './drawing.ts'
import { ColumnHeads, RowHeads } from './heads.tsx'
import { GridLine } from './line.tsx'
import { addLine, linesOf, moveLine, removeLine, type Line, type Part } from './part.ts'
import type { Box } from './propose.ts'

/** Size of pages whose size the service does not know yet. */
const A4 = { width: 1240, height: 1754 }
/** Pixels on the screen: least height of a row, most width of a page that it enlarges to, and the types of rows beside the page. */
const ROW_HEIGHT = 25
const MAX_WIDTH = 1800
const GUTTER = 102

/** Shows the present page. `zoom`: width of the page relative to the window. */
export function Stage({ drawing, zoom, isDrawing, onDrawn }: StageProps) {
  const page = drawing.page.value
  const part = drawing.part.value
  const size = { width: page.width ?? A4.width, height: page.height ?? A4.height }
  const scroller = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [band, setBand] = useState<Box | null>(null)
  const toX = (x: number): string => `${(x / size.width) * 100}%`
  const toY = (y: number): string => `${(y / size.height) * 100}%`

  // Rows are large enough to point at, but do not grow while their lines are dragged.
  const leastWidth = useMemo(() => {
    const lines = part ? linesOf(part, 'row') : []
    const lowest = Math.min(...lines.slice(1).map((line, at) => line - lines[at]!))
    return Math.min(MAX_WIDTH, (ROW_HEIGHT / lowest) * size.width) + GUTTER
  }, [page.number, part?.rows.length])

  // The table is in view from the start, as soon as the dialog has a size.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const top = drawing.part.peek()?.rows[0]?.top_position ?? 0
      scroller.current!.scrollTop = Math.max(0, (top / size.height) * sheet.current!.offsetHeight - 24)
    })
    return () => cancelAnimationFrame(frame)
  }, [page.number])

  const pointOf = ({ clientX, clientY }: PointerEvent | MouseEvent): { x: number; y: number } => {
    const box = sheet.current!.getBoundingClientRect()
    return { x: ((clientX - box.left) / box.width) * size.width, y: ((clientY - box.top) / box.height) * size.height }
  }
  const startBand = (event: PointerEvent) => {
    if (!isDrawing || event.button !== 0) return
    event.preventDefault()
    const element = event.currentTarget as HTMLElement
    element.setPointerCapture(event.pointerId)
    const from = pointOf(event)
    const boxTo = (to: PointerEvent): Box => {
      const { x, y } = pointOf(to)
      return [Math.min(from.x, x), Math.min(from.y, y), Math.max(from.x, x), Math.max(from.y, y)]
    }
    element.onpointermove = (move) => setBand(boxTo(move))
    element.onpointercancel = () => stop()
    element.onpointerup = (up) => {
      stop()
      const [left, top, right, bottom] = boxTo(up) as [number, number, number, number]
      if (right - left > 40 && bottom - top > 12) onDrawn([Math.max(0, left), Math.max(0, top), right, bottom])
    }
    const stop = () => {
      element.onpointermove = element.onpointerup = element.onpointercancel = null
      setBand(null)
    }
  }
  const set = (next: Part) => drawing.set(page.number, next)
  return (
    <div ref={scroller} class="columns-stage">
      <div class="columns-sheet" style={{ width: `${zoom * 100}%`, minWidth: `${Math.ceil(leastWidth)}px` }}>
        <div class="columns-corner" />
        <div class="columns-heads">{part && <ColumnHeads drawing={drawing} part={part} toX={toX} set={set} />}</div>
        <div class="rows-heads">{part && <RowHeads drawing={drawing} part={part} toY={toY} set={set} />}</div>
        <div
          ref={sheet}
          class={`columns-page ${isDrawing ? 'drawing' : ''}`}
          onPointerDown={startBand}
          onDblClick={(event) => {
            const added =
              part &&
              !isDrawing &&
              addLine(
                part,
                event.shiftKey ? 'row' : 'column',
                event.shiftKey ? pointOf(event).y : pointOf(event).x,
                drawing.type,
              )
            if (added) set(added.part)
          }}
        >
          <PageImage
            page={page}
            size="full"
            alt={t('grid.columns.page', { page: page.number, pages: drawing.pages.length })}
            eager
          >
            {part && !isDrawing && (
              <Lines part={part} drawing={drawing} size={size} toX={toX} toY={toY} pointOf={pointOf} set={set} />
            )}
            {band && (
              <div
                class="columns-band"
                style={{
                  left: toX(band[0]!),
                  top: toY(band[1]!),
                  width: toX(band[2]! - band[0]!),
                  height: toY(band[3]! - band[1]!),
                }}
              />
            )}
          </PageImage>
        </div>
      </div>
    </div>
  )
}

interface StageProps {
  drawing: Drawing
  zoom: number
  /** The user draws a rectangle around the table. */
  isDrawing: boolean
  onDrawn: (rectangle: Box) => void
}

interface LinesProps {
  part: Part
  drawing: Drawing
  size: { width: number; height: number }
  toX: (x: number) => string
  toY: (y: number) => string
  pointOf: (event: PointerEvent) => { x: number; y: number }
  set: (part: Part) => void
}

/** All lines, and a veil over what is not read. */
function Lines({ part, drawing, size, toX, toY, pointOf, set }: LinesProps) {
  const xs = linesOf(part, 'column')
  const ys = linesOf(part, 'row')
  const [left, right, top, bottom] = [xs[0]!, xs.at(-1)!, ys[0]!, ys.at(-1)!]
  const latest = useRef(part)
  useEffect(() => {
    latest.current = part
  }, [part])
  const line = (axis: Line['axis'], index: number, count: number, position: number) => {
    const place: Line = { axis, at: index === count ? 'end' : index }
    const most = axis === 'column' ? size.width : size.height
    const isOuter = index === 0 || index === count
    return (
      <GridLine
        key={`${axis}${index}`}
        axis={axis}
        index={index}
        position={position}
        most={most}
        style={
          axis === 'column'
            ? { left: toX(position), top: toY(top), height: toY(bottom - top) }
            : { top: toY(position), left: toX(left), width: toX(right - left) }
        }
        isOuter={isOuter}
        pointOf={pointOf}
        onMove={(to) => set(moveLine(latest.current, place, to, most))}
        {...(isOuter ? {} : { onRemove: () => set(removeLine(latest.current, place)) })}
      />
    )
  }
  return (
    <>
      {part.columns.map(({ schema_id }, index) =>
        schema_id === null ? (
          <div
            key={`veil-x${index}`}
            class="columns-veil"
            style={{
              left: toX(xs[index]!),
              width: toX(xs[index + 1]! - xs[index]!),
              top: toY(top),
              height: toY(bottom - top),
            }}
          />
        ) : null,
      )}
      {part.rows.map(({ type }, index) =>
        type !== null && drawing.grid.row_types_to_extract.includes(type) ? null : (
          <div
            key={`veil-y${index}`}
            class="columns-veil"
            style={{
              top: toY(ys[index]!),
              height: toY(ys[index + 1]! - ys[index]!),
              left: toX(left),
              width: toX(right - left),
            }}
          />
        ),
      )}
      {ys.map((position, index) => line('row', index, part.rows.length, position))}
      {xs.map((position, index) => line('column', index, part.columns.length, position))}
    </>
  )
}
