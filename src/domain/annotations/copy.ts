import type { Deps } from '../../deps.ts'
import { conflictStatus, notFound } from '../../errors.ts'
import { copyConfirms, copyStatus } from '../../rules/annotations/copy.ts'
import { FOLLOWS_SCHEMA, type Status } from '../../rules/annotations/status.ts'
import { withIds } from '../../rules/content/index.ts'
import { renumberTree } from '../../rules/content/renumber.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import type { Blobs } from '../../blobs/index.ts'
import { readTrees, storeTree, takeNodeIds } from './content/contents.ts'
import { assertValid } from './review/assert-valid.ts'
import { isExportOutdated } from './status/approval-of.ts'
import { isConfirmable, needsApproval } from './status/confirmable.ts'
import { lockAnnotation } from './status/lock.ts'
import { statusChanged, writeEvents, type Actor } from '../outbox/events.ts'
import { copyExtraction } from '../intake/stored-extraction.ts'
import { annotationsWithContent, followSchema, reshape } from '../queues/reshape.ts'
import { lockTarget, type Target } from './create.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { Annotation, type AutomationBlocker, type RowOf } from '../../models/index.ts'
import { nameByPresentIds } from './content/renamed.ts'
import { schemaOf, versionSql } from './content/schema-of.ts'

type Source = Pick<RowOf<Annotation>, 'id' | 'status' | 'queue_id' | (typeof COPIED)[number]>

/** Columns copied unchanged. Reviewer, assignees and restricted access are not copied. */
const COPIED = [
  'document_id',
  'arrived_at',
  'confirmed_at',
  'confirmed_by',
  'approved_values',
  'deleted_at',
  'deleted_by',
  'exported_at',
  'exported_by',
  'export_failed_at',
  'rejected_at',
  'rejected_by',
  'time_spent',
  'time_spent_active',
  'time_spent_edit',
  'time_spent_blockers',
  'time_spent_emails',
  'time_spent_opening',
  'automated',
  'automatically_rejected',
  'einvoice',
  'training_enabled',
  'email_id',
  'email_thread_id',
  'metadata',
  'messages',
  'prediction',
  'values',
  'content_data',
] as const

export interface CopyRequest {
  id: number
  queue_id: number
  target_status: Status | null
  reimport: boolean
  request_id?: string | null
}

/**
 * Copies an annotation with its content, pages, labels and blockers into a queue; both share the document. If the schema differs, the
 * content is re-created by schema id. With `reimport`, or if the source is importing, only the document, metadata and labels are copied,
 * and the copy is extracted again.
 *
 * A copy that would be confirmed or exported without a confirmation in its queue is checked like a confirmation: if its data has errors or
 * requires an approval, it waits for review, and a request that names the status is rejected with 400 and the messages, or with 409.
 * Rejects with 409 `conflict_status` if the source is purged or the queue is being deleted.
 */
export const copyAnnotation = (
  deps: Pick<Deps, 'db' | 'blobs' | 'signals'>,
  who: Actor,
  request: CopyRequest,
): Promise<number> =>
  transact(deps, async (tx) => {
    const queue = await lockTarget(tx, request.queue_id)
    const source = await tx<RowOf<Annotation>>('annotations')
      .where('id', request.id)
      .forShare()
      .first('id', 'status', 'queue_id', ...COPIED)
    if (!source) throw notFound('Annotation')
    const answer = copyStatus(source.status, request.target_status, request.reimport)
    if ('refused' in answer) throw conflictStatus(answer.refused)
    let { status } = answer
    const id = await insertCopy(tx, who, source, queue, status)
    await tx.raw(
      'insert into annotation_labels (annotation_id, label_id) select ?, label_id from annotation_labels where annotation_id = ?',
      [id, source.id],
    )
    if (status !== 'importing') await copyContent(tx, deps.blobs, source.id, id, queue, status)
    // Values of an exported annotation may have been changed since.
    const isOutdated = await isExportOutdated(tx, await lockAnnotation(tx, id))
    if (isOutdated || copyConfirms(source.status, status, source.queue_id === queue.id)) {
      if (request.target_status) await assertConfirmableCopy(tx, id)
      else if (!(await isConfirmable(tx, id))) {
        status = 'to_review'
        await tx('annotations').where({ id }).update({ status })
        await followSchema(tx, [id])
      }
    }
    const made = { id, organization_id: who.organization_id, queue_id: queue.id, upload_id: null }
    const by = { actor_id: who.user_id, request_id: request.request_id ?? null }
    await writeEvents(tx, [statusChanged(made, { from: null, to: status, copied_from: source.id }, by)])
    return id
  })

