/** Texts and addresses of emails. The screen shows text only: markup of emails is never part of the page. */
import type { Email } from '../../../api/types.ts'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '' }

/** Returns the text of HTML: paragraphs and lines stay, styles and scripts are dropped. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(style|script|head|title)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<br\s*\/?>\s?/gi, '\n')
    .replace(/<li\b[^>]*>\s?/gi, '\n- ')
    .replace(/<\/(p|h[1-6]|ul|ol|table|blockquote)\s*>\s?/gi, '\n\n')
    .replace(/<\/(div|tr)\s*>\s?/gi, '\n')
    .replace(/<\/t[dh]\s*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Returns HTML that shows a text with its paragraphs and lines. */
export const htmlOfText = (text: string): string =>
  text
    .trim()
    .replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')

/** Returns the text of an email. */
export const bodyOf = ({
  body_text_plain,
  body_text_html,
}: Pick<Email, 'body_text_plain' | 'body_text_html'>): string => body_text_plain.trim() || textOfHtml(body_text_html)

/** Splits a text into what the author wrote and the earlier emails quoted below it. */
export function splitQuote(text: string): { own: string; quoted: string } {
  const lines = text.split('\n')
  let start = lines.length
  // Only quotes at the end are hidden: an answer may follow a quoted line.
  while (start > 0 && /^\s*(>|$)/.test(lines[start - 1]!)) start -= 1
  const isIntroduction = start > 0 && start < lines.length && /:\s*$/.test(lines[start - 1]!)
  if (isIntroduction) start -= 1
  const quoted = lines.slice(start).join('\n').trim()
  return quoted.includes('>') ? { own: lines.slice(0, start).join('\n').trim(), quoted } : { own: text, quoted: '' }
}

export interface Address {
  email: string
  name?: string
}

/** Returns an address for people: `Ada Lovelace <ada@example.com>`. */
export const addressText = ({ email, name }: Address): string => (name && name !== email ? `${name} <${email}>` : email)

const ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/

/** Returns the addresses in a line separated by commas, semicolons or line ends, and the parts that are not addresses. */
export function parseAddresses(line: string): { addresses: Address[]; wrong: string[] } {
  const addresses = new Map<string, Address>()
  const wrong: string[] = []
  // A comma in a quoted name separates nothing.
  for (const part of line.match(/(?:"[^"]*"|[^",;\n])+/g) ?? []) {
    const text = part.trim()
    if (!text) continue
    const [, name = '', inner] = /^(.*?)\s*<([^<>]*)>$/.exec(text) ?? []
    const email = (inner ?? text).trim()
    const cleaned = name.replace(/^"(.*)"$/, '$1').trim()
    if (ADDRESS.test(email)) addresses.set(email.toLowerCase(), { email, ...(cleaned ? { name: cleaned } : {}) })
    else wrong.push(text)
  }
  return { addresses: [...addresses.values()], wrong }
}

/** Adds an address to a line unless it is there already. */
export function withAddress(line: string, address: Address): string {
  const { addresses } = parseAddresses(line)
  if (addresses.some(({ email }) => email.toLowerCase() === address.email.toLowerCase())) return line
  const name = address.name && /[",;<>]/.test(address.name) ? `"${address.name.replaceAll('"', '')}"` : address.name
  return [line.trim().replace(/[,;]$/, ''), addressText({ ...address, ...(name ? { name } : {}) })]
    .filter(Boolean)
    .join(', ')
}

/** Returns the subject of a reply. */
export const replySubject = (subject: string): string =>
  /^\s*(re|aw|antw)\s*:/i.test(subject) ? subject : `Re: ${subject}`

/** Returns emails, the oldest first, each once. */
export const emailOrder = (emails: readonly Email[]): Email[] =>
  [...new Map(emails.map((email) => [email.id, email])).values()].sort(
    (one, other) => one.created_at.localeCompare(other.created_at) || one.id - other.id,
  )

/** What is known about the delivery of an email that was sent; null for a received one. */
export function deliveryOf({
  type,
  metadata,
}: Pick<Email, 'type' | 'metadata'>): 'sent' | 'waiting' | 'bounced' | null {
  if (type !== 'outgoing') return null
  if (metadata.bounced) return 'bounced'
  return metadata.delivered === false ? 'waiting' : 'sent'
}
