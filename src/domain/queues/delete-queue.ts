/** The removal of queues that are to be deleted: begun when their time has come, done in batches, ended or given up. */
import type { Deps } from '../../deps.ts'
import { removeAnnotations } from '../annotations/remove-of-queue.ts'
import { removeUnusedDocuments } from '../documents/remove-unused.ts'
import { emailKey } from '../mail/emails.ts'
import { Delivery, raw, type Annotation, type Email, type Queue, type RowOf } from '../../models/index.ts'
import { queueDeletionWorkflowId } from '../../rules/workflow-ids.ts'
import type { DeletionStep } from '../../workflows/contract.ts'
import { writeEvents } from '../outbox/events.ts'
import { transact, type Tx } from '../outbox/transaction.ts'

const ROWS = 500
const REASON_LENGTH = 1000

/** Finishes the requests for its deletion, in the transaction that ends it. */
const closeRequests = (tx: Tx, queue_id: number) =>
  Delivery.query(tx)
    .patch({ state: 'done', finished_at: raw('now()') })
    .where({ workflow_id: queueDeletionWorkflowId(queue_id), consumer: 'deletion', state: 'pending' })

type Row = Pick<RowOf<Queue>, 'organization_id' | 'status'> & { wait_ms: number }

const lockQueue = (tx: Tx, id: number): Promise<Row | undefined> =>
  tx('queues')
    .where({ id })
    .forUpdate()
    .first<Row | undefined>(
      'organization_id',
      'status',
      tx.raw(`greatest(0, ceil(extract(epoch from delete_after - now()) * 1000))::float8 as wait_ms`),
    )

/**
 * Begins the deletion of a queue when its time has come. Answers the milliseconds until then, 0 when it is under way, and
 * null when the deletion is not (or no longer) requested. Idempotent by queue.
 */
export async function beginQueueDeletion(deps: Pick<Deps, 'db' | 'signals'>, queue_id: number): Promise<number | null> {
  return transact(deps, async (tx) => {
    const queue = await lockQueue(tx, queue_id)
    if (queue?.status === 'deletion_in_progress') return 0
    if (queue?.status !== 'deletion_requested') {
      await closeRequests(tx, queue_id)
      return null
    }
    if (queue.wait_ms > 0) return queue.wait_ms
    await tx('queues').where({ id: queue_id }).update({ status: 'deletion_in_progress', modified_at: tx.fn.now() })
    const { organization_id } = queue
    await writeEvents(tx, [{ organization_id, queue_id, kind: 'queue.deletion_started', data: {} }])
    return 0
  })
}

/**
 * Removes one batch of what belongs to a queue in `deletion_in_progress`, and the queue itself when nothing else is left. Each
 * batch is one transaction; a batch that is cut short is still there and is removed by the next call.
 */
export async function removeQueueBatch(
  deps: Pick<Deps, 'db' | 'blobs' | 'signals'>,
  queue_id: number,
): Promise<DeletionStep> {
  return transact(deps, async (tx) => {
    const queue = await tx<RowOf<Queue>>('queues').where({ id: queue_id }).first('status')
    if (queue?.status !== 'deletion_in_progress') return 'gone'
    if (await removeAnnotations(tx, deps, queue_id)) return 'more'
    if (await isInProgress(tx, queue_id)) return 'in_progress'
    if (await removeFiles(tx, deps, queue_id)) return 'more'
    if (await removeEmails(tx, deps, queue_id)) return 'more'
    for (const table of ['hook_logs', 'hook_runs', 'uploads']) {
      const column = table === 'uploads' ? 'id' : 'ctid'
      const batch = tx(table).select(column).where({ queue_id }).limit(ROWS)
      if (await tx(table).whereIn(column, batch).delete()) return 'more'
    }
    return removeQueue(tx, queue_id)
  })
}

/** Annotations that a workflow works on, and uploads that may still make some. */
async function isInProgress(tx: Tx, queue_id: number): Promise<boolean> {
  const annotation = await tx<RowOf<Annotation>>('annotations').where({ queue_id }).first('id')
  if (annotation) return true
  const open = await Delivery.query(tx)
    .join('events', 'events.id', 'deliveries.event_id')
    .where({ 'events.queue_id': queue_id, 'deliveries.consumer': 'intake', 'deliveries.state': 'pending' })
    .first()
    .select('deliveries.event_id')
  return open !== undefined
}

/** Files that came with the queue's uploads and emails and became no annotation: archives, attachments left out. */
function removeFiles(tx: Tx, deps: Pick<Deps, 'blobs'>, queue_id: number): Promise<number> {
  const emails = tx('emails').select('id').where({ queue_id })
  return removeUnusedDocuments(tx, deps, queue_id, (documents) =>
    documents.where((any) => {
      void any
        .whereIn('d.upload_id', tx('uploads').select('id').where({ queue_id }))
        .orWhereIn('d.email_id', emails)
        .orWhereIn('d.id', tx('email_documents').select('document_id').whereIn('email_id', emails))
    }),
  )
}

async function removeEmails(tx: Tx, { blobs }: Pick<Deps, 'blobs'>, queue_id: number): Promise<number> {
  const emails = await tx<RowOf<Email>>('emails').where({ queue_id }).orderBy('id').limit(ROWS).select('id', 's3_name')
  if (emails.length === 0) return 0
  await blobs.delete(emails.flatMap(({ s3_name }) => (s3_name ? [emailKey(s3_name)] : [])))
  return tx('emails')
    .whereIn(
      'id',
      emails.map(({ id }) => id),
    )
    .delete()
}

/**
 * The queue with what cannot be without it: inbox, threads, triggers, templates, recommendations, rules of this queue alone.
 * Hooks, engines, people and the schema only lose their link.
 */
async function removeQueue(tx: Tx, queue_id: number): Promise<DeletionStep> {
  // From here on no row can come to refer to it.
  const queue = await lockQueue(tx, queue_id)
  if (queue?.status !== 'deletion_in_progress') return 'gone'
  for (const table of ['annotations', 'uploads'])
    if (await tx<{ id: number; queue_id: number }>(table).where({ queue_id }).first('id')) return 'more'
  await tx('rules')
    .whereIn('id', tx('rule_queues').select('rule_id').where({ queue_id }))
    .whereNotIn('id', tx('rule_queues').select('rule_id').whereNot({ queue_id }))
    .delete()
  await tx('queues').where({ id: queue_id }).delete()
  await closeRequests(tx, queue_id)
  const { organization_id } = queue
  await writeEvents(tx, [{ organization_id, queue_id, kind: 'queue.deleted', data: {} }])
  return 'gone'
}

/**
 * Gives the deletion up: `deletion_failed`, with the reason in its event. What has been removed stays removed; asking again
 * goes on with the rest. Idempotent by queue.
 */
export async function failQueueDeletion(
  deps: Pick<Deps, 'db' | 'signals' | 'log'>,
  { queue_id, reason }: { queue_id: number; reason: string },
): Promise<void> {
  const failed = await transact(deps, async (tx) => {
    const queue = await lockQueue(tx, queue_id)
    if (queue?.status !== 'deletion_in_progress') return false
    await tx('queues').where({ id: queue_id }).update({ status: 'deletion_failed', modified_at: tx.fn.now() })
    await closeRequests(tx, queue_id)
    const { organization_id } = queue
    const data = { reason: reason.slice(0, REASON_LENGTH) }
    await writeEvents(tx, [{ organization_id, queue_id, kind: 'queue.deletion_failed', data }])
    return true
  })
  if (failed) deps.log.error({ queue_id, reason }, 'the queue cannot be deleted')
}
