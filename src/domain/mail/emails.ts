/** Emails and their threads, whose rows are written together. */
import type { Knex } from 'knex'
import { forbidden } from '../../errors.ts'
import type { Addressee } from '../../rules/mail/template.ts'
import { cutBody, TRIAL_MAILS } from '../../rules/mail/email.ts'
import type { Tx } from '../outbox/transaction.ts'
import { Email, Organization, type EmailThread, type RowOf } from '../../models/index.ts'

export interface NewEmail {
  /** The id that was reserved for a received email. */
  id?: number
  organization_id: number
  queue_id: number
  inbox_id: number | null
  /** The email that this one answers; it joins the thread of that email. */
  parent_id: number | null
  /** The thread that it joins if it has no parent; a new one by default. */
  thread_id?: number
  type: 'incoming' | 'outgoing'
  message_id: string | null
  in_reply_to?: string | null
  subject: string
  from: Addressee | null
  to: Addressee[]
  cc: Addressee[]
  bcc: Addressee[]
  body_text_plain: string
  body_text_html: string
  labels: string[]
  metadata: Record<string, unknown>
  email_template_id: number | null
  /** Storage name of the raw message. */
  s3_name: string | null
  /** Of the raw message in bytes; counts for the storage of the organization. */
  size: number
  creator_id: number | null
  document_ids: number[]
  related_annotation_ids: number[]
  related_document_ids: number[]
  /** Of a received email. */
  headers?: Record<string, string>
  filtered_out_document_count?: number
}

/** Returns the key of the raw message in the blob store. */
export const emailKey = (s3Name: string): string => `emails/${s3Name}`

/** Writes an email into the thread of its parent or into a new one. Part of a transaction. */
export async function storeEmail(tx: Tx, email: NewEmail): Promise<{ id: number; email_thread_id: number }> {
  const { from, to, cc, bcc, document_ids, related_annotation_ids, related_document_ids, thread_id, ...columns } = email
  const sender = { from_email: from?.email ?? null, from_name: from?.name ?? null }
  const email_thread_id = thread_id ?? (await threadOf(tx, email, sender))
  const { id } = await Email.query(tx).insert({
    ...columns,
    ...sender,
    email_thread_id,
    to,
    cc,
    bcc,
    body_text_plain: cutBody(email.body_text_plain),
    body_text_html: cutBody(email.body_text_html),
  })
  const pairs = async (table: string, column: string, ids: number[]) => {
    if (ids.length) await tx(table).insert([...new Set(ids)].map((other) => ({ email_id: id, [column]: other })))
  }
  await pairs('email_documents', 'document_id', document_ids)
  await pairs('email_related_annotations', 'annotation_id', related_annotation_ids)
  await pairs('email_related_documents', 'document_id', related_document_ids)
  await refreshThread(tx, email_thread_id, email.type === 'incoming' && email.parent_id !== null)
  return { id, email_thread_id }
}

async function threadOf(
  tx: Tx,
  email: NewEmail,
  sender: Pick<RowOf<Email>, 'from_email' | 'from_name'>,
): Promise<number> {
  if (email.parent_id !== null)
    return (await Email.query(tx).findById(email.parent_id).throwIfNotFound()).email_thread_id
  const { organization_id, queue_id, subject } = email
  // The author of the first email has read it.
  const row = { organization_id, queue_id, subject, ...sender, root_email_read: email.type === 'outgoing' }
  const [made] = await tx<RowOf<EmailThread>>('email_threads').insert(row).returning('id')
  return made!.id
}

