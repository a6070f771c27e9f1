/** Outside mailboxes that inboxes read by IMAP. */

/** How an inbox reaches its mailbox; the password is stored separately. */
export interface Mailbox {
  host: string
  port: number
  /** `on`: TLS from the start; `starttls`: demanded; `off`: only in allowed private networks. */
  tls: 'on' | 'starttls' | 'off'
  username: string
  folder: string
  /** Whether messages are received that were in the folder before it was read for the first time. */
  include_existing: boolean
}

/** What is known about the last visit. The times are ISO 8601. */
export interface MailboxState {
  /** Number of this folder, as text; another one means that its messages have new UIDs (RFC 9051, 2.3.1.1). */
  uid_validity?: string
  /** UID of the last message that was received or skipped. */
  last_uid?: number
  polled_at?: string
  error?: string | null
  /** Visits that have failed since the last success. */
  failures?: number
  /** Messages that were left out because they are too large. */
  skipped?: number
}

const ACCOUNT = ['host', 'port', 'tls', 'username'] as const

/** Returns whether a password for one belongs to the other: it must not be sent to another server, or unprotected. */
export const isSameAccount = (one: Mailbox | null, other: Mailbox | null): boolean =>
  one !== null && other !== null && ACCOUNT.every((key) => one[key] === other[key])

export const isSameFolder = (one: Mailbox | null, other: Mailbox | null): boolean =>
  isSameAccount(one, other) && one?.folder === other?.folder

const MINUTE_MS = 60_000
const MAX_MINUTES = 60

/** Returns whether it is time for a visit: after failures ever later, up to an hour. */
export function isDue({ polled_at, failures = 0 }: MailboxState, now: Date): boolean {
  if (!polled_at || failures === 0) return true
  const minutes = Math.min(MAX_MINUTES, 2 ** Math.min(failures, 10) / 2)
  // Schedules start a little early or late.
  return now.getTime() - Date.parse(polled_at) >= (minutes - 0.5) * MINUTE_MS
}

/** Identifies a message of a mailbox. */
export const messageKey = ({ host, port, username, folder }: Mailbox, uid_validity: string, uid: number): string =>
  JSON.stringify([username, host, port, folder, uid_validity, uid])
