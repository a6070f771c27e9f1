/**
 * What users wrote about annotations and documents, in rows of other objects. Every way of removing data calls `forgetTexts`, before it
 * deletes or empties the rows of the annotations and documents themselves.
 */
import type { Deps } from '../../deps.ts'
import { forgetLessons } from '../learning/forget.ts'
import { emailKey } from '../mail/emails.ts'
import { deleteFiles } from './forget.ts'
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
  await forgetUploads(tx, ids)
  await forgetEmails(tx, deps, ids)
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
  for (const table of ['hook_logs', 'rule_executions', 'notes']) await tx(table).whereIn('annotation_id', ids).delete()
  await tx('workflow_activities').whereIn('annotation_id', ids).whereNot('note', '').update({ note: '' })
  await tx('relations').whereIn('parent_id', ids).whereNot('type', 'duplicate').update({ key: null })
}

/** Values and metadata of uploads, and the sentences about their files, once nothing of the upload is left. */
async function forgetUploads(tx: Tx, [annotations, documents]: Ids): Promise<void> {
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
}

/** Texts, addresses and the stored message of emails about the objects, or with their files. */
async function forgetEmails(tx: Tx, { blobs }: Pick<Deps, 'blobs'>, [annotations, documents]: Ids): Promise<void> {
  // Locked first, like uploads.
  const locked = await tx.raw<{ rows: { id: number }[] }>(
    `select e.id from emails e
      where e.id in (select email_id from email_related_annotations where annotation_id = any(:annotations)
                     union select email_id from annotations where id = any(:annotations)
                     union select email_id from email_documents where document_id = any(:documents)
                     union select email_id from email_related_documents where document_id = any(:documents)
                     union select email_id from documents where id = any(:documents))
      order by e.id for update`,
    { annotations, documents },
  )
  if (locked.rows.length === 0) return
  const { rows } = await tx.raw<{ rows: { id: number; email_thread_id: number; s3_name: string | null }[] }>(
    `select e.id, e.email_thread_id, e.s3_name from emails e
      where e.id = any(:emails)
        and not exists (
          select from annotations a where a.status <> 'purged' and a.id <> all(:annotations)
             and (a.email_id = e.id or a.id in (select annotation_id from email_related_annotations where email_id = e.id)))`,
    { annotations, emails: locked.rows.map(({ id }) => id) },
  )
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await blobs.delete(rows.flatMap(({ s3_name }) => (s3_name === null ? [] : [emailKey(s3_name)])))
  // The rows stay, because they count for the limits of the organization.
  await tx('emails').whereIn('id', ids).update({
    subject: '',
    body_text_plain: '',
    body_text_html: '',
    to: '[]',
    cc: '[]',
    bcc: '[]',
    message_id: null,
    in_reply_to: null,
    metadata: '{}',
    headers: '{}',
    s3_name: null,
  })
  await tx('hook_runs').whereIn('email_id', ids).update({ sealed_payload: null, sealed_record: null, response: null })
  await tx('hook_logs').whereIn('email_id', ids).delete()
  await deleteAttachments(tx, blobs, ids)
  await tx('emails').whereIn('id', ids).where('type', 'incoming').update({ from_email: null, from_name: null })
  await tx.raw(
    `update email_threads t set subject = '', from_email = null, from_name = null
      where t.id = any(?) and not exists (select from emails e where e.email_thread_id = t.id and e.s3_name is not null)
        and not exists (select from emails e where e.email_thread_id = t.id and (e.subject <> '' or e.body_text_plain <> ''))`,
    [rows.map(({ email_thread_id }) => email_thread_id)],
  )
}

/** Files of the emails that became no annotation, such as the archive in which a document arrived. */
async function deleteAttachments(tx: Tx, blobs: Deps['blobs'], email_ids: number[]): Promise<void> {
  const { rows } = await tx.raw<{ rows: { s3_name: string }[] }>(
    `delete from documents d
      where d.email_id = any(?)
        and not exists (select from annotations a where a.document_id = d.id)
        and not exists (select from pages p where p.document_id = d.id)
        and not exists (select from dedicated_engine_samples s where s.document_id = d.id)
        and not exists (select from document_relation_documents r where r.document_id = d.id)
      returning d.s3_name`,
    [email_ids],
  )
  await deleteFiles(
    { blobs },
    rows.map(({ s3_name }) => s3_name),
  )
}
