/** Emails (filled-gaps 8.5, 8.6): what is kept of them and what a letter needs. */
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

/** One line without control characters: what may stand in a header. */
export const headerText = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** HTML as plain text, for readers that show no HTML: paragraphs and breaks become lines, other tags vanish. */
export function plainText(html: string): string {
  return html
    .replace(/<(style|script)\b[^]*?<\/\1\s*>/gi, '')
    .replace(/<br\s*\/?>|<\/(p|div|li|tr|h[1-6])\s*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_whole, name: string) => ENTITIES[name]!)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

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
