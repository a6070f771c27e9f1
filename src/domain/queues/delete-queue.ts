/** Deletes queues: starts when the deletion is due, proceeds in batches, then ends or fails. */
import type { Deps } from '../../deps.ts'
import { removeAnnotations } from '../annotations/removal/remove-of-queue.ts'
import { removeUnusedDocuments } from '../documents/remove-unused.ts'
import { emailKey } from '../mail/emails.ts'
import { Delivery, raw, type Annotation, type Email, type Queue, type RowOf } from '../../models/index.ts'
import { queueDeletionWorkflowId } from '../../rules/temporal/workflow-ids.ts'
import type { DeletionStep } from '../../workflows/contract.ts'
import { writeEvents } from '../outbox/events.ts'
import { transact, type Tx } from '../outbox/transaction.ts'

const ROWS = 500
const REASON_LENGTH = 1000

/** Finishes the deletion requests of the queue, in the transaction that ends the deletion. */
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
 * Starts the deletion of a queue if it is due. Returns the milliseconds until then, 0 if it is in progress, and null if the deletion is not
 * (or no longer) requested. Idempotent by queue.
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
 * Deletes one batch of the objects of a queue in `deletion_in_progress`, and the queue itself when nothing else is left. Each batch is one
 * transaction; the next call repeats an interrupted batch.
 */
export async function removeQueueBatch(
  deps: Pick<Deps, 'db' | 'blobs' | 'signals' | 'config' | 'log'>,
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

/** Returns true while a workflow is processing annotations of the queue, or uploads and received emails may still create some. */
async function isInProgress(tx: Tx, queue_id: number): Promise<boolean> {
  const annotation = await tx<RowOf<Annotation>>('annotations').where({ queue_id }).first('id')
  if (annotation) return true
  const open = await Delivery.query(tx)
    .join('events', 'events.id', 'deliveries.event_id')
    .where({ 'events.queue_id': queue_id, 'deliveries.state': 'pending' })
    .whereIn('deliveries.consumer', ['intake', 'inbound'])
    .first()
    .select('deliveries.event_id')
  return open !== undefined
}

/** Deletes files of the queue's uploads and emails that did not become annotations: archives, ignored attachments. */
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
 * Deletes the queue with the objects that cannot exist without it: inbox, threads, triggers, templates, recommendations, and rules of this
 * queue only. Hooks, engines, users and the schema only lose their link.
 */
async function removeQueue(tx: Tx, queue_id: number): Promise<DeletionStep> {
  // From here on no new row can refer to it.
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
 * Marks the deletion as `deletion_failed`, with the reason in its event. Deleted objects stay deleted; a new request continues with the
 * rest. Idempotent by queue.
 */
export async function failQueueDeletion(
  deps: Pick<Deps, 'db' | 'signals' | 'log'>,
  { queue_id, reason }: { queue_id: number; reason: string },
): Promise<void> {
  const failed = await transact(deps, async (tx) => {
    const queue = await lockQueue(tx, queue_id)
    if (queue?.status !== 'deletion_in_progress') return false
    const data = { reason: reason.slice(0, REASON_LENGTH) }
    await tx('queues')
      .where({ id: queue_id })
      .update({ status: 'deletion_failed', deletion_error: data.reason, modified_at: tx.fn.now() })
    await closeRequests(tx, queue_id)
    const { organization_id } = queue
    await writeEvents(tx, [{ organization_id, queue_id, kind: 'queue.deletion_failed', data }])
    return true
  })
  if (failed) deps.log.error({ queue_id, reason }, 'the queue could not be deleted')
}
