/** Receives the messages of the outside mailboxes of inboxes. */
import { Transform } from 'node:stream'
import type { Deps } from '../../deps.ts'
import { MailboxError, visitMailbox } from '../../mail/imap.ts'
import { IncomingMessage, Inbox, Queue, raw, type RowOf } from '../../models/index.ts'
import { allowedAddress } from '../../outgoing/allowed-address.ts'
import { OutgoingError } from '../../outgoing/outgoing-http.ts'
import { isDue, isSameFolder, messageKey, type Mailbox, type MailboxState } from '../../rules/mail/mailbox.ts'
import { assertStorage } from '../documents/storage.ts'
import { unseal } from '../requests/secrets.ts'
import { acceptMessage, MAX_MESSAGE_BYTES, MessageTooLarge, type LinkedInbox } from './accept.ts'

/** The place for which passwords are sealed. */
export const MAILBOX_PASSWORD = 'inboxes.mailbox_password'

type Poller = Pick<Deps, 'db' | 'blobs' | 'signals' | 'config' | 'clock' | 'log'>
type WithMailbox = LinkedInbox & { mailbox: Mailbox }

const AT_ONCE = 4
/** No visit begins later; the activity may take ten minutes. */
const BEGIN_MS = 4 * 60_000

/**
 * Visits all mailboxes that are due, and returns the number of messages received. Errors are stored with their inboxes. Organizations take
 * turns, with one mailbox at a time each, so that slow servers of one organization do not delay the mail of the others.
 */
export async function pollMailboxes(deps: Poller): Promise<number> {
  const end = performance.now() + BEGIN_MS
  const turns = [...Map.groupBy(await dueInboxes(deps), ({ organization_id }) => organization_id).values()]
  let received = 0
  const visitor = async () => {
    for (let inboxes = turns.shift(); inboxes && performance.now() < end; inboxes = turns.shift()) {
      received += await pollMailbox(deps, inboxes.shift()!)
      if (inboxes.length > 0) turns.push(inboxes)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  return received
}

async function dueInboxes({ db, clock }: Poller): Promise<WithMailbox[]> {
  const found = await Inbox.query(db)
    .whereNotNull('mailbox')
    .whereExists(Queue.query(db).whereRaw('queues.id = inboxes.queue_id').where('queues.status', 'active'))
    // Those that have waited longest.
    .orderByRaw(`mailbox_state->>'polled_at' nulls first, id`)
  return found.flatMap((inbox) => {
    const { queue_id, mailbox } = inbox
    return mailbox && queue_id !== null && isDue(inbox.mailbox_state, clock()) ? [{ ...inbox, queue_id, mailbox }] : []
  })
}

/** Visits one mailbox and returns the number of messages received. Never rejects: a failure is part of its state. */
export async function pollMailbox(deps: Poller, inbox: WithMailbox): Promise<number> {
  let received = 0
  try {
    await visit(deps, inbox, () => received++)
    await note(deps, inbox, { error: null, failures: 0 })
  } catch (error) {
    const reason = isOfMailbox(error) ? error.message : 'A message could not be stored.'
    // While the service itself fails, mailboxes are visited as often as otherwise.
    const failures = (inbox.mailbox_state.failures ?? 0) + (isOfMailbox(error) ? 1 : 0)
    // Errors of the client may quote what was sent.
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    deps.log.warn({ inbox_id: inbox.id, reason, code }, 'a mailbox could not be read')
    await note(deps, inbox, { error: reason, failures })
  }
  return received
}

const isOfMailbox = (error: unknown): error is Error => error instanceof MailboxError || error instanceof OutgoingError

async function visit(deps: Poller, inbox: WithMailbox, count: () => void): Promise<void> {
  const { config } = deps
  const { mailbox, sealed_mailbox_password: sealed, mailbox_state: from } = inbox
  if (!sealed) throw new MailboxError('The mailbox has no password.')
  const password = unseal<string>(config, MAILBOX_PASSWORD, sealed)
  await assertStorage(deps, inbox.organization_id).catch(() => {
    throw new MailboxError('The storage of the organization is full.')
  })
  const address = await allowedAddress(mailbox.host, config, { assertPrivate: mailbox.tls === 'off' })
  await visitMailbox(
    { mailbox, password, address, from, maxBytes: MAX_MESSAGE_BYTES },
    {
      take: async ({ uid, uid_validity, body }) => {
        const source_key = messageKey(mailbox, uid_validity, uid)
        // A visit that was interrupted before it was noted.
        if (await IncomingMessage.query(deps.db).findOne({ inbox_id: inbox.id, source_key })) return void body.destroy()
        await acceptMessage(deps, inbox, limited(body), { source: 'imap', source_key })
        count()
      },
      reached: ({ skipped, ...place }) => {
        if (skipped > 0) deps.log.warn({ inbox_id: inbox.id, uid: place.last_uid }, 'a message is too large')
        const total = (inbox.mailbox_state.skipped ?? 0) + skipped
        inbox.mailbox_state = { ...inbox.mailbox_state, skipped: total }
        return note(deps, inbox, { ...place, skipped: total })
      },
    },
  )
}

/** The server may send more than it has announced. */
function limited(body: NodeJS.ReadableStream): Transform {
  let size = 0
  const limit = new Transform({
    transform: (chunk: Buffer, _, done) => {
      size += chunk.length
      if (size > MAX_MESSAGE_BYTES) done(new MessageTooLarge('A message is larger than announced.'))
      else done(null, chunk)
    },
  })
  body.on('error', (error) => limit.destroy(error))
  // The connection may be lost before the message is read; without a listener, this would end the process.
  limit.on('error', () => undefined)
  return body.pipe(limit)
}

/** Adds to the state, unless the inbox has got another mailbox in the meantime. */
async function note({ db, clock }: Poller, inbox: RowOf<Inbox>, change: MailboxState): Promise<void> {
  const current = await Inbox.query(db).findById(inbox.id).select('mailbox')
  if (!current || !isSameFolder(current.mailbox, inbox.mailbox)) return
  const state = JSON.stringify({ ...change, polled_at: clock().toISOString() })
  await Inbox.query(db)
    .findById(inbox.id)
    .whereRaw('mailbox = ?::jsonb', [JSON.stringify(current.mailbox)])
    .patch({ mailbox_state: raw('mailbox_state || ?::jsonb', [state]) })
}
