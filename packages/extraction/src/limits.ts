/** Limits of files that several readers share (docs/extraction.md, "Files that attack the reader"). */

/** Size of a file, and of all files together that an archive or a portfolio contains. */
export const MAX_FILE_BYTES = 40 * 2 ** 20
/** Number of files that an archive or a portfolio contains. */
export const MAX_MEMBERS = 1000

export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MB`
