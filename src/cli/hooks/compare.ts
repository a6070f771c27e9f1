/** Compares the result of a repeated call with the recorded one. */
import { isDeepStrictEqual } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import type { FunctionFailure } from '../../sandbox/functions/index.ts'
import type { LocalRun } from './local-run.ts'
import { hiding } from '../../rules/hooks/redact.ts'
import { isObject, type RunRecord } from './record.ts'
import { failureLines } from './report.ts'

export interface Comparison {
  isSame: boolean
  /** What differs, in one line. */
  summary: string
  /** Unified diff of the responses; empty if they are the same. */
  diff: string
}

interface Result {
  response: string | null
  failure: FunctionFailure | null
}

const MAX_LINES = 400
/** Comparing long texts line by line takes long; beyond this time the diff is left out. */
const DIFF_MS = 5_000

/** Responses are the same if they are so byte for byte, failures if kind, message and lines are. */
export function compare(recorded: Pick<RunRecord, 'response_text' | 'failure'>, run: LocalRun): Comparison {
  // Records have no secrets.
  const response = run.response === null ? null : hiding(run.payload)(run.response)
  const [before, after] = [
    { response: recorded.response_text, failure: recorded.failure },
    { ...run, response },
  ]
  if (before.response === after.response && sameFailure(before.failure, after.failure))
    return { isSame: true, summary: '', diff: '' }
  return { isSame: false, summary: summaryOf(before, run), diff: diffOf(before, after) }
}

function sameFailure(a: FunctionFailure | null, b: FunctionFailure | null): boolean {
  const known = (one: FunctionFailure | null) => one && [one.kind, one.message, one.line, one.traceback]
  return isDeepStrictEqual(known(a), known(b))
}

function summaryOf(before: Result, { missing, ...after }: Result & { missing: string[] }): string {
  const requests = missing.length ? ` (not recorded: ${missing.slice(0, 3).join(', ')})` : ''
  if (after.failure) return `${before.failure ? 'fails in another way' : 'fails'}: ${after.failure.message}${requests}`
  if (before.failure) return `no longer fails (${before.failure.message})${requests}`
  const [a, b] = [before, after].map(({ response }): unknown => JSON.parse(response ?? 'null'))
  if (!isObject(a) || !isObject(b)) return `the response${requests}`
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !isDeepStrictEqual(a[key], b[key]))
  const counts = keys.map((key) => {
    const [x, y] = [a[key] ?? [], b[key] ?? []]
    return Array.isArray(x) && Array.isArray(y) && x.length !== y.length ? `${key} (${x.length} → ${y.length})` : key
  })
  return (counts.join(', ') || 'the order of keys or the format of numbers') + requests
}

function diffOf(before: Result, after: Result): string {
  const pretty = [before, after].map(textOf)
  const [a, b] = pretty[0] === pretty[1] ? [before.response ?? '', after.response ?? ''] : pretty
  const patch = createTwoFilesPatch('recorded', 'now', `${a}\n`, `${b}\n`, undefined, undefined, {
    context: 3,
    timeout: DIFF_MS,
  })
  if (!patch) return 'The responses are too long for a diff.'
  const lines = patch.replace(/^=+\n/, '').trimEnd().split('\n')
  const more = lines.length - MAX_LINES
  return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`… ${more} more lines`] : [])].join('\n')
}

const textOf = ({ response, failure }: Result): string =>
  failure ? failureLines(failure).join('\n') : JSON.stringify(JSON.parse(response ?? 'null'), null, 2)
