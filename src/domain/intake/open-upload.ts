/**
 * The beginning of an upload. Every way in for files (both forms of upload, emails) comes here, so that all of them have the same rows, events
 * and deliveries, and the same end: the last import closes the upload (`upload-state.ts`).
 */
import type { Knex } from 'knex'
import { conflictStatus } from '../../errors.ts'
import type { Queue, RowOf, Task, Upload } from '../../models/index.ts'
import type { Consumer } from '../../rules/outbox/events.ts'
import { isUnpacked, type refuseType } from '../documents/file-type.ts'
import { writeEvents, type NewEvent } from '../outbox/events.ts'
import type { Tx } from '../outbox/transaction.ts'
import { annotate, type AnnotatedUpload, type MadeAnnotation, type UploadedDocument } from './make-annotations.ts'
import { uploadHooksListen } from './upload-hooks.ts'
import { closeImmediately } from './upload-state.ts'

export interface NewUpload {
  organization_id: number
  queue_id: number
  creator_id: number | null
  email_id: number | null
  values: Record<string, unknown>
  metadata: Record<string, unknown>
  request_id?: string | null
}

export interface OpenOptions {
  /** Gives the upload its documents; returns them in the order of their annotations. */
  addDocuments: (upload_id: number) => Promise<UploadedDocument[]>
  /** Adds a task, which ends with the upload. */
  withTask: boolean
  /**
   * Creates the annotations at once, because the response names them. If hooks have to be called first, they wait in the status `created`.
   * The caller has unpacked archives.
   */
  annotateNow?: boolean
  /** Replaces the check of a document's own type if it was joined from others. */
  refuse?: typeof refuseType
  /** The consumer whose workflow the caller starts itself. */
  informs?: Consumer
}

export interface OpenedUpload {
  upload_id: number
  /** Null without a task. */
  task_id: number | null
  /** In the order of the documents; empty if they are created later. */
  annotations: MadeAnnotation[]
}

/**
 * Creates an upload with its documents and, unless archives have to be unpacked or hooks called first, their annotations, each with the event
 * that starts its import. It stays open until all of its annotations have left `importing`; if there are none, it is closed here.
 *
 * Throws 409 if the queue accepts no documents.
 */
export async function openUpload(tx: Tx, upload: NewUpload, options: OpenOptions): Promise<OpenedUpload> {
  const { request_id = null, ...columns } = upload
  const target = await requireActive(tx, upload.queue_id)
  const [inserted] = await tx<RowOf<Upload>>('uploads').insert(columns).returning('id')
  const upload_id = inserted!.id
  const documents = await options.addDocuments(upload_id)
  const task_id = options.withTask ? await insertTask(tx, upload, upload_id) : null
  const created: NewEvent = {
    kind: 'upload.created',
    organization_id: upload.organization_id,
    queue_id: upload.queue_id,
    upload_id,
    actor_id: upload.creator_id,
    request_id,
    data: {},
  }
  const informs = options.informs ? { informs: options.informs } : {}
  const hold = await uploadHooksListen(tx, upload.queue_id)
  if (!options.annotateNow && (hold || documents.some(isUnpacked))) {
    await writeEvents(tx, [created], informs)
    return { upload_id, task_id, annotations: [] }
  }
  const row: AnnotatedUpload = { ...target, ...upload, id: upload_id }
  const { refuse } = options
  const how = { request_id, first: created, hold, ...(refuse ? { refuse } : {}), ...informs }
  const annotations = await annotate(tx, row, documents, how)
  // No later import would close the upload.
  if (annotations.every(({ status }) => status === 'failed_import')) await closeImmediately(tx, upload_id)
  return { upload_id, task_id, annotations }
}

async function insertTask(tx: Tx, { organization_id, creator_id }: NewUpload, upload_id: number): Promise<number> {
  const [task] = await tx('tasks')
    .insert({
      organization_id,
      creator_id,
      type: 'upload_created',
      status: 'running',
      content: { upload: upload_id },
      upload_id,
      expires_at: tx.raw("now() + interval '7 days'"),
    })
    .returning<Pick<RowOf<Task>, 'id'>[]>('id')
  return task!.id
}

/** Queues that are being deleted accept no documents. The lock preserves the status until the upload is committed. */
async function requireActive(
  tx: Knex,
  queueId: number,
): Promise<Pick<AnnotatedUpload, 'schema_id' | 'settings' | 'training_enabled'>> {
  const queue = await tx<RowOf<Queue>>('queues')
    .where({ id: queueId })
    .forShare()
    .first('status', 'schema_id', 'settings', 'training_enabled')
  if (queue?.status !== 'active') throw conflictStatus('The queue is being deleted and does not accept documents.')
  const { schema_id, settings, training_enabled } = queue
  return { schema_id, settings, training_enabled }
}
