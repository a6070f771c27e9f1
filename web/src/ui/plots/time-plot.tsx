/** Series over days or weeks: stacked bars for counts, lines for figures that may be missing. */
import { useState } from 'preact/hooks'
import { formatDay } from '../../i18n/index.ts'
import type { Span } from './days.ts'
import { PlotFrame, type PlotText } from './frame.tsx'
import { labelled, linear, pathThrough, segments } from './scale.ts'

export interface Series {
  label: string
  /** Class of its colour: `good`, `accent`, `plain`. */
  class: string
  /** One value for each span, as in `Point`. */
  values: readonly (number | null | undefined)[]
}

interface TimePlotProps extends PlotText {
  kind: 'bars' | 'lines'
  spans: readonly Span[]
  series: readonly Series[]
  /** Values of the vertical axis, from 0. */
  ticks: readonly number[]
  format: (value: number) => string
  height?: number
}

const [TOP, BOTTOM, RIGHT] = [8, 22, 6]
/** Width of a character of the axis. */
const CHARACTER = 6.6

export function TimePlot(props: TimePlotProps) {
  const { kind, spans, series, ticks, format, height = 190 } = props
  const [at, setAt] = useState<number | null>(null)
  const left = Math.max(...ticks.map((tick) => format(tick).length)) * CHARACTER + 10
  const sayAt = (index: number): string => {
    const values = series.flatMap(({ label, values }) =>
      values[index] === null || values[index] === undefined ? [] : [`${label}: ${format(values[index])}`],
    )
    return values.length ? `${nameOf(spans[index]!)} · ${values.join(' · ')}` : nameOf(spans[index]!)
  }
  return (
    <PlotFrame {...props} height={height} legend={series} readout={at === null ? null : sayAt(at)}>
      {(width) => {
        const y = linear([0, ticks.at(-1)!], [height - BOTTOM, TOP])
        const band = (width - left - RIGHT) / spans.length
        const x = (index: number) => left + index * band
        return (
          <>
            <Grid ticks={ticks} y={y} left={left} right={width - RIGHT} format={format} />
            {labelled(spans.length, width - left - RIGHT, 64).map((index) => (
              <text key={index} class="tick" x={x(index) + band / 2} y={height - 5} text-anchor="middle">
                {formatDay(spans[index]!.from)}
              </text>
            ))}
            {at !== null && (
              <rect class="cursor" x={x(at)} y={TOP} width={band} height={height - TOP - BOTTOM} aria-hidden="true" />
            )}
            {kind === 'bars' ? (
              <Bars series={series} count={spans.length} x={x} y={y} band={band} />
            ) : (
              series.map((one) => <Line key={one.label} series={one} x={(index) => x(index) + band / 2} y={y} />)
            )}
            {spans.map((span, index) => (
              <rect
                key={span.from}
                class="hit"
                x={x(index)}
                y={0}
                width={band}
                height={height}
                onPointerEnter={() => setAt(index)}
                onPointerLeave={() => setAt(null)}
              >
                <title>{sayAt(index)}</title>
              </rect>
            ))}
          </>
        )
      }}
    </PlotFrame>
  )
}

/** The name of a span: a day, or the first and last day of a week. */
export const nameOf = ({ from, to }: Span): string =>
  from === to ? formatDay(from, { long: true }) : `${formatDay(from)} – ${formatDay(to, { long: true })}`

interface Scales {
  x: (index: number) => number
  y: (value: number) => number
}

interface GridProps {
  ticks: readonly number[]
  y: (value: number) => number
  left: number
  right: number
  format: (value: number) => string
}

export const Grid = ({ ticks, y, left, right, format }: GridProps) => (
  <g aria-hidden="true">
    {ticks.map((tick) => (
      <g key={tick}>
        <line class={tick === 0 ? 'axis' : 'gridline'} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
        <text class="tick" x={left - 7} y={y(tick) + 4} text-anchor="end">
          {format(tick)}
        </text>
      </g>
    ))}
  </g>
)

function Bars({ series, count, x, y, band }: Scales & { series: readonly Series[]; count: number; band: number }) {
  const gap = Math.min(4, band * 0.25)
  const width = Math.min(46, Math.max(1, band - gap))
  return (
    <g aria-hidden="true">
      {Array.from({ length: count }, (_, index) => {
        let below = 0
        return series.map(({ label, class: colour, values }) => {
          const value = values[index] ?? 0
          if (value === 0) return null
          const [bottom, top] = [y(below), y(below + value)]
          below += value
          return (
            <rect
              key={label + index}
              class={`bar ${colour}`}
              x={x(index) + (band - width) / 2}
              y={top}
              width={width}
              height={Math.max(1, bottom - top - (top < bottom - 3 ? 1 : 0))}
              rx={Math.min(2, width / 4)}
            />
          )
        })
      })}
    </g>
  )
}

function Line({ series, x, y }: Scales & { series: Series }) {
  const points = series.values.map((value, index) => ({
    x: x(index),
    y: value === null || value === undefined ? value : y(value),
  }))
  // Points of a dense line would hide it; those of a sparse one are what was measured.
  const hasDots = points.filter((point) => typeof point.y === 'number').length <= 45
  return (
    <g aria-hidden="true">
      {segments(points).map((segment) => (
        <g key={segment[0]!.x}>
          <path class={`line ${series.class}`} d={pathThrough(segment)} />
          {(hasDots || segment.length === 1) &&
            segment.map((point) => (
              <circle key={point.x} class={`dot ${series.class}`} cx={point.x} cy={point.y} r={3} />
            ))}
        </g>
      ))}
    </g>
  )
}
