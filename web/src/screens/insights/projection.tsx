/** What automation would become with an acceptable share of errors; administrators can make it the target of the queue. */
import { useEffect, useState } from 'preact/hooks'
import { request } from '../../api/client.ts'
import type { Queue, Schema } from '../../api/types.ts'
import { isAdmin } from '../../app/session.ts'
import { labelsOf } from '../../app/schema-fields.ts'
import { formatNumber, formatShare, t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Loading, useLoad } from '../../ui/load.tsx'
import { sentenceOf } from '../../ui/toasts.tsx'
import { ApplyTarget } from './apply-target.tsx'
import { CommonLimit } from './limit-fields.tsx'
import { NoFigure, Panel } from '../../ui/panel.tsx'
import { ProjectionTable } from './projection-table.tsx'
import { changesOf, limitOf, type Limits } from './rules.ts'
import { Targets } from './targets.tsx'
import type { Figures, Projection, Target } from './types.ts'

/** Time after the last change of a limit until it is computed. */
const PAUSE_MS = 350

interface ProjectionsProps {
  queue: Queue
  schema: Schema
  days: number
  figures: Figures
  /** Called after a target was set, which changes thresholds. */
  applied: () => void
}

export function Projections({ queue, schema, days, figures, applied }: ProjectionsProps) {
  const [limits, setLimits] = useState<Limits>({ common: 0.02, own: {} })
  const settled = useSettled(limits)
  const targets = useLoad(
    (signal) => request<{ results: Target[] }>(`/queues/${queue.id}/automation/targets`, { signal }),
    [queue.id],
  )
  const fields = figures.datapoint_statistics.map(({ schema_id }) => schema_id)
  const projected = useLoad(
    async (signal) => {
      const project = (chosen: { schema_id: string; error_rate_limit: number }[]) =>
        request<Projection>(`/queues/${queue.id}/automation/projections`, {
          body: { fields: chosen },
          query: { days },
          signal,
        })
      // The present thresholds on the same documents: only these two can be compared.
      const [now, then] = await Promise.all([
        project([]),
        project(fields.map((schema_id) => ({ schema_id, error_rate_limit: limitOf(settled, schema_id) }))),
      ])
      return { now, then, limits: settled }
    },
    [queue.id, days, settled, targets.value?.results[0]?.datetime],
  )
  const labels = labelsOf(schema.content)
  return (
    <>
      <Panel title={t('insights.projection')} hint={t('insights.projectionHint')} wide>
        {projected.error !== undefined && (
          <p class="field-error" role="alert">
            {t('insights.projectionFailed')} {sentenceOf(projected.error)}{' '}
            <Button kind="quiet" onClick={projected.reload}>
              {t('common.retry')}
            </Button>
          </p>
        )}
        {projected.value ? (
          <Result
            {...projected.value}
            limits={limits}
            isStale={projected.value.limits !== limits}
            setLimits={setLimits}
            queue={queue}
            schema={schema}
            labels={labels}
            applied={() => {
              targets.reload()
              applied()
            }}
          />
        ) : (
          projected.error === undefined && <Loading />
        )}
      </Panel>
      <Targets loaded={targets} labels={labels} />
    </>
  )
}

interface ResultProps {
  now: Projection
  then: Projection
  limits: Limits
  isStale: boolean
  setLimits: (limits: Limits) => void
  queue: Queue
  schema: Schema
  labels: Map<string, string>
  applied: () => void
}

function Result({ now, then, limits, isStale, setLimits, queue, schema, labels, applied }: ResultProps) {
  const [before, after] = [now.projections[0], then.projections[0]]
  if (!before || !after || then.used_document_count === 0)
    return <NoFigure>{t('insights.projectionNoDocuments')}</NoFigure>
  const changes = changesOf(before.datapoint_statistics, after.datapoint_statistics)
  const isOff = !queue.automation_enabled || queue.automation_level === 'never'
  return (
    <div class="projection">
      <div class="projection-choice">
        <CommonLimit limits={limits} onChange={setLimits} />
        <p class="hint">
          {t('insights.basis', {
            used: formatNumber(then.used_document_count),
            total: formatNumber(then.total_document_count),
          })}
        </p>
        {isOff && <p class="note">{t('insights.automationOff')}</p>}
      </div>
      <dl class={`comparison ${isStale ? 'stale' : ''}`} aria-busy={isStale} aria-live="polite">
        <Compared
          label={t('insights.automated')}
          now={before.document_automation_rate}
          then={after.document_automation_rate}
        />
        <Compared label={t('insights.errorRate')} now={before.estimated_error_rate} then={after.estimated_error_rate} />
      </dl>
      <ProjectionTable
        changes={changes}
        figures={after.datapoint_statistics}
        labels={labels}
        limits={limits}
        onChange={setLimits}
      />
      {isAdmin.value && (
        <ApplyTarget
          queue={queue}
          schema={schema}
          changes={changes}
          limits={limits}
          projected={after}
          isStale={isStale}
          labels={labels}
          applied={applied}
        />
      )}
    </div>
  )
}

const rateOf = (rate: number | null) => (rate === null ? t('insights.unknown') : formatShare(rate, 1))

function Compared({ label, now, then }: { label: string; now: number | null; then: number | null }) {
  return (
    <div class="compared">
      <dt>{label}</dt>
      <dd>
        <span class="soft">
          {t('insights.withPresent')} <b>{rateOf(now)}</b>
        </span>
        <span>
          {t('insights.withChosen')} <strong class={then === null ? 'unknown' : ''}>{rateOf(then)}</strong>
        </span>
        {(now === null || then === null) && <span class="hint">{t('insights.tooFew')}</span>}
      </dd>
    </div>
  )
}

/** Returns a value once it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
