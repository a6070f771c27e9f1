/** For how long documents that were finished have to be kept by law. */
import type { Status } from '../annotations/status.ts'

/** Years, where neither the queue nor the organization has a setting: the longest that is usual, so that nothing is deleted by omission. */
export const DEFAULT_LEGAL_RETENTION_YEARS = 10
export const MAX_LEGAL_RETENTION_YEARS = 100
export const LEGAL_RETENTION_TEXT =
  'Years for which deletion requests keep documents that were confirmed or exported, counted from the end of that calendar year; 0 for none.'

/** Statuses of confirmed documents, and those that may follow. Documents in approval are not finished. */
export const FINISHED: readonly Status[] = ['confirmed', 'exporting', 'exported', 'failed_export', 'deleted']
