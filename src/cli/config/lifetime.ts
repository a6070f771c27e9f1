/** `document_lifetime` of queues in files and of the service, for people: `90` is 90 seconds. */
import { inWords, parseDuration } from '../../rules/input/duration.ts'
import type { Kind, Values } from './kinds.ts'

/** Seconds for which documents are kept; infinite without a limit, and NaN for what is no duration, which the service refuses. */
export function secondsKept({ document_lifetime: value }: Values): number {
  if (value === undefined || value === null) return Infinity
  return parseDuration(String(value)) ?? NaN
}

/** `90 days`, or `no limit`. */
export function wordsKept(values: Values): string {
  const seconds = secondsKept(values)
  if (Number.isNaN(seconds)) return JSON.stringify(values['document_lifetime'])
  return seconds === Infinity ? 'no limit' : inWords(seconds)
}

/** Returns what a change means, such as `time for which documents are kept: 90 seconds; before: 30 days`; null if it does not concern the lifetime. */
export function lifetimeChange({ path }: Pick<Kind, 'path'>, before: Values | null, changed: Values): string | null {
  if (path !== 'queues' || !('document_lifetime' in changed)) return null
  const now = `time for which documents are kept: ${wordsKept(changed)}`
  if (before) return `${now}; before: ${wordsKept(before)}`
  return changed['document_lifetime'] === null ? null : now
}
