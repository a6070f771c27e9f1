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

export type DuplicateReason = 'same_file' | 'same_values'

/** Another document, and why this one is its duplicate. */
export interface Duplicate {
  annotation_id: number
  reason: DuplicateReason
  /** The fields with equal values, for `same_values`. */
  schema_ids?: string[]
}

/** Returns the reason as a sentence. It does not name the other document, which the reader may not be allowed to see. */
export const duplicateSentence = ({ reason, schema_ids = [] }: Duplicate): string =>
  reason === 'same_file'
    ? 'Duplicate: another document has the same file.'
    : `Duplicate: another document has the same values of ${schema_ids.join(', ')}.`
