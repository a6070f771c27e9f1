/** File names sent by clients in paths and headers. */

/** Returns `filename*` (RFC 5987), else `filename`, which may be UTF-8 decoded as Latin-1; null if the header has neither. */
export function nameOfDisposition(header: string): string | null {
  const name = fileNameIn(header)
  return name ? cleanName(name) : null
}

/** Returns the name as sent: `''` if the header has an empty name, null if it has none. */
export function fileNameIn(header: string): string | null {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  if (extended) {
    try {
      return decodeURIComponent(extended)
    } catch {
      // Not percent-encoded UTF-8: use the plain form.
    }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  const text = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]
  return text === undefined ? null : asUtf8(text)
}

/** Decodes text that was read as Latin-1 as UTF-8; returns it unchanged if it is not valid UTF-8. */
export function asUtf8(text: string): string {
  const decoded = Buffer.from(text, 'latin1').toString('utf8')
  return decoded.includes('\uFFFD') ? text : decoded
}

/** Returns the last part of a path without the control characters of ASCII, truncated to 255 characters with its extension. */
export function cleanName(name: string): string {
  const base = name.replace(/\\/g, '/').split('/').at(-1)!
  const clean = base.replace(/[\p{Cc}--[\u0080-\u009f]]/gv, '').trim()
  if (clean.length <= 255) return clean || 'document'
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, 255 - extension.length) + extension
}
