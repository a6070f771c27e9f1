/** One call of a hook, with its log on request. */
import { Fragment } from 'preact'
import { idOf, request } from '../../api/client.ts'
import type { HooksRunsResult, HooksRunsUuidLogsResult } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import { Button, Link } from '../../ui/button.tsx'
import { Show, useLoad } from '../../ui/load.tsx'
import { Ago, formatCall } from './ago.tsx'
import { pretty, secondsBetween } from './rules.ts'

type Run = HooksRunsResult['results'][number]
type Log = HooksRunsUuidLogsResult['results'][number]

export const STATES = ['completed', 'failed', 'running', 'waiting', 'cancelled'] as const

const COLOURS: Record<Run['status'], string> = {
  completed: 'confirmed',
  failed: 'rejected',
  running: 'reviewing',
  waiting: '',
  cancelled: '',
}

interface RunRowProps {
  run: Run
  /** The hook logs requests and responses. */
  hasPayloads: boolean
  isOpen: boolean
  toggle: () => void
}

export function RunRow({ run, hasPayloads, isOpen, toggle }: RunRowProps) {
  const seconds = secondsBetween(run.started_at, run.finished_at)
  return (
    <Fragment>
      <tr>
        <td class="nowrap">
          <Ago iso={run.started_at} />
        </td>
        <td>
          <code>{`${run.event}.${run.action}`}</code>
        </td>
        <td>
          <span class={`status ${COLOURS[run.status]}`}>{t(`admin.run.${run.status}`)}</span>
        </td>
        <td class="number">{seconds === null ? '…' : formatCall(seconds)}</td>
        <td>
          {run.annotation ? (
            <Link to={`/documents/${idOf(run.annotation)}`}>{t('layouts.document', { id: idOf(run.annotation) })}</Link>
          ) : (
            <span class="soft">{t('common.none')}</span>
          )}
        </td>
        <td class="number">
          <Button
            kind="quiet"
            icon={isOpen ? 'up' : 'down'}
            label={t('admin.showLog')}
            expanded={isOpen}
            onClick={toggle}
          />
        </td>
      </tr>
      {isOpen && (
        <tr class="details">
          <td colSpan={6}>
            <RunLogs run={run} hasPayloads={hasPayloads} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

function RunLogs({ run: { uuid, status }, hasPayloads }: { run: Run; hasPayloads: boolean }) {
  // Read again when the call ends.
  const logs = useLoad(
    (signal) => request<HooksRunsUuidLogsResult>(`/hooks/runs/${uuid}/logs`, { signal }),
    [uuid, status],
  )
  return (
    <Show loaded={logs}>
      {({ results }) =>
        results.length ? (
          <ol class="logs">
            {results.map((log, index) => (
              <LogEntry key={index} log={log} hasPayloads={hasPayloads} />
            ))}
          </ol>
        ) : (
          <p class="no-figure">{t('admin.noLogs')}</p>
        )
      }
    </Show>
  )
}

function LogEntry({ log, hasPayloads }: { log: Log; hasPayloads: boolean }) {
  return (
    <li class={`log ${log.log_level.toLowerCase()}`}>
      <p class="log-head">
        <span class={`status ${log.log_level === 'ERROR' ? 'rejected' : ''}`}>{t(`admin.level.${log.log_level}`)}</span>
        {log.status_code !== null && <span>HTTP {log.status_code}</span>}
        <span class="soft">
          <Ago iso={log.timestamp} />
        </span>
      </p>
      {log.message && <p class="log-message">{log.message}</p>}
      <Payload title={t('admin.output')} text={log.output} isOpen />
      <Payload title={t('admin.request')} text={log.request} />
      <Payload title={t('admin.response')} text={log.response} />
      {!hasPayloads && !log.request && <p class="hint">{t('admin.payloadsOff')}</p>}
    </li>
  )
}

const Payload = ({ title, text, isOpen }: { title: string; text: string | undefined; isOpen?: boolean }) =>
  text ? (
    <details open={isOpen}>
      <summary>{title}</summary>
      <pre tabIndex={0}>{pretty(text)}</pre>
    </details>
  ) : null
