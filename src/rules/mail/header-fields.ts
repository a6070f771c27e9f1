/**
 * Divides the header section of a raw message into its fields, by the rules of the library that checks signatures (mailauth). All
 * other code uses this function: with two parsers, a header could be visible to only one of them. Takes linear time.
 */

/** Larger than any real header; mail servers accept 100 kB by default. */
export const MAX_HEADER_BYTES = 1024 * 1024

export interface HeaderField {
  /** As the library compares it: without white space around it, in lower case. Without a colon, the whole field. */
  name: string
  /** The name as it was written, with everything before the colon. */
  written: string
  hasColon: boolean
  /** More than one if it is folded. */
  lines: number
  /** All of it, as bytes in a string, with CRLF between its lines. */
  text: string
}

export interface SplitMessage {
  /** As bytes in a string. */
  header: string
  /** Where the text begins. */
  bodyStart: number
  /** Whether the end of the headers was found; otherwise the whole message is headers. */
  hasEnd: boolean
}

/** Returns the header section of a message; null if it is too large. */
export function splitMessage(raw: Uint8Array): SplitMessage | null {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, MAX_HEADER_BYTES + 4))
  const text = bytes.toString('latin1')
  const end = /^\r?\n|\n\r?\n/.exec(text)
  if (end)
    return { header: text.slice(0, end.index).replace(/\r$/, ''), bodyStart: end.index + end[0].length, hasEnd: true }
  return raw.length > MAX_HEADER_BYTES ? null : { header: text, bodyStart: raw.length, hasEnd: false }
}

/** Any white space continues a field, as in the library; `hasOddFolds` finds what others read differently. */
export function fieldsOf(header: string): HeaderField[] {
  const lines = header.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  const fields: string[][] = []
  for (const line of lines) {
    const last = fields.at(-1)
    if (last && /^\s/.test(line)) last.push(line)
    else fields.push([line])
  }
  return fields.map((parts) => {
    const text = parts.join('\r\n')
    const colon = text.indexOf(':')
    const written = colon < 0 ? text : text.slice(0, colon)
    return { name: written.trim().toLowerCase(), written, hasColon: colon >= 0, lines: parts.length, text }
  })
}

/** Whether a line begins with white space other than blanks and tabs, with which only some programs continue a field. */
export const hasOddFolds = (header: string): boolean => /\n(?:[\v\f\xa0]|\r(?!\n))/.test(header)

/** Longer names do not fit into a line (RFC 5322, 2.1.1). */
const MAX_NAME = 76

/**
 * Whether all programs read the same name: printable ASCII, with blanks at most before the colon (RFC 5322, 4.5). Lines without a colon have
 * no name for any program, and neither has the separator of mailboxes (`From a@b.example Mon Jan  5 10:00:00`) in the first line.
 */
export function hasClearName({ written, hasColon }: HeaderField, index: number): boolean {
  if (!hasColon || (index === 0 && /^From \S+ +\S/.test(written) && !written.includes('\n'))) return true
  return written.length <= MAX_NAME && /^[\x21-\x7e]+[ \t]*$/.test(written)
}
