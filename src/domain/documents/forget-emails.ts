/** The texts of emails: of those about removed documents, and of those that are removed themselves. */
import type { Deps } from '../../deps.ts'
import { emailKey } from '../mail/emails.ts'
import { deleteFiles } from './forget.ts'
import type { Tx } from '../outbox/transaction.ts'

/** Removes the texts of emails about the objects, or with their files, unless the emails concern further annotations. */
export async function forgetEmailsOf(
  tx: Tx,
  { blobs }: Pick<Deps, 'blobs'>,
  [annotations, documents]: readonly [annotations: number[], documents: number[]],
): Promise<void> {
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
  await forgetUnneeded(
    tx,
    blobs,
    locked.rows.map(({ id }) => id),
    annotations,
  )
}

/** Removes the texts of these emails. Returns the ids of those that were not changed, because they concern annotations that are not purged. */
export async function forgetEmails(tx: Tx, { blobs }: Pick<Deps, 'blobs'>, email_ids: number[]): Promise<number[]> {
  const locked = await tx('emails').whereIn('id', email_ids).orderBy('id').forUpdate().pluck<number[]>('id')
  const gone = await forgetUnneeded(tx, blobs, locked, [])
  return locked.filter((id) => !gone.includes(id))
}

/** Texts, addresses and the stored message of these emails, unless they concern annotations other than those given. Returns the ids of the others. */
async function forgetUnneeded(
  tx: Tx,
  blobs: Deps['blobs'],
  email_ids: number[],
  annotations: number[],
): Promise<number[]> {
  if (email_ids.length === 0) return []
  const { rows } = await tx.raw<{ rows: { id: number; email_thread_id: number; s3_name: string | null }[] }>(
    `select e.id, e.email_thread_id, e.s3_name from emails e
      where e.id = any(:emails)
        and not exists (
          select from annotations a where a.status <> 'purged' and a.id <> all(:annotations)
             and (a.email_id = e.id or a.id in (select annotation_id from email_related_annotations where email_id = e.id)))`,
    { annotations, emails: email_ids },
  )
  if (rows.length === 0) return []
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
  // How the message arrived. Its digest stays, so that a repetition is recognised.
  await tx('incoming_messages').whereIn('email_id', ids).whereNotNull('finished_at').update({
    envelope: '{}',
    metadata: '{}',
    values: '{}',
  })
  return ids
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
