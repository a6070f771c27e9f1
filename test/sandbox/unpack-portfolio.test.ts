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

  it('leaves out a name that is too long, and what earlier documents left in memory', async () => {
    const pdf = await pdfWith({})
    await unpackPortfolio(await pdfWith({ [`${'secret '.repeat(140)}.pdf`]: pdf }))
    const files = await unpackPortfolio(await pdfWith({ [`${'n'.repeat(1_500)}.pdf`]: pdf }))
    expect(files.map(({ name }) => name)).toEqual(['unnamed.pdf'])
  })

  it('fails for more than 40 MB together, before all of them are in memory', async () => {
    const large = Buffer.alloc(15 * 2 ** 20, 'x')
    const portfolio = await pdfWith({ 'a.txt': large, 'b.txt': large, 'c.txt': large })
    await expect(unpackPortfolio(portfolio)).rejects.toEqual(failure('too_large'))
  })

  it('fails for more than 1,000 files', async () => {
    const files = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`${at}.txt`, text]))
    await expect(unpackPortfolio(await pdfWith(files))).rejects.toEqual(failure('too_large'))
  })

  it('fails without attached PDF files', async () => {
    await expect(unpackPortfolio(await pdfWith({ 'notes.txt': text }))).rejects.toEqual(failure('empty'))
  })
})
