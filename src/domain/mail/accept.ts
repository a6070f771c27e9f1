/** Accepts raw messages: stored first, processed later by the workflow `receiveEmail`. */
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Knex } from 'knex'
import { BlobUnavailable } from '../../blobs/index.ts'
import type { Deps } from '../../deps.ts'
import { countStored } from '../documents/storage.ts'
import { storeFailed } from '../documents/stored-file.ts'
import { IncomingMessage, Inbox, Queue, type RowOf } from '../../models/index.ts'
import type { Envelope } from '../../rules/mail/incoming.ts'
import { writeEvents } from '../outbox/events.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { emailKey } from './emails.ts'

/** Maximum size of a received message in bytes. */
export const MAX_MESSAGE_BYTES = 50 * 1024 * 1024

export type LinkedInbox = RowOf<Inbox> & { queue_id: number }

/**
 * Returns the inbox with this address if its queue accepts documents. Without regard to case; the part after `+` is ignored, as by most
 * mail servers.
 */
export async function findInbox(db: Knex, address: string): Promise<LinkedInbox | null> {
  const plain = address.toLowerCase().replace(/\+[^@]*@/, '@')
  const inbox = await Inbox.query(db)
    .whereRaw('lower(email) in (?, ?)', [address.toLowerCase(), plain])
    .whereNotNull('queue_id')
    .whereExists(Queue.query(db).whereRaw('queues.id = inboxes.queue_id').where('queues.status', 'active'))
    .first()
  return inbox && inbox.queue_id !== null ? { ...inbox, queue_id: inbox.queue_id } : null
}

/** Returns the address of the oldest inbox that receives mail, for examples; null if there is none. */
export async function anyInbox(db: Knex): Promise<string | null> {
  const inbox = await Inbox.query(db).whereNotNull('queue_id').orderBy('id').select('email').first()
  return inbox?.email ?? null
}

export interface RawMessage {
  source: IncomingMessage['source']
  envelope?: Envelope
  /** Identifies the message in its source: another one with the same key is not stored. */
  source_key?: string | null
  /** The user who imports it; null for received messages. */
  creator_id?: number | null
  /** Set on the email and on every annotation. */
  metadata?: Record<string, unknown>
  /** Initial values of fields with the source `emails_import:NAME`. */
  values?: Record<string, unknown>
}

type Accepting = Pick<Deps, 'db' | 'blobs' | 'signals' | 'log'>

export interface Accepted {
  /** Of the future email. */
  email_id: number
  /** Of its task; null unless a user imports it. */
  task_id: number | null
}

/**
 * Stores a raw message for each of these inboxes. When this resolves, the messages will be processed, whatever happens to this process.
 * Rejects with the error of the stream, and with 503 if the message cannot be stored; then nothing is kept.
 */
export async function acceptMessages(
  deps: Accepting,
  inboxes: readonly LinkedInbox[],
  body: Uint8Array | Readable,
  message: RawMessage,
): Promise<Accepted[]> {
  const names = inboxes.map(() => randomBytes(16).toString('hex'))
  try {
    const size = await store(deps, names, body)
    const accepted = await transact(deps, async (tx) => {
      const inserted: Accepted[] = []
      for (const [index, inbox] of inboxes.entries())
        inserted.push(await insertMessage(tx, inbox, { ...message, s3_name: names[index]!, size }))
      return inserted
    })
    for (const { organization_id } of inboxes) countStored(deps.db, organization_id, size)
    return accepted
  } catch (error) {
    await deps.blobs.delete(names.map(emailKey)).catch(() => undefined)
    throw error
  }
}

export const acceptMessage = async (
  deps: Accepting,
  inbox: LinkedInbox,
  body: Uint8Array | Readable,
  message: RawMessage,
): Promise<Accepted> => (await acceptMessages(deps, [inbox], body, message))[0]!

/** Writes the message under the first name and copies it. Returns its size in bytes. */
async function store(deps: Accepting, names: readonly string[], body: Uint8Array | Readable): Promise<number> {
  const { blobs } = deps
  const [first, ...others] = names.map(emailKey)
  const options = { contentType: 'message/rfc822' }
  try {
    await blobs.put(first!, body, options)
    for (const key of others) await blobs.put(key, await blobs.stream(first!), options)
    return (await blobs.head(first!))?.size ?? 0
  } catch (error) {
    if (error instanceof BlobUnavailable) throw storeFailed(deps, error)
    throw error
  }
}

async function insertMessage(
  tx: Tx,
  inbox: LinkedInbox,
  {
    source,
    envelope = {},
    source_key = null,
    creator_id = null,
    metadata = {},
    values = {},
    s3_name,
    size,
  }: RawMessage & { s3_name: string; size: number },
): Promise<Accepted> {
  const { organization_id, queue_id, id: inbox_id } = inbox
  const email_id = await nextEmailId(tx)
  const row = { email_id, organization_id, queue_id, inbox_id, creator_id, source, source_key, s3_name, size }
  await IncomingMessage.query(tx).insert({ ...row, envelope, metadata, values })
  const task_id = source === 'import' ? await openTask(tx, { organization_id, creator_id, email_id }) : null
  const data = { email: email_id }
  await writeEvents(tx, [{ kind: 'email.received', organization_id, queue_id, actor_id: creator_id, data }])
  return { email_id, task_id }
}

/** The message exceeds the limit; thrown by the stream that reads it. */
export class MessageTooLarge extends Error {}

/** The email gets this id when it is created. */
async function nextEmailId(tx: Tx): Promise<number> {
  const { rows } = await tx.raw<{ rows: [{ id: string }] }>(
    `select nextval(pg_get_serial_sequence('emails', 'id')) as id`,
  )
  return Number(rows[0].id)
}

async function openTask(
  tx: Tx,
  { organization_id, creator_id, email_id }: { organization_id: number; creator_id: number | null; email_id: number },
): Promise<number> {
  const [task] = await tx('tasks')
    .insert({
      organization_id,
      creator_id,
      type: 'email_imported',
      status: 'running',
      content: {},
      email_id,
      expires_at: tx.raw("now() + interval '7 days'"),
    })
    .returning<{ id: number }[]>('id')
  return task!.id
}
