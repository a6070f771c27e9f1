/** The progress of a deletion request in words, for Temporal's UI. */

export interface Progress {
  deleted: { documents: number; emails: number }
  kept: { documents: number; emails: number }
  left: number
  waits: boolean
}

const number = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
const both = ({ documents, emails }: Progress['deleted']): string =>
  `${number(documents, 'document')} and ${number(emails, 'email')}`

/** Returns lines such as `Deleted: 12 documents and 3 emails`. They name nothing of what is deleted. */
export function describeDeletion({ deleted, kept, left, waits }: Progress): string {
  const lines = [`Deleted: ${both(deleted)}`, `Kept: ${both(kept)}, because of legal retention`]
  if (left > 0) lines.push(`Left: ${left}`)
  if (waits) lines.push('Waits until documents that are being imported or exported are finished.')
  return lines.join('\n\n')
}
