/** The emails about an annotation: those of its thread, and others that name it. */
import { all, idOf, pathOf, request } from '../../../api/client.ts'
import type { Document, Email, EmailThread } from '../../../api/types.ts'
import type { Review } from '../store/review.ts'
import { deliveryOf, emailOrder } from './email-text.ts'
import { resourceOf, type Resource } from './resource.ts'

export interface Emails {
  /** The oldest first. */
  emails: Email[]
  thread: EmailThread | null
  /** Documents made from attachments, by URL. */
  attachments: ReadonlyMap<string, Document>
}

/** Emails named by the annotation are read in groups of this size, because their ids are part of the URL. */
const AT_ONCE = 100

export const emailsOf = (review: Review): Resource<Emails> => resourceOf(review, 'emails', () => read(review))

/** Changes when emails may have arrived. */
export const emailsVersion = ({ annotation }: Review): string => {
  const { email_thread, related_emails, has_email_thread_with_new_replies, email } = annotation.value
  return [email_thread, email, related_emails.length, has_email_thread_with_new_replies].join(' ')
}

async function read({ annotation }: Review): Promise<Emails> {
  const { email, email_thread, related_emails } = annotation.value
  const named = [...new Set([...related_emails, ...(email ? [email] : [])])].map((url) => idOf(url)).slice(-AT_ONCE)
  const [thread, inThread, others] = await Promise.all([
    email_thread ? request<EmailThread>(email_thread) : null,
    email_thread ? all<Email>('/emails', { email_thread: idOf(email_thread), ordering: 'created_at' }) : [],
    named.length ? all<Email>('/emails', { id: named }) : [],
    // Without any email this asks whether the user may read them at all.
    email_thread || named.length ? null : request(pathOf('/emails', { page_size: 1 })),
  ])
  const emails = emailOrder([...inThread, ...others])
  const withFiles = emails.filter(({ documents }) => documents.length).map(({ id }) => id)
  const documents = withFiles.length ? await all<Document>('/documents', { email: withFiles.slice(-AT_ONCE) }) : []
  return { emails, thread, attachments: new Map(documents.map((document) => [document.url, document])) }
}

/** Whether a thread has emails that are not marked as read. */
export const isUnread = ({ thread, emails }: Emails): boolean =>
  thread !== null &&
  (thread.has_new_replies ||
    (!thread.root_email_read && emails.some(({ url, type }) => url === thread.root_email && type === 'incoming')))

/** Marks the thread as read. */
export async function markRead(review: Review): Promise<void> {
  const { value } = emailsOf(review)
  const before = value.value
  if (!before?.thread) return
  const thread = await request<EmailThread>(before.thread.url, {
    method: 'PATCH',
    body: { has_new_replies: false, root_email_read: true },
  })
  value.value = { ...(value.value ?? before), thread }
  review.annotation.value = { ...review.annotation.value, has_email_thread_with_new_replies: false }
}

/** An email that waits longer is probably not sent at all. */
const LONG_MS = 120_000

/** Whether the mail server should have taken an email by now. */
export const isOverdue = ({ created_at }: Email): boolean => Date.now() - Date.parse(created_at) > LONG_MS

/** Whether an email is on its way to the mail server. */
export const isBeingSent = (email: Email): boolean => deliveryOf(email) === 'waiting' && !isOverdue(email)
