/** Determines what a text is: texts have no signature. Only the first bytes count, so that the type is known before the whole file is. */
import { delimiterOf } from './read/office/delimited.ts'
import { decodeText } from './read/office/encoding.ts'

const HEAD_BYTES = 16_384

/** Headers that only messages have, and those that they share with other texts. */
const OF_MESSAGES = /^(from|received|return-path|delivered-to|message-id)$/i
const ALSO_OF_MESSAGES = /^(date|subject|to|cc|reply-to|mime-version|content-type|received|message-id|x-[\w-]+)$/i

const headOf = (bytes: Uint8Array, length: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, length)).toString('latin1')

/** Returns true for a message of RFC 5322: lines of headers, two of which are those of messages. Its text may begin like another file. */
export function isMessage(bytes: Uint8Array): boolean {
  const lines = headOf(bytes, HEAD_BYTES)
    .replace(/^\xef\xbb\xbf/, '')
    .replace(/^\s{0,100}/, '')
    .split(/\r?\n/)
  // Stored mailboxes begin with a line that is no header.
  if (lines[0]?.startsWith('From ')) lines.shift()
  // The last line may be incomplete.
  const isComplete = bytes.length <= HEAD_BYTES
  const end = lines.indexOf('')
  const headers = end >= 0 ? lines.slice(0, end) : isComplete ? lines : lines.slice(0, -1)
  const names: string[] = []
  for (const line of headers) {
    if (/^[ \t]/.test(line) && names.length > 0) continue
    const name = /^([!-9;-~]{1,100}):/.exec(line)?.[1]
    if (name === undefined) return false
    names.push(name)
  }
  const own = names.find((name) => OF_MESSAGES.test(name))
  return own !== undefined && names.some((name) => name !== own && ALSO_OF_MESSAGES.test(name))
}

/** Returns the type of a text that is a document; null for other files. */
export function sniffText(bytes: Uint8Array): 'html' | 'csv' | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES))
  const text = decodeText(head)
  if (text === null) return null
  const start = text.trimStart().replace(/^(<\?xml[^>]{0,200}>|<!--[\s\S]{0,2000}?-->|\s)*/i, '')
  if (/^<(!doctype\s+html|html|head|body|table)\b/i.test(start)) return 'html'
  // Other languages of marks, data, and programs.
  if (/^[<{[]/.test(start)) return null
  return delimiterOf(text, bytes.length > HEAD_BYTES) === null ? null : 'csv'
}