/** Throws 400 or 409 unless the copy may be confirmed without a review. */
async function assertConfirmableCopy(tx: Tx, id: number): Promise<void> {
  if (await needsApproval(tx, id))
    throw conflictStatus('The copy requires an approval: copy it to to_review and confirm it.')
  await assertValid(tx, id)
}

async function insertCopy(
  tx: Tx,
  who: Actor,
  { id: _id, status: before, queue_id: _queue, ...taken }: Source,
  queue: Target,
  status: Status,
): Promise<number> {
  const reset = status === 'importing' && { messages: [], prediction: null, automated: false }
  const { id } = await Annotation.query(tx).insert({
    ...taken,
    ...momentOf(tx, who, before, status),
    ...reset,
    organization_id: who.organization_id,
    queue_id: queue.id,
    schema_id: queue.schema_id,
    status,
    creator_id: who.user_id,
    modified_by: who.user_id,
  })
  return id
}

/** Columns of a copy created directly in a status: the time of that status is now, and its author is the user who copies. */
function momentOf(tx: Tx, who: Actor, before: Status, status: Status): Record<string, unknown> {
  if (before === status) return {}
  const now = tx.fn.now()
  if (status === 'failed_export') return { export_failed_at: now }
  if (status === 'confirmed' || status === 'rejected' || status === 'exported' || status === 'deleted')
    return { [`${status}_at`]: now, [`${status}_by`]: who.user_id }
  return {}
}

interface Copied {
  schema_id: number
  schema: SchemaContent
  version: number | null
}

async function copyContent(
  tx: Tx,
  blobs: Blobs,
  from: number,
  to: number,
  queue: Target,
  status: Status,
): Promise<void> {
  await tx.raw(
    `insert into pages (organization_id, annotation_id, document_id, number, rotation_deg, width, height, s3_name, metadata)
     select organization_id, ?, document_id, number, rotation_deg, width, height, s3_name, metadata
       from pages where annotation_id = ? order by number`,
    [to, from],
  )
  await copyExtraction({ blobs }, from, to)
  const source = (await readTrees(tx, [from])).get(from)
  const content = await tx('annotations as a')
    .join('schemas as s', 's.id', 'a.schema_id')
    .where('a.id', from)
    .first<Copied | undefined>('a.schema_id', schemaOf(tx), tx.raw(`${versionSql('a')} as version`))
  if (!source || !content) return
  const { tree, ids } = await withIds(
    (takeIds) => renumberTree(source, takeIds),
    (count) => takeNodeIds(tx, count),
  )
  await storeTree(tx, to, tree, content.schema)
  await copyBlockers(tx, from, to, ids)
  if (content.schema_id === queue.schema_id) {
    if (content.version === null) return
    await tx('annotations').where('id', to).update({ schema_version_id: content.version })
    return FOLLOWS_SCHEMA.includes(status) ? followSchema(tx, [to], blobs) : nameByPresentIds(tx, [to])
  }
  const [row] = await annotationsWithContent(tx, [to])
  if (row) await reshape(tx, blobs, row, content.schema, queue.schema_content)
}

async function copyBlockers(tx: Tx, from: number, to: number, ids: Map<number, number>): Promise<void> {
  const row = await tx<RowOf<AutomationBlocker>>('automation_blockers')
    .where('annotation_id', from)
    .first('organization_id', 'content')
  if (!row) return
  const content = row.content.map((item) =>
    'samples' in item && item.samples
      ? {
          ...item,
          samples: item.samples.map((sample) => ({
            ...sample,
            datapoint_id: ids.get(sample.datapoint_id) ?? sample.datapoint_id,
          })),
        }
      : item,
  )
  await tx('automation_blockers').insert({
    organization_id: row.organization_id,
    annotation_id: to,
    content: JSON.stringify(content),
  })
}
