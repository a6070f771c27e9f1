import contentDisposition from 'content-disposition'

/**
 * A `Content-Disposition` for a download of this name (RFC 6266). `filename` holds ASCII characters, which every client
 * understands; `filename*` (RFC 8187) holds the whole name in UTF-8 where the two differ.
 */
export function describeAttachment(name: string): string {
  // Path separators and control characters do not belong in the name of a file; half a surrogate pair has no UTF-8 form.
  const clean =
    name
      .toWellFormed()
      .replace(/[\p{Cc}/\\]/gu, '_')
      .trim() || 'export'
  const fallback = clean.replace(/[^\x20-\x7e]/gu, '_').replaceAll('"', "'")
  return contentDisposition(clean, { fallback })
}
