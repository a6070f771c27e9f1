/** Determines the status of a copy of an annotation. */
import type { Status } from './annotation-moves.ts'

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
