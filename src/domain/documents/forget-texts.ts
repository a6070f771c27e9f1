/**
 * What users wrote about annotations and documents, in rows of other objects. Every way of removing data calls `forgetTexts`, before it
 * deletes or empties the rows of the annotations and documents themselves.
 */
import type { Deps } from '../../deps.ts'
import { forgetLessons } from '../learning/forget.ts'
import { deleteFiles } from './forget.ts'
import { forgetEmailsOf } from './forget-emails.ts'
import type { Tx } from '../outbox/transaction.ts'
import { eraseAnswers } from '../requests/idempotency.ts'

export interface Removed {
  annotation_ids: readonly number[]
  /** Documents whose files are removed too. */
  document_ids: readonly number[]
}

/**
 * Removes notes, messages, values and names about these objects, and what was learned from them, from events, logs, responses stored for Idempotency-Keys, downloads,
 * uploads, tasks, and emails. An upload or an email that concerns further annotations keeps its texts until the last one is removed.
 */
export async function forgetTexts(tx: Tx, deps: Pick<Deps, 'blobs'>, removed: Removed): Promise<void> {
  const { annotation_ids, document_ids } = removed
  if (annotation_ids.length + document_ids.length === 0) return
  const ids: Ids = [[...annotation_ids], [...document_ids]]
  await forgetLessons(tx, ids[0])
  await forgetWork(tx, ids[0])
  await eraseAnswers(tx, [
    ...annotation_ids.map((id) => `annotations/${id}`),
    ...document_ids.map((id) => `documents/${id}`),
  ])
  await tx.raw(`delete from document_downloads where document_ids && ?::bigint[]`, [ids[1]])
  // The path of an older request may contain the name of the file.
  await tx.raw(
    `update audit_logs set content = jsonb_set(content, '{path}', '""')
      where organization_id in (select organization_id from documents where id = any(?))
        and object_type = 'document' and object_id = any(?) and content->>'path' like '%/upload%'`,
    [ids[1], ids[1]],
  )
  await forgetUploads(tx, deps, ids)
  await forgetEmailsOf(tx, deps, ids)
}

type Ids = readonly [annotations: number[], documents: number[]]

async function forgetWork(tx: Tx, ids: number[]): Promise<void> {
  await tx.raw(
    `update events set data = jsonb_set(data, '{note}', '""')
      where annotation_id = any(?) and kind = 'annotation.assigned' and data->>'note' <> ''`,
    [ids],
  )
  // The calls remain as a record that hooks were called, and calls that are not finished get a new payload.
  await tx('hook_runs')
    .whereIn('annotation_id', ids)
    .update({ sealed_payload: null, sealed_record: null, response: null, facts: tx.raw(`facts - 'added'`) })
  for (const table of ['hook_logs', 'rule_executions', 'notes', 'value_changes'])
    await tx(table).whereIn('annotation_id', ids).delete()
  await tx('workflow_activities').whereIn('annotation_id', ids).whereNot('note', '').update({ note: '' })
  await tx('relations').whereIn('parent_id', ids).whereNot('type', 'duplicate').update({ key: null })
}

/** Values and metadata of uploads, and the sentences about their files, once nothing of the upload is left. */
async function forgetUploads(tx: Tx, deps: Pick<Deps, 'blobs'>, [annotations, documents]: Ids): Promise<void> {
  // Locked first: of two transactions that remove the last annotations, the second sees what the first removed.
  const locked = await tx.raw<{ rows: { id: number }[] }>(
    `select u.id from uploads u
      where u.id in (select upload_id from annotations where id = any(?)
                     union select upload_id from documents where id = any(?))
      order by u.id for no key update`,
    [annotations, documents],
  )
  if (locked.rows.length === 0) return
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `select u.id from uploads u
      where u.id = any(?)
        and not exists (select from annotations a where a.upload_id = u.id and a.status <> 'purged' and a.id <> all(?))`,
    [locked.rows.map(({ id }) => id), annotations],
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await tx('uploads').whereIn('id', ids).update({ values: '{}', metadata: '{}' })
  await tx('tasks').whereIn('upload_id', ids).whereNotNull('detail').update({ detail: null })
  await tx.raw(
    `update events set data = jsonb_set(data, '{reason}', '""') where upload_id = any(?) and kind = 'archive.failed'`,
    [ids],
  )
  await forgetArchives(tx, deps, ids)
}

/** Files of finished uploads that became no annotation, such as the archive in which a document arrived. Their members refer to the rows. */
async function forgetArchives(tx: Tx, deps: Pick<Deps, 'blobs'>, upload_ids: number[]): Promise<void> {
  const { rows } = await tx.raw<{ rows: { s3_name: string }[] }>(
    `update documents d set has_content = false, original_file_name = '', metadata = '{}'
       from uploads u
      where u.id = d.upload_id and u.id = any(?) and u.finished_at is not null and d.has_content
        and not exists (select from annotations a where a.document_id = d.id)
        and not exists (select from dedicated_engine_samples s where s.document_id = d.id)
      returning d.s3_name`,
    [upload_ids],
  )
  await deleteFiles(
    deps,
    rows.map(({ s3_name }) => s3_name),
  )
}
