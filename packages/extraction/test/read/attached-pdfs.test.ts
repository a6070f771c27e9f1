import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import { readDocument } from '../../src/read/index.ts'
import { A4 } from './files.ts'

const PDF = Buffer.from('%PDF-1.7')

/** Names of files whose name does not say what they are are given with their content. */
async function coverOf(
  files: readonly (string | [name: string, content: Uint8Array])[],
  { portfolio = false, useObjectStreams = false } = {},
) {
  const pdf = await PDFDocument.create()
  pdf.addPage(A4).drawText('The invoices of March are attached')
  for (const file of files) {
    const [name, content] = typeof file === 'string' ? ([file, PDF] as const) : file
    await pdf.attach(content, name)
  }
  if (portfolio) pdf.catalog.set(PDFName.of('Collection'), pdf.context.obj({ Type: 'Collection' }))
  return pdf.save({ useObjectStreams })
}
const TEXT: [string, Buffer] = ['notes.txt', Buffer.from('text')]
const NOTE = { type: 'info', content: 'Attached PDF files are not pages of this document: a.pdf, b.PDF.' }

describe('PDF files attached to a PDF file', () => {
  it('are named in a note, which the result has as well', async () => {
    const document = await readDocument(await coverOf(['a.pdf', TEXT, 'b.PDF']))
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
    const document = await readDocument(await coverOf([TEXT], { portfolio: true }))
    expect(document).not.toHaveProperty('notes')
    expect(document).not.toHaveProperty('portfolio')
  })

  it('are recognised by their content', async () => {
    const files = ['invoice', 'scan.tmp', ['not-one.pdf', Buffer.from('text')]] satisfies Parameters<typeof coverOf>[0]
    const document = await readDocument(await coverOf(files, { portfolio: true }))
    expect(document).toMatchObject({
      portfolio: true,
      notes: [{ content: expect.stringMatching(/: invoice, scan\.tmp\.$/) }],
    })
  })

  it('make it a portfolio if they come after many others', async () => {
    const others = Array.from({ length: 40 }, (_, place): [string, Buffer] => [`${place}.txt`, Buffer.from('text')])
    expect(await readDocument(await coverOf([...others, 'z.pdf'], { portfolio: true }))).toMatchObject({
      portfolio: true,
    })
  })

  it('make it a portfolio by the last version of its catalogue', async () => {
    const file = Buffer.from(await coverOf(['a.pdf'], { portfolio: true })).toString('latin1')
    const root = /\/Root (\d+) 0 R/.exec(file)![1]!
    const older = `${root} 0 obj\n<< /Type /Catalog >>\nendobj\n`.repeat(50)
    const document = await readDocument(Buffer.from(file.replace('\n', `\n${older}`), 'latin1'))
    expect(document).toMatchObject({ portfolio: true })
  })

  it('do not hide an e-invoice that comes after them', async () => {
    const sheets = Array.from({ length: 25 }, (_, place): string => `2026-${place}.pdf`)
    const invoice: [string, Buffer] = ['xrechnung.xml', Buffer.from('<Invoice xmlns="urn:example"></Invoice>')]
    expect((await readDocument(await coverOf([...sheets, invoice]))).embeddedXml?.name).toBe('xrechnung.xml')
  })

  it('are recognised by their names beyond 40 MB', async () => {
    const large: [string, Buffer] = ['a.bin', Buffer.alloc(41 * 2 ** 20)]
    const document = await readDocument(await coverOf([large, 'b.pdf', ['c', PDF]]))
    expect(document.notes).toMatchObject([{ content: expect.stringMatching(/: b\.pdf\.$/) }])
  })

  it.each([true, false])(
    'make it none if only one of them is a portfolio (compressed: %s)',
    async (useObjectStreams) => {
      const inner = await coverOf(['a.pdf'], { portfolio: true, useObjectStreams })
      const pdf = await PDFDocument.load(await coverOf([], { useObjectStreams }))
      const stream = pdf.context.register(pdf.context.stream(inner, { Type: 'EmbeddedFile' }))
      const file = pdf.context.register(
        pdf.context.obj({ Type: 'Filespec', EF: { F: stream }, F: PDFString.of('a.pdf') }),
      )
      pdf.catalog.set(PDFName.of('Names'), pdf.context.obj({ EmbeddedFiles: { Names: [PDFString.of('a.pdf'), file] } }))
      const document = await readDocument(await pdf.save({ useObjectStreams }))
      expect(document.notes).toHaveLength(1)
      expect(document).not.toHaveProperty('portfolio')
    },
  )

  it('are named up to a limit', async () => {
    const names = Array.from({ length: 12 }, (_, place) => `${place + 10}${'x'.repeat(100)}.pdf`)
    const [note] = (await readDocument(await coverOf(names))).notes!
    expect(note!.content).toMatch(/^[^…]{800,900}, …\.$/)
  })
})
