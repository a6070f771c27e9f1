import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { writeEvents } from '../outbox/events.ts'
import { finishTask } from './tasks.ts'
import { wakeUpload } from '../outbox/workflow-starter.ts'

/**
 * Closes the upload of an annotation that has just left `importing`, in the transaction that moved it, when it was the last
 * one. Answers false where `importUpload` watches the upload: then that has to be told after the commit.
 */
export async function closeWithLast(trx: Knex, uploadId: number | null): Promise<boolean> {
  if (uploadId === null) return true
  // Of two that leave at once the second waits here, and its next statement sees that the first has left.
  const upload = (await trx('uploads as u')
    .where('u.id', uploadId)
    .whereNull('u.finished_at')
    .forNoKeyUpdate()
    .first('u.organization_id', 'u.queue_id', trx.raw(`${WATCHED} as watched`, [uploadId]))) as
    (OpenUpload & { watched: boolean }) | undefined
  if (upload?.watched) return false
  if (upload) await closeLocked(trx, uploadId, upload)
  return true
}

/** Tells the upload's import when the last of its annotations has left `importing`; after the commit that moved it. */
export async function wakeUploadWhenDone(deps: Deps, uploadId: number): Promise<void> {
  // After the commit, not within: of two that finish at once, the later one sees both.
  const { rows } = (await deps.db.raw(
    `select ${WATCHED}
       and not exists (select 1 from annotations where upload_id = ? and status in ('created', 'importing')) as done`,
    [uploadId, uploadId],
  )) as { rows: { done: boolean }[] }
  if (rows[0]!.done) await wakeUpload(deps, uploadId)
}

/**
 * Closes the upload and its task when nothing of it is importing any more; answers whether it is closed. The task fails,
 * with the reasons, when not one file could be imported.
 *
 * Idempotent by upload: closing a closed one changes nothing.
 */
export async function finishUpload(db: Knex, uploadId: number): Promise<boolean> {
  return db.transaction(async (trx) => {
    const upload = (await trx('uploads')
      .where({ id: uploadId })
      .forNoKeyUpdate()
      .first('organization_id', 'queue_id', 'finished_at')) as (OpenUpload & { finished_at: string | null }) | undefined
    if (!upload || upload.finished_at) return true
    if (!(await closeLocked(trx, uploadId, upload))) return false
    await trx('events')
      .where({ upload_id: uploadId, kind: 'upload.created', needs_work: true })
      .update({ handled_at: trx.fn.now(), woken_at: trx.raw('coalesce(woken_at, now())') })
    return true
  })
}

interface OpenUpload {
  organization_id: number
  queue_id: number
}

/** Whether a workflow waits for the upload with the id that is bound. */
const WATCHED = `exists (select 1 from events where upload_id = ? and kind = 'upload.created' and needs_work and handled_at is null)`

/** Closes an upload whose row the transaction has locked; false when something of it is still importing. */
async function closeLocked(trx: Knex, uploadId: number, upload: OpenUpload): Promise<boolean> {
  const { importing, imported } = await countOutcomes(trx, uploadId)
  if (importing > 0) return false
  const reasons = imported > 0 ? [] : await failureReasons(trx, uploadId)
  await trx('uploads').where({ id: uploadId }).update({ finished_at: trx.fn.now() })
  await finishTask(trx, uploadId, imported > 0 ? null : reasons.join(' ') || 'The upload held no documents.')
  await writeEvents(trx, [
    {
      kind: 'upload.finished',
      organization_id: upload.organization_id,
      queue_id: upload.queue_id,
      upload_id: uploadId,
    },
  ])
  return true
}

async function countOutcomes(trx: Knex, uploadId: number): Promise<{ importing: number; imported: number }> {
  return (await trx('annotations')
    .where({ upload_id: uploadId })
    .first(
      trx.raw(`count(*) filter (where status in ('created', 'importing')) as importing`),
      trx.raw(`count(*) filter (where status not in ('created', 'importing', 'failed_import')) as imported`),
    )) as { importing: number; imported: number }
}

/** The first sentences people would read on the failed annotations and archives, each with the name of its file. */
async function failureReasons(trx: Knex, uploadId: number): Promise<string[]> {
  const ofAnnotations = (await trx('annotations as a')
    .join('documents as d', 'd.id', 'a.document_id')
    .where({ 'a.upload_id': uploadId, 'a.status': 'failed_import' })
    .orderBy('a.id')
    .limit(REASONS)
    .select('d.original_file_name as name', trx.raw(`a.messages->0->>'content' as reason`))) as unknown as Reason[]
  const ofArchives = (await trx('events')
    .where({ upload_id: uploadId, kind: 'archive.failed' })
    .orderBy('id')
    .limit(REASONS)
    .select(trx.raw(`'' as name`), trx.raw(`data->>'reason' as reason`))) as unknown as Reason[]
  return [...ofAnnotations, ...ofArchives].flatMap(({ name, reason }) =>
    reason ? [reason.includes(name) ? reason : `${name}: ${reason}`] : [],
  )
}

/** More would not be read. */
const REASONS = 5

interface Reason {
  name: string
  reason: string | null
}
