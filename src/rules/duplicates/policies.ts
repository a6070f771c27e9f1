/** What a queue does about duplicates, and the reasons for which a document is one. */

/** From the weakest to the strongest: nothing, a question at the confirmation, no confirmation. */
export const DUPLICATE_POLICIES = ['allow', 'ask', 'error'] as const
export type DuplicatePolicy = (typeof DUPLICATE_POLICIES)[number]

/** The settings of a queue, as stored or with defaults. */
interface Given {
  duplicates?: string
  automation?: { automate_duplicates?: boolean }
}

/**
 * Returns what the queue does about duplicates. `automate_duplicates` cannot weaken it: clients that write back settings, and set-ups of earlier
 * releases, contain `true` without a decision of anyone.
 */
export const duplicatePolicy = ({ duplicates }: Pick<Given, 'duplicates'>): DuplicatePolicy =>
  (duplicates as DuplicatePolicy | undefined) ?? 'ask'

/** Whether duplicates may be confirmed without a user. */
export const automatesDuplicates = (settings: Given): boolean =>
  duplicatePolicy(settings) === 'allow' && settings.automation?.automate_duplicates !== false

/** Why a document is a duplicate, from the most certain reason to the least certain one. If several apply, the first is shown. */
export const DUPLICATE_REASONS = [
  'same_file',
  'same_values',
  'same_number',
  'same_amount',
  'same_picture',
  'reissued',
] as const
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]

/** Another document, and why this one is its duplicate. */
export interface Duplicate {
  annotation_id: number
  reason: DuplicateReason
  /** The fields with equal values; absent if no values were compared. */
  schema_ids?: string[]
  /** The fields by which an invoice that was issued again differs from the earlier one. */
  different_schema_ids?: string[]
}

/** An invoice that was issued again replaces the earlier one: a user decides which of them counts, also where duplicates are errors. */
export const isRefused = ({ reason }: Pick<Duplicate, 'reason'>): boolean => reason !== 'reissued'

/** Returns the reason as a sentence. It does not name the other document, which the reader may not be allowed to see. */
export function duplicateSentence({ reason, schema_ids = [], different_schema_ids = [] }: Duplicate): string {
  const values = schema_ids.join(', ')
  switch (reason) {
    case 'same_file':
      return 'Duplicate: another document has the same file.'
    case 'same_values':
      return `Duplicate: another document has the same values of ${values}.`
    case 'same_number':
      return `Duplicate: another document has the same number and supplier (${values}).`
    case 'same_amount':
      return `Duplicate: another document has the same amount and date (${values}).`
    case 'same_picture':
      return 'Duplicate: another document shows the same page.'
    case 'reissued':
      return `Issued again: another document has the same number and supplier (${values}), but differs in ${different_schema_ids.join(', ')}.`
  }
}
