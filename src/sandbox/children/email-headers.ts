/** Reads the headers of a parsed message: addresses, references, and whether a program has sent it. */
import type { AddressObject, EmailAddress, HeaderValue, Headers } from 'mailparser'
import { authorText, type Author } from '../../rules/mail/message-author.ts'
import type { ParsedAddress, ParsedEmail } from '../email-types.ts'

const MAX_ADDRESSES = 200
const MAX_REFERENCES = 100
const MAX_REFERENCE = 1000

/** One line of text that can be stored: no control characters, no half of a surrogate pair. */
export const lineOf = (text: string, longest = MAX_REFERENCE): string =>
  text
    .slice(0, 4 * longest)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()

function textOf(value: HeaderValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return lineOf(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toUTCString()
  if (Array.isArray(value)) return lineOf(value.map((one: HeaderValue) => textOf(one)).join(', '))
  if ('text' in value && typeof value.text === 'string') return lineOf(value.text)
  return 'value' in value && typeof value.value === 'string' ? lineOf(value.value) : ''
}

const isAddresses = (value: HeaderValue): value is AddressObject =>
  typeof value === 'object' && 'text' in value && 'value' in value && Array.isArray(value.value)

/** Returns the addresses of a header, those of groups included. */
export function addressesOf(value: HeaderValue | undefined): ParsedAddress[] {
  if (value === undefined) return []
  const all: HeaderValue[] = Array.isArray(value) ? value : [value]
  const flat = (one: EmailAddress): EmailAddress[] => (one.group ? one.group.flatMap(flat) : [one])
  return all
    .filter(isAddresses)
    .flatMap(({ value: found }) => found.flatMap(flat))
    .filter(({ address }) => address)
    .slice(0, MAX_ADDRESSES)
    .map(({ address, name }) => ({ email: lineOf(address!, 320).toLowerCase(), name: lineOf(name, 255) }))
}

const ID = /<[^<>\s]{1,990}>/g

/** Returns message ids with their angle brackets. */
const idsIn = (text: string): string[] => text.match(ID) ?? (/^\S+@\S+$/.test(text) ? [`<${text}>`] : [])

/** All lines of a header as text. */
const rawOf = (headers: Headers, name: string): string =>
  [headers.get(name) ?? []]
    .flat()
    .map((one) => textOf(one))
    .join(' ')
    .slice(0, 100_000)

/** Headers of which programs that send on their own put one into their messages; the value decides where there is one. */
const AUTOMATIC: readonly (readonly [name: string, value: RegExp])[] = [
  ['auto-submitted', /^(?!no\b)\S/i],
  ['precedence', /\b(bulk|junk|auto_reply|list)\b/i],
  ['x-auto-response-suppress', /\b(all|oof|autoreply)\b/i],
  ['x-autoreply', /^(?!no\b)\S/i],
  ['x-autorespond', /\S/],
  ['x-failed-recipients', /\S/],
]

function automaticBy(headers: Headers, contentType: string): string | null {
  if (/^multipart\/report/i.test(contentType)) return 'multipart/report'
  for (const [name, pattern] of AUTOMATIC) {
    const value = textOf(headers.get(name))
    if (pattern.test(value)) return `${name}: ${value.slice(0, 100)}`
  }
  // The parser collects the headers of mailing lists.
  const list = headers.get('list')
  if (typeof list === 'object' && 'id' in list) return 'list-id'
  return headers.has('return-path') && !addressesOf(headers.get('return-path')).length ? 'return-path: <>' : null
}

const SHOWN = ['from', 'to', 'reply-to', 'subject', 'message-id', 'date'] as const

/** What the headers say; texts and files are read elsewhere. */
export type HeaderFacts = Omit<ParsedEmail, 'text' | 'html' | 'report' | 'problems'>

/** `author` was read from the raw message: the parser of `headers` would also accept a list, a group or `Sender`. */
export function readHeaders(headers: Headers, author: Author | null): HeaderFacts {
  const subject = textOf(headers.get('subject'))
  const ids = idsIn(textOf(headers.get('message-id')))
  const references = rawOf(headers, 'references').match(ID) ?? []
  return {
    subject,
    message_id: ids[0] ?? null,
    in_reply_to: idsIn(rawOf(headers, 'in-reply-to'))[0] ?? null,
    // The newest are the last.
    references: references.slice(-MAX_REFERENCES),
    from: author && { email: author.email, name: author.name },
    to: addressesOf(headers.get('to')),
    cc: addressesOf(headers.get('cc')),
    headers: {
      ...Object.fromEntries(SHOWN.map((name) => [name, textOf(headers.get(name))])),
      from: author ? authorText(author) : '',
      // Only the results of this service are shown: anyone can write this header.
      'authentication-results': '',
    },
    automatic: automaticBy(headers, textOf(headers.get('content-type'))),
    forwarded: /^\s*(fwd?|wg|tr|rv|i|doorst)\s*:/i.test(subject),
  }
}
