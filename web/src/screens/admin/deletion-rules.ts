/** What the panel for deletions sends and shows. */

export const TERMS = ['names', 'vat_ids', 'ibans', 'emails'] as const
export type Terms = Partial<Record<(typeof TERMS)[number], string>>

/** Returns the search of the fields that are filled; several terms of a field are separated by semicolons. */
export const searchOf = (terms: Terms): Record<string, string[]> =>
  Object.fromEntries(
    TERMS.flatMap((term) => {
      const values = (terms[term] ?? '')
        .split(';')
        .map((value) => value.trim())
        .filter(Boolean)
      return values.length > 0 ? [[term, values]] : []
    }),
  )

interface Counts {
  deleted: Record<string, number>
  kept: Record<string, number>
}

/** Returns a row for each kind of which something is deleted or kept. */
export const deletionRows = ({ deleted, kept }: Counts): { kind: string; deleted: number; kept: number }[] =>
  [...new Set([...Object.keys(deleted), ...Object.keys(kept)])]
    .map((kind) => ({ kind, deleted: deleted[kind] ?? 0, kept: kept[kind] ?? 0 }))
    .filter((row) => row.deleted + row.kept > 0)

/** Number of objects that a confirmation would delete. */
export const toDelete = ({ deleted }: Counts): number => (deleted['documents'] ?? 0) + (deleted['emails'] ?? 0)
