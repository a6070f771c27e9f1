/** The summary by which operators recognize a workflow. */

/** Temporal rejects longer summaries. */
const MAX_BYTES = 400

/** Returns a summary such as "invoice-17.pdf in Invoices EU" or "invoice-17.pdf and 3 more in Invoices EU". */
export function summarize({ file, files, queue }: { file: string; files: number; queue: string }): string {
  const more = files > 1 ? ` and ${files - 1} more` : ''
  return shorten(`${shorten(file, 200)}${more} in ${queue}`, MAX_BYTES)
}

/** Returns the summary of an approval, such as "Approval of invoice-17.pdf in Invoices EU". */
export const summarizeApproval = ({ file, queue }: { file: string; queue: string }): string =>
  shorten(`Approval of ${shorten(file, 200)} in ${queue}`, MAX_BYTES)

/** Returns the text, truncated to a number of bytes in UTF-8 with an ellipsis. */
export function shorten(text: string, bytes: number): string {
  const encoder = new TextEncoder()
  if (encoder.encode(text).length <= bytes) return text
  let kept = ''
  let size = 0
  for (const character of text) {
    size += encoder.encode(character).length
    if (size > bytes - 3) break
    kept += character
  }
  return `${kept}…`
}
