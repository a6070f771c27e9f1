import { compile } from 'html-to-text'

/** Rules for emails: the stored parts, and the plain text version of HTML. */
export const EMAIL_LABELS = [
  'rejection',
  'automatic_rejection',
  'rejected',
  'automatic_status_changed_info',
  'forwarded',
  'reply',
] as const

/** Maximum number of bytes of a body that are stored in addition to the raw message. */
const MAX_BODY = 4096

/** Truncates the text to 4 kB, never inside a character. */
export function cutBody(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_BODY) return text
  let end = MAX_BODY
  while ((bytes[end]! & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

/** Returns one line without control characters, as a header requires. */
export const headerText = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/** Limit for the conversion of HTML in characters. Parsing takes more than linear time if elements nest or overlap. */
const MAX_HTML = 100_000

const convertHtml = compile({
  wordwrap: false,
  limits: { maxInputLength: MAX_HTML, maxDepth: 200, maxChildNodes: 10_000 },
  selectors: [
    { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/**
 * Converts HTML to plain text: blocks become lines, addresses of links follow in brackets; styles, scripts and images are omitted, and so
 * is everything after the first 100,000 characters of HTML.
 */
export const plainText = (html: string): string => convertHtml(html.slice(0, MAX_HTML))

/** Statuses that count as processed in `annotation_counts` of emails and threads. */
export const PROCESSED = ['exported', 'deleted', 'purged', 'split']
export const UNPROCESSED = [
  'importing',
  'failed_import',
  'to_review',
  'reviewing',
  'confirmed',
  'exporting',
  'postponed',
  'failed_export',
]

/** Total number of emails that users of a trial organization may send. */
export const TRIAL_MAILS = 10
