/** Creates annotations from documents and applies PUT and PATCH to them. */
import { conflictStatus } from '../../errors.ts'
import { Annotation, Document, type RowOf } from '../../models/index.ts'
import type { Blobs } from '../../blobs/index.ts'
import { transact, type Transactor, type Tx } from '../outbox/transaction.ts'
import { writeEvents } from '../outbox/events.ts'
import { rowsOf } from '../rows.ts'
import { beginCreated, lockTarget } from './create.ts'
import { moveToQueue } from './move-to-queue.ts'
import { changeStatus, type Mover } from './review/review.ts'

type Columns = Partial<RowOf<Annotation>>
/** The user who writes; with `admin` the user may also set the reviewer. */
export interface Editor extends Mover {
  user_id: number
  admin: boolean
}

const rows = rowsOf(Annotation)

/**
 * Creates an annotation in status `created`, with the schema of its queue and the initial content of its columns `values` and
 * `content_data`. Throws 409 if the queue is being deleted or the file of the document is no longer stored, and 400 if the content does not
 * fit the schema.
 */
export async function createAnnotation(
  tx: Tx,
  who: Editor,
  columns: Columns & Pick<RowOf<Annotation>, 'queue_id' | 'document_id'>,
  request_id: string | null,
): Promise<number> {
  const queue = await lockTarget(tx, columns.queue_id)
  // The lock delays a purge of the document, and one that has started is visible here.
  const document = await Document.query(tx).findById(columns.document_id).forShare().throwIfNotFound()
  if (!document.has_content) throw conflictStatus('The file of the document is no longer stored.')
  const id = await rows.create(tx, who, {
    ...allowedTo(who, columns),
    organization_id: who.organization_id,
    schema_id: queue.schema_id,
    arrived_at: document.created_at,
  })
  const { values = {}, content_data = [] } = columns
  await beginCreated(tx, who, { id, queue, values, content_data }, request_id)
  return id
}

/**
 * Changes columns, then the queue, then the status. Throws 409 if the annotation has been purged or the change of status is not allowed.
 * `rir_poll_id` is not written: null, together with the status `importing`, requests a new extraction.
 */
export async function updateAnnotation(
  tx: Tx,
  who: Editor,
  row: RowOf<Annotation>,
  columns: Columns,
  { blobs, request_id }: { blobs: Blobs; request_id: string | null },
): Promise<void> {
  if (row.status === 'purged') throw conflictStatus('The annotation has been purged.')
  const { status, queue_id, rir_poll_id, ...plain } = columns
  const allowed = allowedTo(who, plain)
  await rows.update(tx, who, row.id, allowed)
  const { modifier_id: reviewer } = allowed
  // Open windows and Temporal's UI show another reviewer.
  if (reviewer !== undefined && reviewer !== row.modifier_id && row.status === 'reviewing')
    await writeEvents(tx, [
      {
        kind: 'annotation.reviewer_changed',
        organization_id: row.organization_id,
        queue_id: row.queue_id,
        annotation_id: row.id,
        actor_id: who.user_id,
        request_id,
        data: { before: row.modifier_id, reviewer },
      },
    ])
  if (queue_id !== undefined) await moveToQueue(tx, blobs, who, row.id, queue_id)
  if (status === undefined || status === row.status) return
  const again = rir_poll_id === null ? { rir_poll_id } : {}
  await changeStatus(tx, who, row.id, status, { ...again, request_id })
}

/** Removes the reviewer from the columns, unless an administrator writes. */
function allowedTo({ admin }: Editor, { modifier_id, ...columns }: Columns): Columns {
  return admin && modifier_id !== undefined ? { ...columns, modifier_id } : columns
}

/** Stores the time spent on an annotation, in seconds. Returns the row. */
export const setTimeSpent = (deps: Transactor, id: number, columns: Columns): Promise<RowOf<Annotation>> =>
  transact(deps, async (tx) => {
    if (Object.keys(columns).length) await Annotation.query(tx).patch(columns).where({ id })
    return Annotation.query(tx).findById(id).throwIfNotFound()
  })
