import type { PDFDict, PDFDocument, PDFName, PDFPage } from 'pdf-lib'
import { ReadError } from '../../extraction/types.ts'
import type { CutPage } from '../types.ts'

/**
 * The chosen pages of a PDF as a new PDF, in the order given, each turned clockwise by `rotation` in addition to the file's own rotation.
 * Text stays text. Links, threads and scripts are left out: through them whole other pages would come along unseen.
 * Throws `ReadError` where the file is encrypted or too damaged to be copied from.
 */
export async function cutPages(bytes: Uint8Array, pages: readonly CutPage[], onPage?: () => void): Promise<Uint8Array> {
  // Loaded on first need: most children never cut.
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

/** Keys that lead from a page to other pages, or run something. */
const LEADING_AWAY = ['AA', 'B', 'Dur', 'PieceInfo', 'StructParents', 'Thumb', 'Trans']
/** The same of what is drawn upon a page; `Parent` is the field of a form, whose value its picture shows. */
const OF_ANNOTATIONS = ['A', 'AA', 'Dest', 'IRT', 'P', 'PA', 'Parent', 'Popup', 'StructParent']

/** Cuts what connects a page with the rest of its document. */
function isolate(page: PDFPage, name: (text: string) => PDFName): void {
  const { node } = page
  for (const key of LEADING_AWAY) node.delete(name(key))
  const annotations = node.Annots()
  if (!annotations) return
  for (let index = annotations.size() - 1; index >= 0; index--) {
    const annotation = annotations.lookup(index) as PDFDict | undefined
    // What has a picture of its own is part of what people see: stamps, notes, filled-in fields.
    if (!annotation || !('has' in annotation) || !annotation.has(name('AP'))) annotations.remove(index)
    else for (const key of OF_ANNOTATIONS) annotation.delete(name(key))
  }
}

const damaged = (): ReadError => new ReadError('damaged', 'The PDF file is damaged; its pages cannot be copied.')
