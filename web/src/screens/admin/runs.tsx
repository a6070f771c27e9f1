/** The last calls of a hook, read again every few seconds while the page is visible. */
import { useEffect, useState } from 'preact/hooks'
import { request, type List } from '../../api/client.ts'
import type { Hook, HooksRunsResult } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Show, useLoad } from '../../ui/load.tsx'
import { Panel } from '../../ui/panel.tsx'
import { sentenceOf } from '../../ui/toasts.tsx'
import { RunRow, STATES } from './run-row.tsx'

type Run = HooksRunsResult['results'][number]

const REFRESH_MS = 5000
/** Calls that are shown at first, and that each request for more adds. The API returns at most 100 at once. */
const STEP = 25
const MAX_RUNS = 100

export function HookRuns({ hook }: { hook: Hook }) {
  const [status, setStatus] = useState('')
  const [size, setSize] = useState(STEP)
  const [live, setLive] = useState(true)
  const [open, setOpen] = useState<string | null>(null)
  const runs = useLoad(
    (signal) => request<List<Run>>('/hooks/runs', { query: { hook: hook.id, status, page_size: size }, signal }),
    [hook.id, status, size],
  )
  useEvery(REFRESH_MS, live, runs.reload)
  return (
    <Panel
      title={t('admin.runs')}
      hint={t('admin.runsHint')}
      actions={
        <span class="run-tools">
          {runs.value && runs.error !== undefined && (
            <span class="field-error" role="status">
              {t('admin.notRefreshed')} {sentenceOf(runs.error)}
            </span>
          )}
          <Button kind="quiet" icon={live ? 'pause' : 'rotate'} pressed={live} onClick={() => setLive(!live)}>
            {t('admin.live')}
          </Button>
          <SelectField
            label={t('admin.state')}
            hideLabel
            value={status}
            options={[
              { value: '', label: t('admin.allStates') },
              ...STATES.map((value) => ({ value, label: t(`admin.run.${value}`) })),
            ]}
            onChange={(value) => {
              setStatus(value)
              setSize(STEP)
            }}
          />
        </span>
      }
    >
      <Show loaded={runs}>
        {({ results, pagination }) =>
          results.length ? (
            <>
              <div class="scroll-x" tabIndex={0} role="group" aria-label={t('admin.runs')}>
                <table class="table runs">
                  <thead>
                    <tr>
                      <th scope="col">{t('admin.time')}</th>
                      <th scope="col">{t('admin.event')}</th>
                      <th scope="col">{t('admin.state')}</th>
                      <th scope="col" class="number">
                        {t('admin.duration')}
                      </th>
                      <th scope="col">{t('admin.document')}</th>
                      <th>
                        <span class="visually-hidden">{t('admin.actions')}</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {results.map((run) => (
                      <RunRow
                        key={run.uuid}
                        run={run}
                        hasPayloads={hook.config.payload_logging_enabled === true}
                        isOpen={open === run.uuid}
                        toggle={() => setOpen(open === run.uuid ? null : run.uuid)}
                      />
                    ))}
                  </tbody>
                </table>
              </div>
              {pagination.next && size < MAX_RUNS && (
                <Button kind="quiet" onClick={() => setSize(Math.min(MAX_RUNS, size + STEP))}>
                  {t('common.more')}
                </Button>
              )}
              {pagination.next && size >= MAX_RUNS && <p class="soft">{t('admin.onlyLatest', { count: MAX_RUNS })}</p>}
            </>
          ) : (
            <p class="no-figure">{t(status ? 'admin.noRunsOfState' : 'admin.noRuns')}</p>
          )
        }
      </Show>
    </Panel>
  )
}

/** Calls a function at intervals while the page is visible. */
function useEvery(ms: number, isOn: boolean, run: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => document.visibilityState === 'visible' && run(), ms)
    return () => clearInterval(timer)
  }, [ms, isOn])
}
