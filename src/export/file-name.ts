import contentDisposition from 'content-disposition'

/**
 * Returns a `Content-Disposition` for a download with this name (RFC 6266). `filename` contains only ASCII characters, which every client
 * understands. `filename*` (RFC 8187) contains the whole name in UTF-8 if the two differ.
 */
export function describeAttachment(name: string): string {
  // File names contain no path separators or control characters; an unpaired surrogate has no UTF-8 form.
  const clean =
    name
      .toWellFormed()
      .replace(/[\p{Cc}/\\]/gu, '_')
      .trim() || 'export'
  const fallback = clean.replace(/[^\x20-\x7e]/gu, '_').replaceAll('"', "'")
  return contentDisposition(clean, { fallback })
}
