import { formatNumber, formatSeconds, formatShare, t } from '../../i18n/index.ts'
import { documentCount } from './rules.ts'
import type { Figures } from './types.ts'

/** The rates of the period as figures. A rate that is not known is explained, never shown as zero. */
export function KeyFigures({ figures, total }: { figures: Figures; total: number }) {
  const { document_automation_rate, document_touchless_rate, estimated_error_rate, processing_time } = figures
  const series = figures.document_automation_timeseries
  const automated = series.reduce((sum, day) => sum + day.automated_count, 0)
  const touchless = series.reduce((sum, day) => sum + day.touchless_count, 0)
  const known = touchless + series.reduce((sum, day) => sum + day.touched_count, 0)
  const of = (count: number, all: number) =>
    t('insights.countOf', { count: formatNumber(count), total: formatNumber(all) })
  const hasTime = processing_time && processing_time.median_s !== null
  return (
    <dl class="key-figures">
      <Figure
        label={t('insights.automated')}
        value={documentCount(series) === 0 ? null : formatShare(document_automation_rate, 1)}
        hint={`${of(automated, documentCount(series))} ${t('insights.automatedHint')}`}
      />
      <Figure
        label={t('insights.touchless')}
        value={document_touchless_rate === null ? null : formatShare(document_touchless_rate, 1)}
        hint={
          document_touchless_rate === null
            ? t('insights.notRecorded')
            : `${of(touchless, known)} ${t('insights.touchlessHint')}`
        }
      />
      <Figure
        label={t('insights.errorRate')}
        value={estimated_error_rate === null ? null : formatShare(estimated_error_rate, 1)}
        hint={t(estimated_error_rate === null ? 'insights.tooFew' : 'insights.errorRateHint')}
      />
      <Figure
        label={t('insights.timePerDocument')}
        value={hasTime ? formatSeconds(processing_time.median_s!) : null}
        hint={
          hasTime
            ? t('insights.timeHint', {
                p90: formatSeconds(processing_time.p90_s ?? processing_time.median_s!),
                count: processing_time.document_count,
              })
            : t('insights.timeUnknown')
        }
      />
      <Figure label={t('insights.confirmed')} value={formatNumber(total)} hint={t('insights.confirmedHint')} />
    </dl>
  )
}

interface FigureProps {
  label: string
  value: string | null
  hint: string
}

const Figure = ({ label, value, hint }: FigureProps) => (
  <div class="card figure">
    <dt>{label}</dt>
    <dd class={value === null ? 'unknown' : 'value'}>{value ?? t('insights.unknown')}</dd>
    <dd class="hint">{hint}</dd>
  </div>
)
