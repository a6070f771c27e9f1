import type { PDFDict, PDFDocument, PDFName, PDFPage } from 'pdf-lib'
import { ReadError } from '@sheaf/extraction/types'
import type { CutPage } from '../types.ts'

/**
 * Copies the selected pages of a PDF to a new PDF, in the given order, each rotated clockwise by `rotation` in addition to the file's own
 * rotation. Text remains text. Links, threads and scripts are omitted, because they could include whole other pages invisibly. Throws
 * `ReadError` if the file is encrypted or too damaged to be copied.
 */
export async function cutPages(bytes: Uint8Array, pages: readonly CutPage[], onPage?: () => void): Promise<Uint8Array> {
  // Loaded on first use: most children never need it.
  const { degrees, PDFDocument: Pdf, PDFName: Name } = await import('pdf-lib')
  const source = await open(() => Pdf.load(bytes, { updateMetadata: false }))
  const wanted = pages.map(({ page }) => source.getPages()[page - 1])
  const missing = wanted.findIndex((page) => page === undefined)
  if (missing >= 0) throw new ReadError('damaged', `The file has no page ${pages[missing]!.page}.`)
  const name = (text: string) => Name.of(text)
  for (const page of new Set(wanted as PDFPage[])) isolate(page, name)
  const target = await Pdf.create({ updateMetadata: false })
  try {
    const copies = await target.copyPages(
      source,
      pages.map(({ page }) => page - 1),
    )
    for (const [index, copy] of copies.entries()) {
      copy.setRotation(degrees((((copy.getRotation().angle + pages[index]!.rotation) % 360) + 360) % 360))
      target.addPage(copy)
      onPage?.()
    }
    return await target.save({ addDefaultPage: false, updateFieldAppearances: false })
  } catch {
    throw damaged()
  }
}

async function open(load: () => Promise<PDFDocument>): Promise<PDFDocument> {
  try {
    const source = await load()
    source.getPages()
    return source
  } catch (error) {
    if (error instanceof Error && /encrypted/i.test(error.message))
      throw new ReadError('encrypted', 'The PDF file is encrypted.')
    throw damaged()
  }
}

/** Keys that link a page to other pages, or run scripts. */
const PAGE_LINKS = ['AA', 'B', 'Dur', 'PieceInfo', 'StructParents', 'Thumb', 'Trans']
/** Keys that link an annotation on a page to other pages, or run scripts. `Parent` is the form field, whose value is shown by the appearance stream. */
const ANNOTATION_LINKS = ['A', 'AA', 'Dest', 'IRT', 'P', 'PA', 'Parent', 'Popup', 'StructParent']

/** Removes the connections of a page with the rest of its document. */
function isolate(page: PDFPage, name: (text: string) => PDFName): void {
  const { node } = page
  for (const key of PAGE_LINKS) node.delete(name(key))
  const annotations = node.Annots()
  if (!annotations) return
  for (let index = annotations.size() - 1; index >= 0; index--) {
    const annotation = annotations.lookup(index) as PDFDict | undefined
    // Annotations with an appearance are visible content: stamps, notes, filled-in fields.
    if (!annotation || !('has' in annotation) || !annotation.has(name('AP'))) annotations.remove(index)
    else for (const key of ANNOTATION_LINKS) annotation.delete(name(key))
  }
}

const damaged = (): ReadError => new ReadError('damaged', 'The PDF file is damaged; its pages cannot be copied.')
