/** Names of files as clients send them, in paths and headers. */

/** `filename*` (RFC 5987) before `filename`; the latter may be UTF-8 that HTTP carried as Latin-1. Null where the header names none. */
export function nameOfDisposition(header: string): string | null {
  const name = fileNameIn(header)
  return name ? cleanName(name) : null
}

/** The name as it was sent: `''` when the header has an empty one, null when it has none. */
export function fileNameIn(header: string): string | null {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  if (extended) {
    try {
      return decodeURIComponent(extended)
    } catch {
      // Not percent-encoded UTF-8: the plain form may still serve.
    }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  const text = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]
  return text === undefined ? null : asUtf8(text)
}

/** Text whose bytes were read as Latin-1: as UTF-8 where they are that, else as it is. */
export function asUtf8(text: string): string {
  const decoded = Buffer.from(text, 'latin1').toString('utf8')
  return decoded.includes('\uFFFD') ? text : decoded
}

/** The last part of a path, without the control characters of ASCII, at most 255 characters with its extension kept. */
export function cleanName(name: string): string {
  const base = name.replace(/\\/g, '/').split('/').at(-1)!
  const clean = base.replace(/[\p{Cc}--[\u0080-\u009f]]/gv, '').trim()
  if (clean.length <= 255) return clean || 'document'
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, 255 - extension.length) + extension
}
