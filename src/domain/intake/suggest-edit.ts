/** The proposal to divide a file that contains several documents. */
import type { DocumentPart, Extraction } from '@sheaf/extraction/types'
import { Page, PageEdit, SuggestedEdit } from '../../models/index.ts'
import type { SuggestedPart } from '../../rules/pages/parts.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { ImportingAnnotation } from './importing.ts'

/**
 * Stores a suggested edit if the queue wants them (`settings.suggested_edit`) and the pages look like several documents. Annotations that
 * have one, or that result from an edit of pages, keep their form. Returns whether the annotation has a suggested edit afterwards.
 */
export async function suggestEdit(
  tx: Tx,
  annotation: ImportingAnnotation,
  { parts }: Pick<Extraction, 'parts'>,
): Promise<boolean> {
  if (annotation.has_suggested_edit) return true
  if (annotation.settings.suggested_edit !== 'suggest' || !parts) return false
  const annotation_id = annotation.id
  if (await PageEdit.query(tx).findOne({ annotation_id })) return false
  const rows = await Page.query(tx).where({ annotation_id }).select('id', 'number')
  const ids = new Map(rows.map(({ id, number }) => [number, id]))
  await SuggestedEdit.query(tx)
    .insert({
      organization_id: annotation.organization_id,
      annotation_id,
      documents: parts.map((part) => suggested(part, ids)),
    })
    .onConflict('annotation_id')
    .ignore()
  return true
}

/** Pages in the order of the file; blank and separator pages are marked as deleted. `ids` are those of the pages by number. */
function suggested({ pages, left_out }: DocumentPart, ids: ReadonlyMap<number, number>): SuggestedPart {
  const all = [...pages, ...left_out].sort((a, b) => a - b)
  return {
    pages: all.flatMap((number) => {
      const page_id = ids.get(number)
      return page_id === undefined ? [] : [{ page_id, rotation_deg: 0, deleted: left_out.includes(number) }]
    }),
    target_queue_id: null,
    values: {},
  }
}
