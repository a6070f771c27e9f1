/**
 * A `Content-Disposition` for a download of this name. The plain form holds what every client understands, the second form
 * (RFC 6266, RFC 8187) the whole name when that is more.
 */
export function describeAttachment(name: string): string {
  // Path separators and control characters have no place in a file's name, a lone half of a surrogate pair none in UTF-8.
  const clean =
    name
      .toWellFormed()
      .replace(/[\p{Cc}/\\]/gu, '_')
      .trim() || 'export'
  const plain = clean.replace(/[^\x20-\x7e]/gu, '_').replaceAll('"', "'")
  const header = `attachment; filename="${plain}"`
  if (plain === clean) return header
  const encoded = encodeURIComponent(clean).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${header}; filename*=UTF-8''${encoded}`
}
