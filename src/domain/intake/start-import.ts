import type { Deps } from '../../deps.ts'
import { onBehalfOf } from '../../work/on-behalf.ts'
import { ReadError } from '@sheaf/extraction/types'
import type { UploadWork } from '../../workflows/contract.ts'
import { lifecycleStates } from '../annotations/status/lifecycle.ts'
import { uploadedEvents } from '../outbox/deliveries.ts'
import { isActedOn, writeEvents } from '../outbox/events.ts'
import { transact } from '../outbox/transaction.ts'
import { insertDocuments } from './uploads.ts'
import { STEPS_PER_RUN } from './steps-per-run.ts'
import { beginHeld, fileDecisions, planUploadCalls } from './upload-hooks.ts'
import { contentOfDocument, documentKey } from '../documents/stored-file.ts'
import { isArchive } from '../documents/file-type.ts'
import { insertAnnotations } from './make-annotations.ts'
import { unpackArchive } from './unpack.ts'
import type { Document, RowOf } from '../../models/index.ts'

/**
 * Returns the archives of the upload that have neither been unpacked nor failed. The files of an archive that was unpacked before the response
 * have no parent, so one with an annotation was inside another.
 */
async function archivesToUnpack(deps: Pick<Deps, 'db'>, uploadId: number): Promise<number[]> {
  const rows = await deps
    .db('documents as d')
    .where('d.upload_id', uploadId)
    .whereNull('d.parent_id')
    .whereNotExists(deps.db('documents as m').whereRaw('m.parent_id = d.id'))
    .whereNotExists(deps.db('annotations as a').whereRaw('a.document_id = d.id'))
    .whereNotExists(
      deps
        .db('events as e')
        .where({ 'e.kind': 'archive.failed', 'e.upload_id': uploadId })
        .whereRaw(`(e.data->>'document')::bigint = d.id`),
    )
    .orderBy('d.id')
    .select<Pick<RowOf<Document>, 'id' | 'mime_type'>[]>('d.id', 'd.mime_type')
  return rows.filter((row) => isArchive(row.mime_type)).map((row) => row.id)
}

/**
 * Adds the files of an archive to the upload as documents of their own, or records why it cannot be unpacked. Idempotent by document and
 * index: the names of the members are derived from the archive's, and existing members are kept.
 */
export async function unpackDocument(deps: Deps, { document_id }: { document_id: number }): Promise<void> {
  const document = await loadArchive(deps, document_id)
  const { upload_id, organization_id, s3_name, original_file_name: name } = document
  const bytes = await contentOfDocument(deps, document)
  try {
    const files = await onBehalfOf({ organization_id }, () => unpackArchive(deps, { name, bytes, s3_name }))
    if (files.length === 0)
      throw new ReadError('empty', 'The archive has no files at the top level or in a single folder.')
    await Promise.all(files.map((file) => deps.blobs.put(documentKey(file.s3_name), file.bytes)))
    const who = { user_id: document.creator_id }
    await transact(deps, (tx) =>
      insertDocuments(tx, { upload_id, organization_id, who, parent_id: document.id }, files),
    )
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    await failArchive(deps, { document_id }, error)
  }
}

type Archive = Pick<
  RowOf<Document>,
  'id' | 'organization_id' | 'creator_id' | 's3_name' | 'size' | 'original_file_name'
> & {
  upload_id: number
  queue_id: number
}

const loadArchive = async ({ db }: Pick<Deps, 'db'>, documentId: number): Promise<Archive> => {
  const archive = await db('documents as d')
    .join('uploads as u', 'u.id', 'd.upload_id')
    .where('d.id', documentId)
    .first<Archive | undefined>(
      'd.id',
      'd.upload_id',
      'd.organization_id',
      'd.creator_id',
      'd.s3_name',
      'd.size',
      'd.original_file_name',
      'u.queue_id',
    )
  if (!archive) throw new Error(`Archive ${documentId} no longer exists.`)
  return archive
}

/** Records why an archive could not be unpacked. The sentence becomes part of the task's detail. Idempotent by document. */
export async function failArchive(
  deps: Pick<Deps, 'db' | 'signals'>,
  { document_id }: { document_id: number },
  { code, message }: { code: string; message: string } = { code: 'internal', message: 'Internal error.' },
): Promise<void> {
  const archive = await loadArchive(deps, document_id)
  await transact(deps, async (tx) => {
    await tx('documents').where('id', document_id).forNoKeyUpdate().select('id')
    if (!(await archivesToUnpack({ db: tx }, archive.upload_id)).includes(document_id)) return
    await writeEvents(tx, [
      {
        kind: 'archive.failed',
        organization_id: archive.organization_id,
        queue_id: archive.queue_id,
        upload_id: archive.upload_id,
        data: { document: archive.id, code, reason: `${archive.original_file_name} cannot be unpacked: ${message}` },
      },
    ])
  })
}

/**
 * Creates the annotations of an upload after its archives have been unpacked and its hooks have been called, and returns the steps of one run of the workflow: those
 * after the event `after`, with `next` if there may be more. Idempotent by upload and document (`insertAnnotations`).
 */
export async function startImport(deps: Deps, uploadId: number, after = 0): Promise<UploadWork> {
  const archives = await archivesToUnpack(deps, uploadId)
  if (archives.length > 0) return { archives, steps: [], ended: [] }
  const calls = await transact(deps, async (tx) => {
    const waiting = await planUploadCalls(tx, uploadId)
    if (waiting.length > 0) return waiting
    const decisions = await fileDecisions(tx, uploadId)
    await beginHeld(tx, uploadId, decisions)
    await insertAnnotations(tx, uploadId, decisions)
    return []
  })
  if (calls.length > 0) return { archives, steps: [], ended: [], calls }
  const events = await uploadedEvents(deps.db, uploadId, { limit: STEPS_PER_RUN, after })
  const ended = events.filter((event) => !isActedOn(event)).map(({ annotation_id }) => annotation_id)
  const states = await lifecycleStates(deps, ended)
  return {
    archives,
    steps: events
      .filter((event) => event.state === 'pending' && isActedOn(event))
      .map(({ id, annotation_id, consumer }) => ({ annotation_id, event_id: id, consumer })),
    ended: [...states.values()],
    ...(events.length < STEPS_PER_RUN ? {} : { next: events.at(-1)!.id }),
  }
}
