/** Describes a run of a function for its author, in lines. */
import { readAnswer } from '../../rules/hooks/answers.ts'
import { fieldChanges, labelOf, shown } from './field-changes.ts'
import type { LocalRun } from './local-run.ts'
import { isObject } from './record.ts'

const MAX_RESPONSE = 4_000
const MAX_LOG_LINES = 200

/** Returns what the function has answered and printed, and what the service would do with the answer. */
export function reportOf(run: LocalRun, limits: { memory_mb: number }): string[] {
  const { payload, response, failure, log, requests, missing, ms, memory_mb } = run
  const lines = failure ? failureLines(failure) : answerLines(payload, response ?? '{}')
  const cut = log.slice(0, MAX_LOG_LINES).map(({ level, text }) => (level === 'INFO' ? text : `${level}: ${text}`))
  const more = log.length - cut.length
  return [
    ...lines,
    ...part('log', more > 0 ? [...cut, `… ${more} more lines`] : cut),
    ...part('requests without a recorded answer (--online sends them to the service)', missing),
    `${ms} ms, ${memory_mb} of ${limits.memory_mb} MB, ${requests} ${requests === 1 ? 'request' : 'requests'}`,
  ]
}

const part = (title: string, lines: readonly string[]): string[] =>
  lines.length ? [title, ...lines.flatMap((line) => line.split('\n')).map((line) => `  ${line}`)] : []

/** The traceback repeats the message unless it has lines of the code. */
export function failureLines({
  kind,
  message,
  line,
  traceback,
}: Pick<NonNullable<LocalRun['failure']>, 'kind' | 'message' | 'line' | 'traceback'>): string[] {
  const where = line === null || message.includes(`line ${line}`) ? '' : ` (line ${line})`
  const trace = traceback && !message.includes(traceback) ? traceback.split('\n') : []
  return part(`failed: ${kind}`, [message + where, ...trace])
}

function answerLines(payload: Record<string, unknown>, response: string): string[] {
  const [event, action] = [String(payload.event), String(payload.action)]
  const answer = readAnswer(event, action, { status: 200, body: response })
  const content = isObject(payload.annotation) ? payload.annotation.content : undefined
  const about = (id: string, text: string) => `${labelOf(content, id)}: ${text}`
  const files = (answer.files ?? []).map((file) => shown(file))
  const text =
    response.length > MAX_RESPONSE ? `${response.slice(0, MAX_RESPONSE)}… (${response.length} characters)` : response
  return [
    ...part('response', [text]),
    ...part('fields', fieldChanges(content, answer.operations)),
    ...part(
      'messages',
      answer.messages.map(({ id, type, content: message }) => `${type}  ${about(id, message)}`),
    ),
    ...part(
      'automation blockers',
      answer.automation_blockers.map(({ id, content: reason }) => about(id, reason)),
    ),
    ...part('files', files),
    ...part('problems', answer.problems),
  ]
}
