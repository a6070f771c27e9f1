import { compile } from 'html-to-text'

/** Rules for emails: what is kept of them, and the plain text beside the HTML. */
export const EMAIL_LABELS = [
  'rejection',
  'automatic_rejection',
  'rejected',
  'automatic_status_changed_info',
  'forwarded',
  'reply',
] as const

/** Most bytes of a body that are kept beside the raw message. */
const MAX_BODY = 4096

/** The text cut at 4 kB, never inside a character. */
export function cutBody(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_BODY) return text
  let end = MAX_BODY
  while ((bytes[end]! & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

/** One line without control characters, as a header must be. */
export const headerText = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/** Characters of HTML that are converted. Parsing takes longer than linearly when elements nest or overlap. */
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
 * HTML as plain text, for readers that show no HTML: blocks become lines, addresses of links follow in brackets, styles,
 * scripts and pictures are left out. What comes after the first 100,000 characters of HTML is left out too.
 */
export const plainText = (html: string): string => convertHtml(html.slice(0, MAX_HTML))

/** Statuses that `annotation_counts` of emails and threads add up. */
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

/** Mails that people of a trial organization may send in all. */
export const TRIAL_MAILS = 10
