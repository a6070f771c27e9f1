/** Deletes what a confirmed deletion request has found, in batches, each in a transaction of its own. */
import type { Deps } from '../../deps.ts'
import { Delivery, DeletionRequest, raw, type DeletionItem, type RowOf } from '../../models/index.ts'
import type { Status } from '../../rules/annotations/status.ts'
import type { DeletionCounts } from '../../rules/deletion/search.ts'
import { deletionWorkflowId } from '../../rules/temporal/workflow-ids.ts'
import type { DeletionProgress } from '../../workflows/contract.ts'
import { purgeOnRequest } from '../annotations/removal/purge.ts'
import { forgetEmails } from '../documents/forget-emails.ts'
import { forgetLessons } from '../learning/forget.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { auditMoves } from '../requests/audit.ts'
import { eraseAnswers } from '../requests/idempotency.ts'
import { countLessons, countOf, sum } from './counts.ts'
import { KEPT_UNTIL } from './legal-retention.ts'

/** Items per transaction; each document requires several calls of the blob store. */
const BATCH = 50
const REASON_LENGTH = 1000

type Deleter = Pick<Deps, 'db' | 'blobs' | 'signals' | 'config' | 'log'>
type Item = Pick<RowOf<DeletionItem>, 'object_id' | 'kept_because'> & { kept_until: string | null }
type Found = Item & { id: number | null; status: Status | null; until: string | null }

/** Deletes the next batch of the request. Returns what is left; null if the request is not (or no longer) running. Idempotent by item. */
export async function deleteFoundBatch(deps: Deleter, id: number): Promise<DeletionProgress | null> {
  return transact(deps, async (tx) => {
    const request = await DeletionRequest.query(tx).findById(id).forUpdate()
    if (request?.status !== 'running') {
      await closeRequests(tx, id)
      return null
    }
    const found = (await documentsBatch(tx, deps, request)) ?? (await emailsBatch(tx, deps, request))
    const report = sum(request.report, found ?? {})
    await tx('deletion_requests')
      .where({ id })
      .update({ report: JSON.stringify(report) })
    const left = await openItems(tx, id)
    if (left === 0) await finish(tx, request, report)
    return { left, waits: found === null && left > 0, deleted: totalOf(report.deleted), kept: totalOf(report.kept) }
  })
}

const totalOf = (counts: DeletionCounts['deleted'] = {}) => ({
  documents: counts['documents'] ?? 0,
  emails: counts['emails'] ?? 0,
})

async function openItems(tx: Tx, id: number): Promise<number> {
  const row = await tx('deletion_items')
    .where({ deletion_request_id: id, state: 'found' })
    .first<{ left: number }>(tx.raw('count(*)::integer as left'))
  return row.left
}

/** Returns null if no document is left that can be deleted now: those that are imported or exported are deleted afterwards. */
async function documentsBatch(tx: Tx, deps: Deleter, request: DeletionRequest): Promise<DeletionCounts | null> {
  const found = await tx('deletion_items as i')
    .leftJoin('annotations as a', 'a.id', 'i.object_id')
    .where({ 'i.deletion_request_id': request.id, 'i.kind': 'annotation', 'i.state': 'found' })
    .whereRaw(`(a.id is null or a.status not in ('importing', 'exporting'))`)
    .orderBy('i.object_id')
    .limit(BATCH)
    .pluck<number[]>('i.object_id')
  if (found.length === 0) return null
  // Locked in the order of moves. What is decided about a document is then true until the end of the transaction.
  await tx('annotations').whereIn('id', found).orderBy('id').forNoKeyUpdate().select('id')
  const rows = await tx('deletion_items as i')
    .leftJoin('annotations as a', 'a.id', 'i.object_id')
    .leftJoin('queues as q', 'q.id', 'a.queue_id')
    .leftJoin('organizations as o', 'o.id', 'a.organization_id')
    .where({ 'i.deletion_request_id': request.id, 'i.kind': 'annotation' })
    .whereIn('i.object_id', found)
    .whereRaw(`(a.id is null or a.status not in ('importing', 'exporting'))`)
    .orderBy('i.object_id')
    .select<Found[]>('i.object_id', 'i.kept_because', tx.raw('i.kept_until::text'), 'a.id', 'a.status')
    .select(tx.raw(`${KEPT_UNTIL}::text as until`))
  // What the preview showed as kept stays, and so does what was exported since.
  const kept = rows.filter(({ kept_because, until }) => kept_because !== null || until !== null)
  const gone = rows.filter((row) => !kept.includes(row))
  const ids = gone.flatMap(({ id, status }) => (id === null || status === 'purged' ? [] : [id]))
  const counts = await countOf(tx, ids)
  const who = { user_id: request.confirmed_by, organization_id: request.organization_id }
  await purgeOnRequest(tx, deps, who, ids)
  const keptIds = kept.map(({ object_id }) => object_id)
  const lessons = await countLessons(tx, keptIds)
  await forgetLessons(tx, keptIds)
  for (const { object_id, kept_because, kept_until, until } of kept)
    await settle(tx, request.id, 'annotation', [object_id], {
      state: 'kept',
      kept_because: kept_because ?? 'law',
      kept_until:
        [kept_until, until]
          .filter((day) => day !== null)
          .sort()
          .at(-1) ?? null,
    })
  await settle(
    tx,
    request.id,
    'annotation',
    gone.map(({ object_id }) => object_id),
    { state: 'deleted' },
  )
  return sum({ deleted: counts, kept: { documents: kept.length } }, { deleted: lessons })
}

