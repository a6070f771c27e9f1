/** Finds the email to which a received one replies, and the emails that reply to it. */
import { Email } from '../../models/index.ts'
import { bareSubject, repliedSubject } from '../../rules/mail/incoming.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { Answers } from './emails.ts'

interface Reply {
  queue_id: number
  in_reply_to: string | null
  /** Oldest first. */
  references: readonly string[]
  subject: string
  from: string | null
}

/** A subject alone connects emails only within this time. */
const RECENT = '30 days'
const CANDIDATES = 50

/**
 * Returns the received emails of the queue that answer the message and have no parent, the oldest first. Messages that arrive at the same
 * time, for example from a mailbox that is read after a pause, are stored in any order. Emails in the thread of `parent_id`, the parent of
 * the message, are left out: two messages that name each other as the one they answer must not become ancestors of themselves.
 */
export const answersTo = async (
  tx: Tx,
  queue_id: number,
  message_id: string,
  parent_id: number | null,
): Promise<Answers> =>
  Email.query(tx)
    .where({ queue_id, in_reply_to: message_id, type: 'incoming' })
    .whereNull('parent_id')
    .whereNotIn(
      'email_thread_id',
      Email.query(tx)
        .findById(parent_id ?? 0)
        .select('email_thread_id'),
    )
    .orderBy('id')
    .select('id', 'email_thread_id')

/** Lets the email of a message and its answers be stored one after the other, so that the later one finds the earlier one. */
export async function lockMessages(tx: Tx, queue_id: number, ids: readonly (string | null)[]): Promise<void> {
  for (const id of [...new Set(ids)].sort())
    if (id !== null) await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 13))', [`${queue_id}/${id}`])
}

/**
 * Returns the id of the email of the same queue that the message names in `In-Reply-To` or `References`, the nearest one first. Without such
 * an email, the newest one of the last 30 days from or to the same person that has the same subject apart from `Re:` and the like. Null if
 * there is none.
 */
export async function findParent(
  tx: Tx,
  { queue_id, in_reply_to, references, subject, from }: Reply,
): Promise<number | null> {
  const ids = [...new Set([...(in_reply_to ? [in_reply_to] : []), ...references.toReversed()])]
  if (ids.length > 0) {
    const found = await Email.query(tx)
      .where({ queue_id })
      .whereIn('message_id', ids)
      .orderBy('id')
      .select('id', 'message_id')
    const byMessage = new Map(found.map(({ id, message_id }) => [message_id, id]))
    for (const message_id of ids) if (byMessage.has(message_id)) return byMessage.get(message_id)!
  }
  const topic = repliedSubject(subject)
  if (!topic || !from) return null
  const candidates = await Email.query(tx)
    .where({ queue_id })
    .whereRaw(`created_at > now() - ?::interval`, [RECENT])
    .where(
      (any) => void any.where('from_email', from).orWhereRaw(`"to" @> ?::jsonb`, [JSON.stringify([{ email: from }])]),
    )
    .orderBy('id', 'desc')
    .limit(CANDIDATES)
    .select('id', 'subject')
  return candidates.find((email) => bareSubject(email.subject) === topic)?.id ?? null
}
