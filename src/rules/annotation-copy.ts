/** The status a copy of an annotation gets. */
import type { Status } from './annotation-moves.ts'

/** What a copy may begin as: statuses in which it is not under review, no approval runs and it was not split. */
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
 * `wanted` wins over the source's own status; `reimport` asks for a new extraction. A review, an approval and a division
 * into parts stay with the original: the copy of one waits for review. A purged annotation has nothing left to copy.
 */
export function copyStatus(source: Status, wanted: Status | null, reimport: boolean): CopyAnswer {
  if (source === 'purged') return { refused: 'The annotation has been purged.' }
  if (reimport) return { status: 'importing' }
  const status = wanted ?? source
  if (COPY_TARGETS.includes(status)) return { status }
  return { status: 'to_review' }
}
