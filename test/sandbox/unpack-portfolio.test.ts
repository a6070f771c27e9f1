import { PDFDocument } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { unpackPortfolio } from '../../src/sandbox/children/unpack-portfolio.ts'

async function pdfWith(files: Record<string, Uint8Array>): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.addPage()
  for (const [name, bytes] of Object.entries(files)) await pdf.attach(bytes, name)
  return pdf.save()
}
const failure = (code: string) => expect.objectContaining({ name: 'ReadError', code })
const text = Buffer.from('text')

describe('unpackPortfolio', () => {
  it('returns the attached PDF files with their names and bytes', async () => {
    const [first, second] = [await pdfWith({}), await pdfWith({ 'notes.txt': text })]
    const files = await unpackPortfolio(await pdfWith({ 'a.pdf': first, 'notes.txt': text, 'Größe/b.pdf': second }))
    expect(files.map(({ name }) => name)).toEqual(['a.pdf', expect.stringMatching(/b\.pdf$/)])
    expect(files.map(({ bytes }) => Buffer.from(bytes))).toEqual([Buffer.from(first), Buffer.from(second)])
  })

  it('returns PDF files whose name does not say so', async () => {
    const files = await unpackPortfolio(await pdfWith({ invoice: await pdfWith({}) }))
    expect(files.map(({ name }) => name)).toEqual(['invoice'])
  })

  it('fails without attached PDF files', async () => {
    await expect(unpackPortfolio(await pdfWith({ 'notes.txt': text }))).rejects.toEqual(failure('empty'))
  })
})
