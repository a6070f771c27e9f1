/** What duplicates mean for a confirmation. */
import type { Message } from '../../../rules/content/index.ts'
import {
  duplicatePolicy,
  duplicateSentence,
  isRefused,
  type Duplicate,
  type DuplicatePolicy,
} from '../../../rules/duplicates/policies.ts'
import type { ContentTree } from '../../../rules/content/index.ts'
import { findDuplicates, loadSuspect } from '../../intake/find-duplicates.ts'
import type { Tx } from '../../outbox/transaction.ts'
import { readTree } from '../content/contents.ts'

export interface Duplicates {
  policy: DuplicatePolicy
  found: readonly Duplicate[]
}

/** Returns the duplicates that a user has to know about; none if the queue allows them. */
export async function duplicatesInReview(tx: Tx, annotation_id: number, tree: ContentTree): Promise<Duplicates> {
  const suspect = await loadSuspect(tx, annotation_id)
  const policy = duplicatePolicy(suspect?.settings ?? {})
  return { policy, found: suspect && policy !== 'allow' ? await findDuplicates(tx, suspect, tree) : [] }
}

/**
 * Returns the errors that refuse the confirmation of a duplicate; none unless the queue says `error`. Until the end of the transaction, equal
 * documents cannot be confirmed. `lock` is false for a transaction that has locked all documents of the organization.
 */
export async function duplicateErrors(tx: Tx, annotation_id: number, { lock = true } = {}): Promise<Message[]> {
  const suspect = await loadSuspect(tx, annotation_id)
  if (!suspect || duplicatePolicy(suspect.settings) !== 'error') return []
  const found = await findDuplicates(tx, suspect, await readTree(tx, annotation_id), { lock })
  return found.filter(isRefused).map((one) => duplicateMessage(one, 'error'))
}

/** The message about a duplicate. Only the caller knows whether a user may see the other document: `annotation` is its URL. */
export const duplicateMessage = (
  { annotation_id: _id, ...why }: Duplicate,
  type: 'error' | 'warning',
  annotation?: string | null,
): Message => ({
  id: 'all',
  type,
  content: duplicateSentence({ annotation_id: _id, ...why }),
  detail: { type: 'duplicate', ...why, ...(annotation === undefined ? {} : { annotation }) },
})

/** Whether an error message is about a duplicate. */
export const isOfDuplicate = ({ detail }: Message): boolean => detail?.['type'] === 'duplicate'
