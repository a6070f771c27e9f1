/** Suggested recipients of an email about annotations, in a thread or from a queue. */
import type { Knex } from 'knex'
import type { Addressee } from '../../rules/mail/template.ts'
import { withDefaults, type QueueSettings } from '../../rules/queues/settings.ts'
import type { Email, Queue, RowOf, User } from '../../models/index.ts'
import { readFields } from '../annotations/content/contents.ts'

export interface Recipient {
  source: string
  email: string
  name: string
}

export interface RecipientsOf {
  annotation_ids?: readonly number[]
  thread_ids?: readonly number[]
  queue_ids?: readonly number[]
}

type Source = NonNullable<QueueSettings['suggested_recipients_sources']>[number]
type Subject = Pick<RowOf<Queue>, 'id' | 'organization_id' | 'settings'> & {
  annotation_ids: number[]
  thread_ids: number[]
}

const EMAIL = /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/
/** The latest emails of a queue whose recipients are suggested. */
const HISTORY = 200

/**
 * Returns recipients from the sources that the queues name, each address once per source. `email_header` reads the senders of the email of an
 * annotation and of a thread, `extracted_value` a field of an annotation, `queue_mailing_history` the recipients of earlier emails of the
 * queue, `organization_users` the users. `vendor_database` yields none: the service stores no vendors.
 */
export async function suggestRecipients(db: Knex, asked: RecipientsOf): Promise<Recipient[]> {
  const found: Recipient[] = []
  for (const subject of await subjectsOf(db, asked)) {
    for (const source of withDefaults(subject.settings).suggested_recipients_sources ?? [])
      for (const { email, name = '' } of await READERS[source.source]!(db, subject, source))
        if (EMAIL.test(email.trim())) found.push({ source: source.source, email: email.trim(), name })
  }
  return [...new Map(found.map((one) => [`${one.source} ${one.email.toLowerCase()}`, one])).values()]
}

/** Returns the queues with the annotations and threads in them. */
async function subjectsOf(db: Knex, { annotation_ids = [], thread_ids = [], queue_ids = [] }: RecipientsOf) {
  const inside = (table: string, ids: readonly number[]) =>
    db(table)
      .whereIn('id', [...ids])
      .orderBy('id')
      .select<{ id: number; queue_id: number }[]>('id', 'queue_id')
  const annotations = await inside('annotations', annotation_ids)
  const threads = await inside('email_threads', thread_ids)
  const ids = [...queue_ids, ...[...annotations, ...threads].map(({ queue_id }) => queue_id)]
  const queues = await db<RowOf<Queue>>('queues')
    .whereIn('id', ids)
    .orderBy('id')
    .select('id', 'organization_id', 'settings')
  const of = (rows: { id: number; queue_id: number }[], queue: number) =>
    rows.filter(({ queue_id }) => queue_id === queue).map(({ id }) => id)
  return queues.map((queue): Subject => ({
    ...queue,
    annotation_ids: of(annotations, queue.id),
    thread_ids: of(threads, queue.id),
  }))
}

type Reader = (db: Knex, subject: Subject, source: Source) => Promise<Addressee[]>
const READERS: Record<string, Reader> = {
  email_header: async (db, { annotation_ids, thread_ids }) => {
    const emails = await db<RowOf<Email>>('emails')
      .where('type', 'incoming')
      .where((either) => {
        void either
          .whereIn('id', db('annotations').whereIn('id', annotation_ids).whereNotNull('email_id').select('email_id'))
          .orWhereIn('email_thread_id', thread_ids)
      })
      .orderBy('id')
      .select('from_email', 'from_name')
    return emails.map(({ from_email, from_name }) => ({ email: from_email ?? '', name: from_name ?? '' }))
  },
  extracted_value: async (db, { annotation_ids }, { schema_id }) => {
    if (!schema_id) return []
    const found = []
    for (const id of annotation_ids.toSorted((a, b) => a - b))
      for (const { string } of (await readFields(db, id))[schema_id] ?? []) found.push({ email: string, name: '' })
    return found
  },
  queue_mailing_history: async (db, { id }) => {
    const emails = await db<RowOf<Email>>('emails')
      .where({ queue_id: id, type: 'outgoing' })
      .orderBy('id', 'desc')
      .limit(HISTORY)
      .select('to', 'cc')
    return emails.flatMap(({ to, cc }) => [...to, ...cc])
  },
  organization_users: async (db, { organization_id }) => {
    const users = await db<RowOf<User>>('users')
      .where({ organization_id, is_active: true })
      .whereNull('deleted_at')
      .whereNot('email', '')
      .orderBy('id')
      .select('email', 'first_name', 'last_name')
    return users.map(({ email, first_name, last_name }) => ({ email, name: `${first_name} ${last_name}`.trim() }))
  },
  vendor_database: () => Promise.resolve([]),
}