async function emailsBatch(tx: Tx, deps: Deleter, request: DeletionRequest): Promise<DeletionCounts | null> {
  const of = { deletion_request_id: request.id, state: 'found' } as const
  // Emails of documents that still have to be deleted come after them.
  if (
    await tx('deletion_items')
      .where({ ...of, kind: 'annotation' })
      .first('object_id')
  )
    return null
  const ids = await tx('deletion_items')
    .where({ ...of, kind: 'email' })
    .orderBy('object_id')
    .limit(BATCH)
    .pluck<number[]>('object_id')
  if (ids.length === 0) return null
  const kept = await forgetEmails(tx, deps, ids)
  const gone = ids.filter((id) => !kept.includes(id))
  await settle(tx, request.id, 'email', kept, { state: 'kept', kept_because: 'document' })
  await settle(tx, request.id, 'email', gone, { state: 'deleted' })
  return { deleted: { emails: gone.length }, kept: { emails: kept.length } }
}

const settle = (
  tx: Tx,
  deletion_request_id: number,
  kind: DeletionItem['kind'],
  ids: number[],
  changes: Partial<RowOf<DeletionItem>>,
) => tx('deletion_items').where({ deletion_request_id, kind }).whereIn('object_id', ids).update(changes)

/** Finishes the deliveries of the request, in the transaction that ends it. */
const closeRequests = (tx: Tx, id: number) =>
  Delivery.query(tx)
    .patch({ state: 'done', finished_at: raw('now()') })
    .where({ workflow_id: deletionWorkflowId(id), consumer: 'deletions', state: 'pending' })

async function finish(tx: Tx, request: DeletionRequest, report: DeletionCounts): Promise<void> {
  const { id, organization_id, confirmed_by } = request
  // The request itself must not keep what it has deleted.
  await tx('deletion_requests').where({ id }).update({ status: 'finished', search: '{}', finished_at: tx.fn.now() })
  await eraseAnswers(tx, [`deletion_requests/${id}`])
  await closeRequests(tx, id)
  await auditMoves(tx, [
    {
      organization_id,
      actor_id: confirmed_by,
      request_id: null,
      object_type: 'deletion_request',
      object_id: id,
      action: 'purge',
      details: { ...report },
    },
  ])
}

/** Marks the deletion as failed. Deleted objects stay deleted; another confirmation continues with the rest. Idempotent by request. */
export async function failDeletion(
  deps: Pick<Deps, 'db' | 'signals' | 'log'>,
  { deletion_id, reason }: { deletion_id: number; reason: string },
): Promise<void> {
  const failed = await transact(deps, async (tx) => {
    await closeRequests(tx, deletion_id)
    return tx('deletion_requests')
      .where({ id: deletion_id, status: 'running' })
      .update({ status: 'failed', failure: reason.slice(0, REASON_LENGTH) })
  })
  if (failed) deps.log.error({ deletion_id, reason }, 'a deletion request could not be completed')
}
