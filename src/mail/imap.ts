/** Reads messages of an outside mailbox by IMAP, without changing it. */
import type { Readable } from 'node:stream'
import { ImapFlow } from 'imapflow'
import type { Mailbox, MailboxState } from '../rules/mail/mailbox.ts'

const PATIENCE_MS = 20_000
/** Of one visit. */
const TOTAL_MS = 120_000
/** Messages of one visit; the next one continues. */
const MAX_MESSAGES = 100

export interface Visit {
  mailbox: Mailbox
  password: string
  /** The address of the host to connect to. */
  address: string
  /** Where the last visit of this folder ended. */
  from: Pick<MailboxState, 'uid_validity' | 'last_uid'>
  maxBytes: number
}

export interface Visitor {
  /** Called with every new message, in order. Once it resolves, the message is not read again. */
  take(message: { uid: number; uid_validity: string; body: Readable }): Promise<void>
  /** Called after each message, and at the beginning of a folder: the next visit can continue from here. */
  reached(place: { uid_validity: string; last_uid: number; skipped: number }): Promise<void>
}

/** A reason that the owner of the inbox can act on. It contains no text of the server, which could be any server. */
export class MailboxError extends Error {}

/**
 * Reads the messages after `from`. Throws MailboxError if the server refuses or is silent, and otherwise the error of `take` or `reached`. The
 * time to wait is for tests.
 */
export async function visitMailbox(
  { mailbox, password, address, from, maxBytes }: Visit,
  visitor: Visitor,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const client = new ImapFlow({
    host: address,
    servername: mailbox.host,
    port: mailbox.port,
    secure: mailbox.tls === 'on',
    ...(mailbox.tls === 'on' ? {} : { doSTARTTLS: mailbox.tls === 'starttls' }),
    auth: { user: mailbox.username, pass: password },
    tls: { minVersion: 'TLSv1.2' },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    // Messages are read in pieces; the longest line lists the new messages.
    maxLiteralSize: 2 * 2 ** 20,
    maxLineLength: 16 * 2 ** 20,
    maxResponseSize: 20 * 2 ** 20,
  })
  // Also emitted while a command waits, which then fails.
  client.on('error', () => undefined)
  const timer = setTimeout(() => client.close(), TOTAL_MS)
  try {
    await client.connect().catch(explain)
    const { uidValidity, uidNext } = await client.mailboxOpen(mailbox.folder, { readOnly: true }).catch(() => {
      throw new MailboxError(`The folder "${mailbox.folder}" cannot be opened.`)
    })
    const uid_validity = String(uidValidity)
    let last_uid = from.uid_validity === uid_validity ? (from.last_uid ?? 0) : 0
    if (from.uid_validity === undefined && !mailbox.include_existing) last_uid = await newestUid(client, uidNext)
    if (from.uid_validity !== uid_validity) await visitor.reached({ uid_validity, last_uid, skipped: 0 })
    for (const { uid, size } of await newMessages(client, last_uid)) {
      const isTooLarge = size > maxBytes
      if (!isTooLarge) {
        const { content } = await client.download(String(uid), undefined, { uid: true }).catch(explain)
        // Deleted in the meantime.
        if (content) await visitor.take({ uid, uid_validity, body: content })
      }
      await visitor.reached({ uid_validity, last_uid: uid, skipped: isTooLarge ? 1 : 0 })
    }
  } finally {
    clearTimeout(timer)
    client.close()
  }
}

/** Returns the highest UID in the folder. Servers may omit the next one (RFC 9051, 6.3.2). */
async function newestUid(client: ImapFlow, uidNext: number | undefined): Promise<number> {
  if (uidNext) return uidNext - 1
  const uids = (await client.search({ all: true }, { uid: true }).catch(explain)) || []
  return uids.reduce((highest, uid) => Math.max(highest, uid), 0)
}

/** Returns the next messages in order. The range `n:*` contains the last message even if its UID is below n. */
async function newMessages(client: ImapFlow, last_uid: number): Promise<{ uid: number; size: number }[]> {
  try {
    const uids = (await client.search({ uid: `${last_uid + 1}:*` }, { uid: true })) || []
    const next = uids
      .filter((uid) => uid > last_uid)
      .sort((one, other) => one - other)
      .slice(0, MAX_MESSAGES)
    if (next.length === 0) return []
    const found = await client.fetchAll(next.join(','), { uid: true, size: true }, { uid: true })
    return found.map(({ uid, size = 0 }) => ({ uid, size })).sort((one, other) => one.uid - other.uid)
  } catch (error) {
    explain(error)
  }
}

/** Throws the reason of an error of the client. */
function explain(error: unknown): never {
  const { authenticationFailed, code = '' } = error as { authenticationFailed?: boolean; code?: string }
  if (authenticationFailed) throw new MailboxError('The server refuses the user name or the password.')
  if (/CERT|TLS|SSL|ALTNAME|ISSUER|SIGNED/.test(code))
    throw new MailboxError('No protected connection is possible: check `tls` and the certificate of the server.')
  throw new MailboxError('The server does not answer as expected.')
}
