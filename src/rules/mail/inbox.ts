/** Inboxes: addresses, filters of incoming email, and bounce settings of queues. */
import { isAddress } from './template.ts'
import { errorOfPattern, errorOfPatterns } from '../input/patterns.ts'

/** The service's own domain if none is configured. Names under `localhost` never resolve to another host. */
export const LOCAL_MAIL_DOMAIN = 'sheaf.localhost'

/** With `-` and six hex digits, this is 64 characters, the maximum before an `@`. */
export const MAX_PREFIX = 57
export const PREFIX_PATTERN = '^[A-Za-z0-9_]+([.-]+[A-Za-z0-9_]+)*$'

/** `<prefix>-<6 hex digits>@<domain>`, in lower case; `suffix` are the digits. */
export const inboxAddress = (prefix: string, suffix: string, domain: string): string =>
  `${prefix.toLowerCase()}-${suffix}@${domain}`

/** Returns a prefix derived from a name, for inboxes created without one: letters, digits and single hyphens. */
export function prefixFrom(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, MAX_PREFIX).replace(/-$/, '') || 'inbox'
}

export interface RejectionConditions {
  enabled: boolean
  /** `[width, height]`: rejected if both dimensions are smaller. */
  resolution_lower_than_px: [number, number] | null
  file_size_less_than_b: number | null
  mime_types: string[] | null
  file_name_regexes: string[] | string | null
}

export interface InboxFilters {
  allowed_senders: string[]
  denied_senders: string[]
  document_rejection_conditions: RejectionConditions
}

type Given = Partial<Omit<InboxFilters, 'document_rejection_conditions'>> & {
  document_rejection_conditions?: Partial<RejectionConditions>
}

const DEFAULT_FILTERS: InboxFilters = {
  allowed_senders: [],
  denied_senders: [],
  document_rejection_conditions: {
    enabled: true,
    resolution_lower_than_px: [1200, 600],
    file_size_less_than_b: null,
    mime_types: ['image/gif'],
    file_name_regexes: null,
  },
}

/** Fills in missing filters from `base`; unknown keys are dropped. */
export function completeFilters(given: Given = {}, base: InboxFilters = DEFAULT_FILTERS): InboxFilters {
  const before = base.document_rejection_conditions
  const {
    enabled = before.enabled,
    resolution_lower_than_px = before.resolution_lower_than_px,
    file_size_less_than_b = before.file_size_less_than_b,
    mime_types = before.mime_types,
    file_name_regexes = before.file_name_regexes,
  } = given.document_rejection_conditions ?? {}
  return {
    allowed_senders: given.allowed_senders ?? base.allowed_senders,
    denied_senders: given.denied_senders ?? base.denied_senders,
    document_rejection_conditions: {
      enabled,
      resolution_lower_than_px,
      file_size_less_than_b,
      mime_types,
      file_name_regexes,
    },
  }
}

/** Returns the error of the first pattern that is not allowed, or of all patterns together; null if there is none. */
export function checkFileNames(patterns: string[] | string | null | undefined): string | null {
  const all = [patterns ?? []].flat()
  const wrong = all.find((pattern) => errorOfPattern(pattern) !== null)
  return wrong === undefined ? errorOfPatterns(all) : `"${wrong}": ${errorOfPattern(wrong)}`
}

/** Returns true if the whole sender's address matches a wildcard with `*` (anything) and `?` (one character), ignoring case. */
export function matchesSender(wildcard: string, address: string): boolean {
  const [pattern, text] = [[...wildcard.toLowerCase()], [...address.toLowerCase()]]
  let [p, t, star, mark] = [0, 0, -1, 0]
  // Greedy, with backtracking only to the last star: at most pattern length times text length for any input.
  while (t < text.length) {
    if (pattern[p] === '*') [star, mark, p] = [p, t, p + 1]
    else if (pattern[p] === '?' || pattern[p] === text[t]) [p, t] = [p + 1, t + 1]
    else if (star >= 0) [p, mark, t] = [star + 1, mark + 1, mark + 1]
    else return false
  }
  return pattern.slice(p).every((character) => character === '*')
}

/** Columns of an inbox and the keys of `queue.settings.email_notifications` to which they were moved. */
export const BOUNCES = {
  bounce_email_to: 'recipient',
  bounce_unprocessable_attachments: 'unprocessable_attachments',
  bounce_postponed_annotations: 'postponed_annotations',
  bounce_deleted_annotations: 'deleted_annotations',
  bounce_email_with_no_attachments: 'email_with_no_attachments',
} as const

/** Converts bounce settings to keys of `email_notifications`. */
export function notificationsOf(bounces: Record<string, unknown>): Record<string, unknown> {
  const found = Object.entries(BOUNCES).filter(([name]) => bounces[name] !== undefined)
  return Object.fromEntries(
    found.map(([name, key]) => {
      const value = bounces[name]
      return [key, name === 'bounce_email_to' && value !== null ? { email: value, name: '' } : value]
    }),
  )
}

/** Returns the address for notifications in `email_notifications` of a queue; null if there is none. */
export function recipientOf(notifications: Record<string, unknown> | undefined): string | null {
  const recipient = notifications?.['recipient']
  if (typeof recipient !== 'object' || recipient === null || !('email' in recipient)) return null
  const { email } = recipient
  return typeof email === 'string' && isAddress(email) ? email : null
}
