/** Confidence against accuracy: the share of right values among those with a confidence, with the diagonal on which both are equal. */
import { useState } from 'preact/hooks'
import { formatNumber, formatShare, t } from '../../i18n/index.ts'
import { pointsOf, type Bin, type BinPoint } from './bins.ts'
import { PlotFrame } from './frame.tsx'
import { linear, pathThrough, segments } from './scale.ts'
import { Grid } from './time-plot.tsx'

const [LEFT, TOP, BOTTOM, RIGHT] = [46, 10, 38, 12]
const SHARES = [0, 0.25, 0.5, 0.75, 1]
const format = (value: number) => formatShare(value)
const rangeOf = ({ from, to }: BinPoint) => `${format(from)} – ${format(to)}`

interface ReliabilityProps {
  title: string
  bins: readonly Bin[]
  /** Drawn as a vertical line if given. */
  threshold?: number | null
  height?: number
}

export function Reliability({ title, bins, threshold = null, height = 260 }: ReliabilityProps) {
  const [at, setAt] = useState<BinPoint | null>(null)
  const points = pointsOf(bins)
  const most = Math.max(1, ...points.map(({ count }) => count))
  const say = (point: BinPoint) =>
    t('insights.binReadout', {
      range: rangeOf(point),
      accuracy: format(point.accuracy ?? 0),
      low: format(point.low),
      high: format(point.high),
      count: point.count,
    })
  const table = {
    head: [t('insights.confidence'), t('insights.accuracy'), t('insights.interval'), t('insights.values')],
    rows: points
      .filter(({ count }) => count > 0)
      .map((point) => [
        rangeOf(point),
        format(point.accuracy!),
        `${format(point.low)} – ${format(point.high)}`,
        formatNumber(point.count),
      ]),
  }
  return (
    <PlotFrame
      title={title}
      description={t('insights.reliabilityDescription')}
      table={table}
      height={height}
      legend={[
        { label: t('insights.observed'), class: 'accent round' },
        { label: t('insights.fewValues'), class: 'hollow round' },
        { label: t('insights.ideal'), class: 'dashed' },
        ...(threshold === null ? [] : [{ label: t('insights.threshold'), class: 'rule' }]),
      ]}
      readout={at && say(at)}
    >
      {(full) => {
        const width = Math.min(full, 560)
        const x = linear([0, 1], [LEFT, width - RIGHT])
        const y = linear([0, 1], [height - BOTTOM, TOP])
        const shown = points.map(({ confidence, accuracy }) => ({
          x: x(confidence),
          y: accuracy === null ? null : y(accuracy),
        }))
        return (
          <>
            <Grid ticks={SHARES} y={y} left={LEFT} right={width - RIGHT} format={format} />
            {SHARES.map((share) => (
              <text key={share} class="tick" x={x(share)} y={height - BOTTOM + 17} text-anchor="middle">
                {format(share)}
              </text>
            ))}
            <text class="tick" x={x(0.5)} y={height - 4} text-anchor="middle">
              {t('insights.confidence')}
            </text>
            <line class="diagonal" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
            {threshold !== null && <line class="threshold" x1={x(threshold)} y1={TOP} x2={x(threshold)} y2={y(0)} />}
            {segments(shown).map((segment) => (
              <path key={segment[0]!.x} class="line accent thin" d={pathThrough(segment)} />
            ))}
            {points.map((point) =>
              point.accuracy === null ? null : (
                <g key={point.from} onPointerEnter={() => setAt(point)} onPointerLeave={() => setAt(null)}>
                  <title>{say(point)}</title>
                  <line
                    class="interval"
                    x1={x(point.confidence)}
                    x2={x(point.confidence)}
                    y1={y(point.low)}
                    y2={y(point.high)}
                  />
                  <circle
                    class={`dot accent ${point.isFew ? 'hollow' : ''}`}
                    cx={x(point.confidence)}
                    cy={y(point.accuracy)}
                    r={3.5 + 6 * Math.sqrt(point.count / most)}
                  />
                  <rect class="hit" x={x(point.from)} y={TOP} width={x(point.to) - x(point.from)} height={y(0) - TOP} />
                </g>
              ),
            )}
          </>
        )
      }}
    </PlotFrame>
  )
}
