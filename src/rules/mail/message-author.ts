/**
 * Reads the author of a message: exactly one address, in exactly one header `From`. Filters, DMARC and people all use this result.
 * Programs disagree about everything beyond that (several headers, lists, groups, routes, `Sender`), and each disagreement lets a stranger pass
 * the checks with one address and appear with another, so such messages have no author.
 */
import { isUtf8 } from 'node:buffer'
import { domainToASCII, domainToUnicode } from 'node:url'
import { decodeWords } from './encoded-words.ts'
import { fieldsOf, hasClearName, hasOddFolds, splitMessage } from './header-fields.ts'
import { splitMailbox } from './mailbox-tokens.ts'

export interface Author {
  /** In lower case, with the domain in Unicode. */
  email: string
  /** Decoded; empty if there is none. */
  name: string
  /** The domain as DNS has it. */
  domain: string
}

export type AuthorResult = { author: Author } | { problem: string }

/** More than real headers have, which name one person. */
const [MAX_LINES, MAX_FIELD] = [100, 8 * 1024]
const [MAX_LOCAL, MAX_DOMAIN, MAX_NAME] = [64, 253, 255]

const refused = (problem: string): { problem: string } => ({ problem })

/** Returns the author of a raw message, or why it has none, as a sentence without its content. Takes linear time. */
export function readAuthor(raw: Uint8Array): AuthorResult {
  const parts = splitMessage(raw)
  if (parts === null) return refused('The headers are too large.')
  const found = readAuthorField(parts.header)
  if ('problem' in found) return found
  const value = decodeBytes(found.field.slice('from:'.length).replaceAll(/\r\n(?=[ \t])/g, ''))
  if (/\p{Cc}/u.test(value.replaceAll('\t', ' '))) return refused('The header From has control characters.')
  return readMailbox(value)
}

/** Returns the one header `From` with its name, as bytes in a string; a problem if any program could read another one. */
export function readAuthorField(header: string): { field: string } | { problem: string } {
  if (hasOddFolds(header))
    return refused(
      'The message has header lines that some programs read as part of the line before, and others do not.',
    )
  const fields = fieldsOf(header)
  const [field, another] = fields.flatMap(({ text, lines }) =>
    // Some programs begin a new line at a lone carriage return.
    text
      .split(/\r(?!\n)/)
      .filter(isNamedFrom)
      .map(() => ({ text, lines })),
  )
  if (field === undefined) return refused('The message has no author: there is no header From.')
  if (another !== undefined) return refused('The message has several headers From.')
  // What is hidden in such a name could be a header From for the next program that reads the message.
  if (!fields.every(hasClearName)) return refused('The message has a header with a malformed name.')
  if (!/^from:/i.test(field.text)) return refused('The header From is malformed.')
  if (field.lines > MAX_LINES || field.text.length > MAX_FIELD)
    return refused('The header From has too many lines or characters.')
  return { field: field.text }
}

/** Whether some program could read this as `From`: also with spaces, control or invisible characters in its name. */
function isNamedFrom(field: string): boolean {
  const [name = ''] = field.split(':', 1)
  return name.replaceAll(/[^\x21-\x7e]/g, '').toLowerCase() === 'from'
}

/** Addresses are UTF-8 (RFC 6532); names in older messages may have another encoding. */
function decodeBytes(value: string): string {
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('windows-1252').decode(bytes)
}

/** Reads the value of the header: `address`, `address (name)` or `name <address>`. */
export function readMailbox(value: string): AuthorResult {
  const parts = splitMailbox(value)
  if ('problem' in parts) return parts
  const { address, names, comments } = parts
  const author = readAddress(address)
  if (!author) return refused('The header From has no valid address.')
  const unquoted = [...names.filter(({ isQuoted }) => !isQuoted), ...comments.map((text) => ({ text }))]
  // Some programs take the first thing that looks like an address.
  for (const { text } of unquoted)
    if (text.includes('@') && text.trim().toLowerCase() !== address.trim().toLowerCase())
      return refused('The header From has more than one address.')
  const named = names.map(({ text }) => text).join(' ') || comments.join(' ')
  return { author: { ...author, name: shown(decodeWords(named)) } }
}

/** One line without characters that change its direction or that cannot be seen. */
const shown = (name: string): string =>
  name
    .slice(0, 4 * MAX_NAME)
    .replaceAll(/[\p{Cf}\u034F]/gu, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .toWellFormed()

/** Letters and digits of any script, and the signs of a dot-atom; a quoted local part only if it would need no quotes. */
const LOCAL = /^(?!\.)[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+$/u
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Whether DNS can have this name, in ASCII. */
export const isHostName = (domain: string): boolean =>
  domain.length <= MAX_DOMAIN && domain.split('.').every((label) => LABEL.test(label))

function readAddress(address: string): Pick<Author, 'email' | 'domain'> | null {
  const [, quoted, plain, host] = /^(?:"([^"\\@]*)"|([^"@]*))@([^@]+)$/.exec(address) ?? []
  const local = quoted ?? plain ?? ''
  if (host === undefined || local.length > MAX_LOCAL || !LOCAL.test(local) || local.includes('=?')) return null
  // The conversion would also decode percent signs and drop characters that cannot be seen.
  if (!/^[\p{L}\p{M}\p{N}._-]+$/u.test(host) || host.length > MAX_DOMAIN) return null
  const domain = domainToASCII(host)
  const isAddress = /(^|\.)(\d+|0x[\da-f]*)$/.test(domain)
  if (!isHostName(domain) || isAddress) return null
  return { email: `${local.toLowerCase()}@${domainToUnicode(domain)}`, domain }
}

/** The notations of the address, in Unicode and as DNS has it. */
export const addressesOf = ({ email, domain }: Author): string[] => [
  email,
  `${email.slice(0, email.lastIndexOf('@') + 1)}${domain}`,
]

/** The author as the header `From` would have it. A quotation mark or a backslash in the name could end the quotation early or never. */
export const authorText = ({ email, name }: Pick<Author, 'email' | 'name'>): string =>
  name ? `"${name.replaceAll(/["\\]/g, "'")}" <${email}>` : email
