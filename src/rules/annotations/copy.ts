/** Determines the status of a copy of an annotation. */
import type { Status } from './moves.ts'

/** Allowed initial statuses of a copy: not under review, no approval in progress, and not split. */
export const COPY_TARGETS: readonly Status[] = [
  'created',
  'importing',
  'failed_import',
  'to_review',
  'postponed',
  'confirmed',
  'rejected',
  'exporting',
  'exported',
  'failed_export',
  'deleted',
]

/** Statuses that only a confirmation leads to; from each of them an annotation can be exported without another one. */
const CONFIRMED: readonly Status[] = ['confirmed', 'exporting', 'exported', 'failed_export']

/**
 * Returns true if the copy would count as confirmed although its data was not: the original is not confirmed, or the queue of the copy is
 * another one, with conditions of its own. An exported annotation may be copied as exported, unless its
 * values have changed since they were approved (`isExportOutdated`).
 */
export const copyConfirms = (source: Status, status: Status, isSameQueue: boolean): boolean =>
  CONFIRMED.includes(status) &&
  !(CONFIRMED.includes(source) && isSameQueue) &&
  !(source === 'exported' && status === 'exported')

export type CopyAnswer = { status: Status } | { refused: string }

/**
 * `wanted` takes precedence over the source's own status; `reimport` requests a new extraction. A review, an approval and a split belong to
 * the original only: its copy waits for review. A purged annotation cannot be copied.
 */
export function copyStatus(source: Status, wanted: Status | null, reimport: boolean): CopyAnswer {
  if (source === 'purged') return { refused: 'The annotation has been purged.' }
  if (reimport) return { status: 'importing' }
  const status = wanted ?? source
  if (COPY_TARGETS.includes(status)) return { status }
  return { status: 'to_review' }
}
