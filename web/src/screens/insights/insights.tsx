/** Insights of a queue: how many documents need no person, what prevents it, how right confidences are, and what other limits would give. */
import './insights.css'
import { setQuery, route } from '../../app/router.ts'
import { labelsOf } from '../../app/schema-fields.ts'
import type { ScreenProps } from '../../app/screens.ts'
import { request } from '../../api/client.ts'
import { t } from '../../i18n/index.ts'
import { Show, useLoad } from '../../ui/load.tsx'
import { loadQueue, QueueHead } from '../../ui/queue-head.tsx'
import { sentenceOf } from '../../ui/toasts.tsx'
import { Blockers } from './blockers.tsx'
import { Fields } from './fields.tsx'
import { KeyFigures } from './key-figures.tsx'
import { Projections } from './projection.tsx'
import { documentCount, PERIODS, periodOf } from './rules.ts'
import { Suggestions } from './suggestions.tsx'
import { Accuracy, Daily, Duration, Errors } from './series.tsx'
import type { Figures } from './types.ts'

export function Insights({ params }: ScreenProps) {
  const id = params.id!
  const days = periodOf(route.value.query.get('days'))
  const found = useLoad((signal) => loadQueue(id, signal), [id])
  const figures = useLoad(
    async (signal) => ({
      days,
      figures: await request<Figures>(`/queues/${id}/automation/insights`, { query: { days }, signal }),
    }),
    [id, days],
  )
  return (
    <Show loaded={found}>
      {({ queue, schema }) => (
        <>
          <QueueHead id={id} name={queue.name} current="insights">
            <Periods days={days} />
          </QueueHead>
          {figures.value && figures.error !== undefined && (
            <p class="banner error" role="alert">
              {t('common.failed')} {sentenceOf(figures.error)}
            </p>
          )}
          <Show loaded={figures}>
            {(loaded) => (
              <div class={`insights ${loaded.days === days ? '' : 'stale'}`} aria-busy={loaded.days !== days}>
                <Content days={loaded.days} figures={loaded.figures} labels={labelsOf(schema.content)}>
                  <Suggestions
                    queue={queue}
                    schema={schema}
                    days={loaded.days}
                    applied={() => {
                      figures.reload()
                      found.reload()
                    }}
                  />
                  <Projections
                    queue={queue}
                    schema={schema}
                    days={loaded.days}
                    figures={loaded.figures}
                    applied={figures.reload}
                  />
                </Content>
              </div>
            )}
          </Show>
        </>
      )}
    </Show>
  )
}

const Periods = ({ days }: { days: number }) => (
  <div class="segments" role="group" aria-label={t('insights.period')}>
    {PERIODS.map((one) => (
      <button
        key={one}
        type="button"
        class="button"
        aria-pressed={one === days}
        onClick={() => setQuery({ days: one === 90 ? null : String(one) })}
      >
        {t(`insights.days${one}`)}
      </button>
    ))}
  </div>
)

interface ContentProps {
  days: number
  figures: Figures
  labels: Map<string, string>
  children: preact.ComponentChildren
}

function Content({ days, figures, labels, children }: ContentProps) {
  const total = documentCount(figures.document_automation_timeseries)
  if (total === 0)
    return (
      <>
        <p class="notice">{t('insights.empty')}</p>
        {children}
      </>
    )
  return (
    <>
      <KeyFigures figures={figures} total={total} />
      <Daily figures={figures} days={days} />
      <Duration figures={figures} days={days} />
      <Accuracy figures={figures} />
      <Errors figures={figures} days={days} />
      <Blockers figures={figures} labels={labels} total={total} />
      {children}
      <Fields figures={figures} labels={labels} total={total} />
    </>
  )
}
