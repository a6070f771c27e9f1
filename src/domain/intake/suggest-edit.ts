/** The proposal to divide a file that contains several documents. */
import type { Deps } from '../../deps.ts'
import { Page, PageEdit, SuggestedEdit } from '../../models/index.ts'
import { dividePages, type Part } from '../../rules/pages/divide.ts'
import type { SuggestedPart } from '../../rules/pages/parts.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { ImportingAnnotation } from './importing.ts'
import { loadWords, type StoredWords } from './stored-extraction.ts'

/**
 * Stores a suggested edit if the queue wants them (`settings.suggested_edit`) and the pages look like several documents. Annotations that
 * have one, or that result from an edit of pages, keep their form. Returns whether the annotation has a suggested edit afterwards.
 */
export async function suggestEdit(
  tx: Tx,
  deps: Pick<Deps, 'blobs'>,
  annotation: ImportingAnnotation,
  pageCount: number,
): Promise<boolean> {
  if (annotation.has_suggested_edit) return true
  if (annotation.settings.suggested_edit !== 'suggest' || pageCount < 2) return false
  const annotation_id = annotation.id
  if (await PageEdit.query(tx).findOne({ annotation_id })) return false
  const { pages } = await loadWords(deps, annotation.s3_name)
  const parts = dividePages(pages.map(textOf))
  if (!parts) return false
  const rows = await Page.query(tx).where({ annotation_id }).select('id', 'number')
  const ids = new Map(rows.map(({ id, number }) => [number, id]))
  const documents = parts.map((part) => suggested(part, (index) => ids.get(pages[index]!.number)))
  await SuggestedEdit.query(tx)
    .insert({ organization_id: annotation.organization_id, annotation_id, documents })
    .onConflict('annotation_id')
    .ignore()
  return true
}

const textOf = ({ height, lines }: StoredWords['pages'][number]) => ({
  lines: lines.map(({ text, box }) => ({ text, top: height > 0 ? box[1] / height : 0 })),
})

/** Pages in the order of the file; blank and separator pages are marked as deleted. */
function suggested({ pages, left_out }: Part, idOf: (index: number) => number | undefined): SuggestedPart {
  const all = [...pages, ...left_out].sort((a, b) => a - b)
  return {
    pages: all.flatMap((index) => {
      const page_id = idOf(index)
      return page_id === undefined ? [] : [{ page_id, rotation_deg: 0, deleted: left_out.includes(index) }]
    }),
    target_queue_id: null,
    values: {},
  }
}
