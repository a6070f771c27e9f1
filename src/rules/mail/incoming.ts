/** Decisions about received emails: which are ignored, which of their files are imported, and to which email one replies. */
import { isProgramName } from '../input/file-names.ts'
import { matchesSender, type InboxFilters } from './inbox.ts'
import { compilePattern } from '../input/patterns.ts'

/** Looks up DNS records, as `dns.promises.resolve` does. Replaced in tests. */
export type DnsResolver = (domain: string, type: string) => Promise<string[][] | string[]>

/** What the sending server said, and how it is connected. Empty for messages that were not received by SMTP. */
export interface Envelope {
  /** Address of the sender; empty for notifications. */
  from?: string
  ip?: string
  helo?: string
  tls?: boolean
}

/** What became of a received message. All but the first four leave no email. */
export type MailOutcome =
  /** At least one file is imported. */
  | 'imported'
  | 'no_documents'
  /** A notification about an email that was sent. */
  | 'bounce'
  /** The message could not be parsed; the email has only the raw message. */
  | 'unreadable'
  | 'duplicate'
  /** The message has no author, or several (`readAuthor`). */
  | 'no_single_author'
  | 'sender_denied'
  | 'authentication_failed'
  | 'loop'
  | 'queue_inactive'
  /** The message was removed before it was processed. */
  | 'gone'

/** Why no email was created, as a sentence for the user who imported it. */
export const IGNORED: Partial<Record<MailOutcome, string>> = {
  duplicate: 'The inbox has received this email before.',
  no_single_author: 'The email has no author, or several: it needs one header From with one address.',
  sender_denied: 'The filters of the inbox do not allow the sender.',
  authentication_failed: 'The email failed the DMARC check.',
  loop: 'The email was sent by the inbox itself.',
  queue_inactive: 'The queue does not accept documents.',
  gone: 'The email no longer exists.',
}

export const ATTACHMENT_STATUSES = [
  'filtered_by_inbox_resolution',
  'filtered_by_inbox_size',
  'filtered_by_inbox_mime_type',
  'filtered_by_inbox_file_name',
  'filtered_by_hook_custom',
  'filtered_by_queue_mime_type',
  'hook_additional_file',
  'filtered_by_insecure_mime_type',
  'extracted_archive',
  'failed_to_extract',
  'processed',
  'password_protected_archive',
  'broken_image',
] as const
export type AttachmentStatus = (typeof ATTACHMENT_STATUSES)[number]

/**
 * Whether the sender passes the filters: not denied, and allowed if there is a list of allowed senders. `addresses` are the notations of one
 * address, each of which a filter may name.
 */
export function senderPasses(
  { allowed_senders, denied_senders }: Pick<InboxFilters, 'allowed_senders' | 'denied_senders'>,
  ...addresses: string[]
): boolean {
  const matches = (wildcard: string) => addresses.some((address) => matchesSender(wildcard, address))
  if (denied_senders.some(matches)) return false
  return allowed_senders.length === 0 || allowed_senders.some(matches)
}

/** A file of an email. Sizes are in bytes and pixels. */
export interface MailFile {
  name: string
  /** Determined from the content. */
  mime_type: string
  size: number
  width: number | null
  height: number | null
  state: 'file' | 'container' | 'encrypted' | 'damaged' | 'broken_image' | 'too_large' | 'body'
}

/** Pictures of at most this width and height are logos and spacers. */
const TINY_PX = 100
const PROGRAM = 'application/x-executable'

const isBelow = (width: number | null, height: number | null, [w, h]: readonly [number, number]): boolean =>
  width !== null && height !== null && width < w && height < h

/** Returns true for a picture that is a logo or a spacer. */
export const isTiny = ({ width, height }: Pick<MailFile, 'width' | 'height'>): boolean =>
  isBelow(width, height, [TINY_PX + 1, TINY_PX + 1])

const BY_STATE: Partial<Record<MailFile['state'], AttachmentStatus>> = {
  container: 'extracted_archive',
  encrypted: 'password_protected_archive',
  damaged: 'failed_to_extract',
  too_large: 'failed_to_extract',
  broken_image: 'broken_image',
}

/**
 * Returns why a file of an email is not imported; null for a file that is. `importable` returns false for types that the queue does not
 * accept.
 */
export function rejectFile(
  file: MailFile,
  { document_rejection_conditions: conditions }: Pick<InboxFilters, 'document_rejection_conditions'>,
  importable: (file: MailFile) => boolean,
): AttachmentStatus | null {
  const byState = BY_STATE[file.state]
  if (byState) return byState
  const { name, mime_type, size, width, height } = file
  if (mime_type === PROGRAM || isProgramName(name)) return 'filtered_by_insecure_mime_type'
  const isPicture = mime_type.startsWith('image/')
  if (isPicture && isTiny(file)) return 'filtered_by_inbox_resolution'
  // Conditions are about files of the sender.
  if (conditions.enabled && file.state !== 'body') {
    const { mime_types, file_name_regexes, file_size_less_than_b, resolution_lower_than_px } = conditions
    if (mime_types?.some((pattern) => matchesSender(pattern, mime_type))) return 'filtered_by_inbox_mime_type'
    if ([file_name_regexes ?? []].flat().some((pattern) => compilePattern(pattern)?.matcher(name).find()))
      return 'filtered_by_inbox_file_name'
    if (file_size_less_than_b !== null && size < file_size_less_than_b) return 'filtered_by_inbox_size'
    if (isPicture && resolution_lower_than_px && isBelow(width, height, resolution_lower_than_px))
      return 'filtered_by_inbox_resolution'
  }
  return importable(file) ? null : 'filtered_by_queue_mime_type'
}

/** Statuses that count as filtered out: a person might expect these files among the documents. */
export const isFilteredOut = (status: AttachmentStatus | null): boolean =>
  status !== null &&
  (status.startsWith('filtered_') ||
    status === 'password_protected_archive' ||
    status === 'failed_to_extract' ||
    status === 'broken_image')

const PREFIX = /^\s*(re|aw|sv|antw|odp|rif|ref|res|vs|vl|fwd?|wg|tr|rv)(\[\d+\])?\s*:\s*/i

/** Returns the subject without the prefixes of replies, for comparisons; empty if it is no subject of a reply. */
export function repliedSubject(subject: string): string {
  let rest = subject
  for (let count = 0; count < 10 && PREFIX.test(rest); count++) rest = rest.replace(PREFIX, '')
  return rest === subject ? '' : bareSubject(rest)
}

/** Returns the subject in the form in which subjects are compared. */
export function bareSubject(subject: string): string {
  let rest = subject
  for (let count = 0; count < 10 && PREFIX.test(rest); count++) rest = rest.replace(PREFIX, '')
  return rest.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
