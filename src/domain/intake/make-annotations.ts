import type { Knex } from 'knex'
import { emailLinks, relateAttachments, type EmailLinks } from '../mail/email-annotations.ts'
import { rulesRequested } from '../automation-rules/requests.ts'
import { statusChanged, writeEvents, type NewEvent } from '../outbox/events.ts'
import type { Tx } from '../outbox/transaction.ts'
import { isUnpacked, refuseType } from '../documents/file-type.ts'
import { inBatches } from '../in-batches.ts'
import { storeUnreadTree } from './first-tree.ts'
import type { FileDecision } from './upload-hooks.ts'
import type { HookMessage } from '../../rules/hooks/answers.ts'
import type { Status } from '../../rules/annotations/status.ts'
import type { Consumer } from '../../rules/outbox/events.ts'
import type { Annotation, Document, Queue, RowOf, Upload } from '../../models/index.ts'

/** In the order of the documents. */
export type MadeAnnotation = { annotation_id: number; document_id: number; status: Status }

interface MakeOptions {
  request_id?: string | null
  /** Written before the events of the annotations, in the same statement. */
  first?: NewEvent
  /** Replaces the check of a document's own type if it was joined from others. */
  refuse?: typeof refuseType
  /** What hooks decided about the documents. */
  decisions?: ReadonlyMap<number, FileDecision>
  /** Creates the annotations with the status `created`, because hooks have to be called before the import. */
  hold?: boolean
  /** The consumer whose workflow the caller starts itself. */
  informs?: Consumer
}

/** An upload with the columns of the queue that its annotations copy. */
export type AnnotatedUpload = Pick<
  RowOf<Upload>,
  'id' | 'organization_id' | 'queue_id' | 'creator_id' | 'metadata' | 'email_id'
> &
  Pick<RowOf<Queue>, 'schema_id' | 'settings' | 'training_enabled'>

export type UploadedDocument = Pick<RowOf<Document>, 'id' | 'original_file_name' | 'mime_type' | 'size' | 'parent_id'>

/**
 * Creates one annotation for each document of the upload that has none: `importing`, or `failed_import` with the reason if the type of the
 * file cannot be imported. An archive is represented by its members and gets no annotation, and neither does a document whose import a hook
 * prevented.
 *
 * Idempotent by upload and document: the lock on the upload serializes two runs, and the second finds all annotations and returns the same
 * result.
 */
export async function insertAnnotations(
  tx: Tx,
  uploadId: number,
  decisions: ReadonlyMap<number, FileDecision> = new Map(),
): Promise<MadeAnnotation[]> {
  const upload = await lockUpload(tx, uploadId)
  const documents = await tx('documents as d')
    .where('d.upload_id', uploadId)
    .whereNotExists(tx('annotations as a').whereRaw('a.document_id = d.id'))
    .orderBy('d.id')
    .select<UploadedDocument[]>('d.id', 'd.original_file_name', 'd.mime_type', 'd.size', 'd.parent_id')
  const toMake = documents.filter((document) => !isUnpacked(document) && !decisions.get(document.id)?.prevented)
  if (toMake.length === 0) return madeEarlier(tx, uploadId)
  return annotate(tx, upload, toMake, { decisions })
}

/** Creates one annotation for each of these documents. The upload must be locked or not yet visible to other transactions. */
export async function annotate(
  tx: Tx,
  upload: AnnotatedUpload,
  documents: UploadedDocument[],
  { request_id, first, refuse = refuseType, decisions, hold = false, informs }: MakeOptions = {},
): Promise<MadeAnnotation[]> {
  const links = upload.email_id === null ? null : await emailLinks(tx, upload.email_id)
  const held = (row: Record<string, unknown>) =>
    hold && row.status === 'importing' ? { ...row, status: 'created' } : row
  const rows = await inBatches(documents, (batch) =>
    tx<RowOf<Annotation>>('annotations')
      .insert(
        batch.map((document) =>
          held({
            ...newAnnotation(upload, document, refuse, decisions?.get(document.id)?.messages ?? []),
            ...(links ? columnsOf(links, document) : {}),
          }),
        ),
      )
      .returning(['id', 'organization_id', 'queue_id', 'upload_id', 'document_id', 'status']),
  )
  const by = { actor_id: upload.creator_id, request_id: request_id ?? null }
  const events = [
    ...(first ? [first] : []),
    ...rows.map((row) => statusChanged(row, { from: null, to: row.status, import: 'upload' }, by)),
    // Only triggers follow the creation, and only that of annotations that came by email.
    ...(upload.email_id === null
      ? []
      : await rulesRequested(
          tx,
          rows.map(({ id }) => id),
          ['annotation_created'],
        )),
  ]
  await writeEvents(tx, events, informs ? { informs } : {})
  if (upload.email_id !== null) await relateAttachments(tx, upload)
  for (const { id, status } of rows) if (status === 'failed_import') await storeUnreadTree(tx, id)
  return rows.map(describe)
}

const lockUpload = async (tx: Tx, uploadId: number): Promise<AnnotatedUpload> => {
  const upload = await tx('uploads as u')
    .join('queues as q', 'q.id', 'u.queue_id')
    .where('u.id', uploadId)
    .forUpdate('u')
    .first<AnnotatedUpload | undefined>(
      'u.id',
      'u.organization_id',
      'u.queue_id',
      'u.creator_id',
      'u.metadata',
      'u.email_id',
      'q.schema_id',
      'q.settings',
      'q.training_enabled',
    )
  if (!upload) throw new Error(`Upload ${uploadId} no longer exists.`)
  return upload
}

function newAnnotation(
  upload: AnnotatedUpload,
  document: UploadedDocument,
  refuse: typeof refuseType,
  messages: readonly HookMessage[],
): Record<string, unknown> {
  const file = { ...document, name: document.original_file_name }
  const reason = refuse(file, upload.settings.accepted_mime_types)
  return {
    organization_id: upload.organization_id,
    queue_id: upload.queue_id,
    schema_id: upload.schema_id,
    document_id: document.id,
    upload_id: upload.id,
    email_id: upload.email_id,
    creator_id: upload.creator_id,
    metadata: JSON.stringify(upload.metadata),
    training_enabled: upload.training_enabled,
    status: reason === null ? 'importing' : 'failed_import',
    messages: JSON.stringify([
      ...(reason === null ? [] : [{ id: 'all', type: 'error', content: reason }]),
      ...messages,
    ]),
  }
}

const columnsOf = ({ email_thread_id, values }: EmailLinks, { id }: UploadedDocument): Record<string, unknown> => ({
  email_thread_id,
  values: JSON.stringify(values.get(id) ?? {}),
})

const describe = ({
  id,
  document_id,
  status,
}: Pick<RowOf<Annotation>, 'id' | 'document_id' | 'status'>): MadeAnnotation => ({
  annotation_id: id,
  document_id,
  status,
})

const madeEarlier = async (db: Knex, uploadId: number): Promise<MadeAnnotation[]> =>
  (
    await db<RowOf<Annotation>>('annotations')
      .where({ upload_id: uploadId })
      .orderBy('document_id')
      .select('id', 'document_id', 'status')
  ).map(describe)
