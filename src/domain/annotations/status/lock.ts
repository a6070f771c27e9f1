/** The rows of annotations that a transaction moves or changes. Every move locks its rows first. */
import { notFound } from '../../../errors.ts'
import type { Id } from '../../../rules/access/ids.ts'
import type { Status } from '../../../rules/annotations/status.ts'
import type { Tx } from '../../outbox/transaction.ts'

export interface LockedAnnotation {
  id: Id<'annotations'>
  organization_id: number
  queue_id: number
  upload_id: number | null
  document_id: number
  status: Status
  status_before_review: Status | null
  modifier_id: number | null
  use_confirmed_state: boolean
  /** `settings.workflows.enabled` of the queue. */
  requires_approval: boolean
  /** Digest of the values that were approved, or that needed no approval. */
  approved_values: string | null
  /** The time of the transaction. */
  now: string
}

/** Locks annotations in the order of their ids, so that two bulk moves cannot deadlock. */
export async function lockAnnotations(tx: Tx, ids: number[]): Promise<LockedAnnotation[]> {
  return (
    tx('annotations as a')
      // An array is one value, however many ids it has; a list may have 65,535.
      .whereRaw('a.id = any(?::bigint[])', [ids])
      .orderBy('a.id')
      // Not `for update`: inserting rows that refer to an annotation (relations) must not wait for a change of its status.
      .forNoKeyUpdate('a')
      .select<LockedAnnotation[]>(
        'a.id',
        'a.organization_id',
        'a.queue_id',
        'a.upload_id',
        'a.document_id',
        'a.status',
        'a.status_before_review',
        'a.modifier_id',
        'a.approved_values',
        // Not a join: if another transaction moves the annotation to another queue meanwhile, the row would no longer match its queue.
        tx.raw('(select q.use_confirmed_state from queues q where q.id = a.queue_id) as use_confirmed_state'),
        tx.raw(`(select q.settings @> '{"workflows": {"enabled": true}}'
                   from queues q where q.id = a.queue_id) as requires_approval`),
        tx.raw('now() as now'),
      )
  )
}

export async function lockAnnotation(tx: Tx, id: number): Promise<LockedAnnotation> {
  const [row] = await lockAnnotations(tx, [id])
  if (!row) throw notFound('Annotation')
  return row
}
