/** The log of hooks: one row per attempt, as `GET /v1/hooks/logs` shows it. */
import { HookLog, type Hook, type HookRun, type RowOf } from '../../../models/index.ts'
import { clippedJson, hiding, redacted } from '../../../rules/hooks/redact.ts'
import type { Tx } from '../../outbox/transaction.ts'
import type { HookConfig } from '../config.ts'
import { LogQuota } from './log-quota.ts'

/** A longer text is cut: a log is read by people, and each attempt has one. */
const MAX_TEXT = 200_000
const MAX_MESSAGE = 4096
const NOT_LOGGED = 'Output and payloads are not logged: the limit of the organization for one day is reached.'

const quota = new LogQuota()

export interface LogEntry {
  status: HookLog['status']
  level: HookLog['log_level']
  message: string
  start: Date
  end: Date | null
  status_code: number | null
  output?: string | undefined
  /** The payload and the response, logged only if the hook has `payload_logging_enabled`. */
  body?: string
  response?: string | undefined
}

/** PostgreSQL does not store null characters. */
const clean = (text: string, longest: number) => text.slice(0, longest).replaceAll('\0', '').toWellFormed()

const logged = (text: string) => clean(clippedJson(text, MAX_TEXT), Infinity)

export async function writeLog(
  tx: Tx,
  run: RowOf<HookRun>,
  hook: RowOf<Hook>,
  config: HookConfig,
  { status, level, message, start, end, status_code, output, body, response }: LogEntry,
): Promise<void> {
  const isLogged = config.payload_logging_enabled ?? false
  const hasText = output || (isLogged && response !== undefined)
  const hide = body !== undefined && hasText ? hiding(JSON.parse(body)) : (text: string) => text
  const texts = {
    output: output ? clean(hide(output), MAX_TEXT) : null,
    request: isLogged && body !== undefined ? logged(redacted(body)) : null,
    response: isLogged && response !== undefined ? logged(hide(response)) : null,
    settings: isLogged ? logged(JSON.stringify(hook.settings)) : null,
  }
  const isAdmitted = quota.admits(run.organization_id, Object.values(texts), start)
  await HookLog.query(tx).insert({
    organization_id: run.organization_id,
    uuid: run.uuid,
    hook_id: hook.id,
    queue_id: run.queue_id,
    annotation_id: run.annotation_id,
    email_id: run.email_id,
    request_id: run.request_id,
    event: run.event,
    action: run.action,
    hook_type: hook.type === 'function' ? 'function' : 'webhook',
    log_level: level,
    message: clean(isAdmitted ? message : `${message} ${NOT_LOGGED}`, MAX_MESSAGE),
    status,
    status_code,
    start: start.toISOString(),
    end: end?.toISOString() ?? null,
    ...(isAdmitted ? texts : {}),
  })
}
