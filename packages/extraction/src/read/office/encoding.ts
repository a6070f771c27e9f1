/** Encodings of texts without a declaration. */

/** Control characters that no text has. Those of lines, pages and escapes are left out. */
// eslint-disable-next-line no-control-regex -- control characters are what it is about
const BINARY = /[\0-\x08\x0e-\x1a\x1c-\x1f]/

/**
 * Decodes a text: UTF-8 and UTF-16, with or without a byte order mark, or else Windows-1252, whose bytes all have a meaning. Returns null for files that are
 * no text. A character that is incomplete at the end is left out.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  const decode = (encoding: string, fatal = false): string =>
    new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true })
  let text: string
  if (first === 0xef && second === 0xbb && third === 0xbf) text = decode('utf-8')
  else if (first === 0xff && second === 0xfe) text = decode('utf-16le')
  else if (first === 0xfe && second === 0xff) text = decode('utf-16be')
  else if (isUtf16(bytes)) text = decode('utf-16le')
  else {
    try {
      text = decode('utf-8', true)
    } catch {
      text = decode('windows-1252')
    }
  }
  return BINARY.test(text) ? null : text
}

/** Whether every other byte of the beginning is zero, as that of Latin letters in UTF-16 is. */
function isUtf16(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length & ~1, 512)
  if (length < 16) return false
  let zeros = 0
  for (let at = 1; at < length; at += 2) if (bytes[at] === 0 && bytes[at - 1] !== 0) zeros++
  return zeros > 0.45 * length
}
