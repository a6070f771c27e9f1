/** The plots of the screen. */
import { formatNumber, formatSeconds, formatShare, t } from '../../i18n/index.ts'
import { verdictOf } from '../../ui/plots/bins.ts'
import { bySpan, spansOf, weightedMean } from '../../ui/plots/days.ts'
import { Reliability } from '../../ui/plots/reliability.tsx'
import { durationTicks, ticksTo } from '../../ui/plots/scale.ts'
import { nameOf, TimePlot } from '../../ui/plots/time-plot.tsx'
import { NoFigure, Panel } from '../../ui/panel.tsx'
import type { Figures } from './types.ts'

interface SeriesProps {
  figures: Figures
  days: number
}

const spans = (days: number) => spansOf(days, Date.now())
/** Returns a value of the axis: `1 min`, not `1 min 0 s`. */
const formatTick = (seconds: number) => formatSeconds(seconds).replace(/ 0 s$/, '')
const spanHead = (days: number) => t(days > 100 ? 'insights.week' : 'insights.day')

/** Documents per day, by whether a person confirmed them. */
export function Daily({ figures, days }: SeriesProps) {
  const all = spans(days)
  const groups = bySpan(all, figures.document_automation_timeseries)
  const automated = groups.map((group) => group.reduce((sum, day) => sum + day.automated_count, 0))
  const manual = groups.map((group) => group.reduce((sum, day) => sum + day.non_automated_count, 0))
  const most = Math.max(...automated.map((count, index) => count + manual[index]!))
  return (
    <Panel title={t(days > 100 ? 'insights.weekly' : 'insights.daily')}>
      <TimePlot
        kind="bars"
        title={t('insights.daily')}
        description={t('insights.dailyDescription')}
        spans={all}
        ticks={ticksTo(most, { whole: true })}
        format={(value) => formatNumber(value)}
        series={[
          { label: t('insights.withoutPerson'), class: 'good', values: automated },
          { label: t('insights.byPerson'), class: 'plain', values: manual },
        ]}
        table={{
          head: [spanHead(days), t('insights.withoutPerson'), t('insights.byPerson')],
          rows: all.flatMap((span, index) =>
            automated[index]! + manual[index]! === 0
              ? []
              : [[nameOf(span), formatNumber(automated[index]!), formatNumber(manual[index]!)]],
          ),
        }}
      />
    </Panel>
  )
}

/** Median time that people spent on a document. */
export function Duration({ figures: { processing_time: time }, days }: SeriesProps) {
  const title = t('insights.timePerDocument')
  if (!time || time.median_s === null)
    return (
      <Panel title={title}>
        <NoFigure>{t('insights.timeUnknown')}</NoFigure>
      </Panel>
    )
  const all = spans(days)
  const values = bySpan(all, time.timeseries).map((group) =>
    group.length
      ? weightedMean(group.map(({ median_s, document_count }) => ({ value: median_s, count: document_count })))
      : undefined,
  )
  const label = t(days > 100 ? 'insights.meanOfMedians' : 'insights.median')
  return (
    <Panel title={title} hint={t('insights.timePlotHint')}>
      <TimePlot
        kind="lines"
        title={title}
        description={t('insights.timeDescription')}
        spans={all}
        ticks={durationTicks(Math.max(...values.map((value) => value ?? 0)))}
        format={formatTick}
        series={[{ label, class: 'accent', values }]}
        table={{
          head: [spanHead(days), label],
          rows: all.flatMap((span, index) =>
            typeof values[index] === 'number' ? [[nameOf(span), formatSeconds(values[index]!)]] : [],
          ),
        }}
      />
    </Panel>
  )
}

/** Confidence against accuracy of all fields. */
export function Accuracy({ figures: { confidence_accuracy: bins } }: { figures: Figures }) {
  const count = bins?.reduce((sum, bin) => sum + bin.count, 0) ?? 0
  return (
    <Panel title={t('insights.reliability')} hint={t('insights.reliabilityHint')}>
      {!bins || count === 0 ? (
        <NoFigure>{t(bins ? 'insights.noValues' : 'insights.notAvailable')}</NoFigure>
      ) : (
        <>
          <Reliability title={t('insights.reliability')} bins={bins} />
          <p>{t(`insights.verdict.${verdictOf(bins)}`)}</p>
        </>
      )}
    </Panel>
  )
}

/** Share of documents with an error that would have passed unseen, over the 30 days before each day. */
export function Errors({ figures, days }: SeriesProps) {
  const title = t('insights.errorsOverTime')
  const series = figures.estimated_error_rate_timeseries
  const known = series.filter(({ is_quality_estimate }) => is_quality_estimate)
  if (!known.length)
    return (
      <Panel title={title} hint={t('insights.errorsHint')}>
        <NoFigure>{t('insights.tooFewWindow', { count: series.at(-1)?.window_document_count ?? 0 })}</NoFigure>
      </Panel>
    )
  const all = spans(days)
  // Each estimate already looks back over 30 days, so a span shows its last one.
  const last = bySpan(all, series).map((group) => group.at(-1))
  const values = last.map((day) => (day?.is_quality_estimate ? day.error_rate_estimate : null))
  return (
    <Panel title={title} hint={t('insights.errorsHint')}>
      <TimePlot
        kind="lines"
        title={title}
        description={t('insights.errorsDescription')}
        spans={all}
        ticks={ticksTo(Math.max(0.02, ...values.map((value) => value ?? 0)))}
        format={(value) => formatShare(value, 1)}
        series={[{ label: t('insights.errorRate'), class: 'bad', values }]}
        table={{
          head: [spanHead(days), t('insights.errorRate'), t('insights.windowDocuments')],
          rows: all.flatMap((span, index) =>
            typeof values[index] === 'number'
              ? [[nameOf(span), formatShare(values[index]!, 1), formatNumber(last[index]!.window_document_count)]]
              : [],
          ),
        }}
      />
    </Panel>
  )
}