/** Updates the columns of a thread that are derived from its emails. The row is locked first, so that two new emails are both counted. */
async function refreshThread(tx: Tx, id: number, isNewReply: boolean): Promise<void> {
  await tx('email_threads').where('id', id).forNoKeyUpdate().select('id')
  await tx.raw(
    `update email_threads t set
       root_email_id = (select e.id from emails e where e.email_thread_id = t.id order by e.id limit 1),
       has_replies = (select count(*) from emails e where e.email_thread_id = t.id and e.type = 'incoming') > 1,
       has_new_replies = t.has_new_replies or ?,
       last_email_created_at = (select max(e.created_at) from emails e where e.email_thread_id = t.id)
     where t.id = ?`,
    [isNewReply, id],
  )
  await tx.raw(
    `update emails e set last_thread_email_created_at = t.last_email_created_at
     from email_threads t where t.id = e.email_thread_id and t.id = ?`,
    [id],
  )
}

/** Answers that were stored before the email that they answer. */
export type Answers = Pick<RowOf<Email>, 'id' | 'email_thread_id'>[]

/** Makes an email the parent of its answers, and moves their threads into its own. */
export async function adoptAnswers(
  tx: Tx,
  { id, email_thread_id }: { id: number; email_thread_id: number },
  answers: Answers,
): Promise<void> {
  if (answers.length === 0) return
  await Email.query(tx)
    .patch({ parent_id: id })
    .whereIn(
      'id',
      answers.map((answer) => answer.id),
    )
  const others = answers.map((answer) => answer.email_thread_id).filter((other) => other !== email_thread_id)
  for (const table of ['emails', 'annotations'])
    await tx(table).whereIn('email_thread_id', others).update({ email_thread_id })
  await tx('email_threads').whereIn('id', others).delete()
  await refreshThread(tx, email_thread_id, true)
  await tx.raw(
    `update email_threads t set subject = e.subject, from_email = e.from_email, from_name = e.from_name
     from emails e where e.id = t.root_email_id and t.id = ?`,
    [email_thread_id],
  )
}

/** Adds the annotations of an email to its thread: those without a thread, or (`reset`) all. */
export async function joinThread(tx: Tx, thread_id: number, annotation_ids: number[], reset: boolean): Promise<void> {
  await tx('annotations')
    .whereIn('id', annotation_ids)
    .modify((query) => void (!reset && query.whereNull('email_thread_id')))
    .update({ email_thread_id: thread_id })
}

/**
 * Throws 403 if the organization has reached its daily limit, or a trial its total limit. Locks the organization, so that concurrent
 * senders are counted.
 */
export async function assertAllowance(tx: Tx, organization_id: number, perDay: number): Promise<void> {
  const { is_trial } = await Organization.query(tx).findById(organization_id).forUpdate().throwIfNotFound()
  const { count_total, count_today } = await countSent(tx, organization_id)
  if (count_today >= perDay) throw forbidden(`The organization has reached its limit of ${perDay} emails per day.`)
  if (is_trial && count_total >= TRIAL_MAILS) throw forbidden(`A trial organization may send ${TRIAL_MAILS} emails.`)
}

export interface SentCounts {
  count_today: number
  count_today_notification: number
  count_total: number
  last_sent_at: string | null
  last_sent_at_notification: string | null
}

/** Counts the outgoing emails of an organization: those of users, and the notifications of the service. Days are in UTC. */
export async function countSent(db: Knex, organization_id: number): Promise<SentCounts> {
  const today = `created_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`
  const day = (condition: string) =>
    `to_char(max(created_at) filter (where ${condition}) at time zone 'UTC', 'YYYY-MM-DD')`
  const notification = `(labels ?| array['automatic_rejection', 'automatic_status_changed_info'])`
  const select = `select
    count(*) filter (where not automatic and ${today})::int as count_today,
    count(*) filter (where automatic and ${today})::int as count_today_notification,
    count(*) filter (where not automatic)::int as count_total,
    ${day('not automatic')} as last_sent_at,
    ${day('automatic')} as last_sent_at_notification
    from (select created_at, ${notification.replace('?|', '\\?|')} as automatic from emails
      where organization_id = ? and type = 'outgoing') as sent`
  const { rows } = await db.raw<{ rows: [SentCounts] }>(select, [organization_id])
  return rows[0]
}
