import { PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import { readDocument } from '../../src/read/index.ts'
import { A4 } from './files.ts'

async function coverOf(names: readonly string[], { portfolio = false, useObjectStreams = false } = {}) {
  const pdf = await PDFDocument.create()
  pdf.addPage(A4).drawText('The invoices of March are attached')
  for (const name of names) await pdf.attach(Buffer.from('%PDF-1.7'), name)
  if (portfolio) pdf.catalog.set(PDFName.of('Collection'), pdf.context.obj({ Type: 'Collection' }))
  return pdf.save({ useObjectStreams })
}
const NOTE = { type: 'info', content: 'Attached PDF files are not pages of this document: a.pdf, b.PDF.' }

describe('PDF files attached to a PDF file', () => {
  it('are named in a note, which the result has as well', async () => {
    const document = await readDocument(await coverOf(['a.pdf', 'notes.txt', 'b.PDF']))
    expect(document.notes).toEqual([NOTE])
    expect(document).not.toHaveProperty('portfolio')
    expect(extractDocument(document).notes).toEqual([NOTE])
  })

  it.each([true, false])('make it a portfolio if its catalogue says so (compressed: %s)', async (useObjectStreams) => {
    const document = await readDocument(await coverOf(['a.pdf', 'b.PDF'], { portfolio: true, useObjectStreams }))
    expect(document).toMatchObject({ portfolio: true, notes: [NOTE] })
    expect(extractDocument(document)).toMatchObject({ portfolio: true })
  })

  it('are not noted if there are none', async () => {
    const document = await readDocument(await coverOf(['notes.txt'], { portfolio: true }))
    expect(document).not.toHaveProperty('notes')
    expect(document).not.toHaveProperty('portfolio')
  })

  it('are named up to a limit', async () => {
    const names = Array.from({ length: 12 }, (_, place) => `${place + 10}${'x'.repeat(100)}.pdf`)
    const [note] = (await readDocument(await coverOf(names))).notes!
    expect(note!.content).toMatch(/^[^…]{800,900}, …\.$/)
  })
})
