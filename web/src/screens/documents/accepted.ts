/** File types that a queue accepts. */

/** Extensions that browsers map to a media type of their own, or to none. */
const SUPPORTED =
  '.pdf,.png,.jpg,.jpeg,.tiff,.tif,.webp,.avif,.heic,.heif,.gif,.bmp,.docx,.doc,.xlsx,.xlsm,.xls,.odt,.ods,.rtf,.csv,.tsv,.html,.htm,.eml,.zip'

/** Returns the `accept` attribute for a file picker. */
export const acceptOf = (types: readonly string[]): string => (types.length ? types.join(',') : SUPPORTED)

/** Returns whether a queue accepts a file. A file whose type the browser does not know is left to the service, which looks into it. */
export function isAccepted(type: string, accepted: readonly string[]): boolean {
  if (!accepted.length || !type) return true
  return accepted.some((pattern) =>
    pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : pattern === '*' || pattern === type,
  )
}
