import { describe, expect, it } from 'vitest'
import { openPdf } from '../../src/read/pdf.ts'
import { makePdf } from './files.ts'

const onPage = (text: string, x = 60) => [{ text, x, y: 100 }]

describe('an open PDF file', () => {
  it('answers for its pages in any order', async () => {
    const pdf = await openPdf(await makePdf([onPage('first'), onPage('second')]))
    const textOf = (index: number) => pdf.readText(index).words.map(({ text }) => text)
    const before = pdf.draw(0, { width: 100, grey: true }).data
    expect([textOf(0), textOf(1), textOf(0)]).toEqual([['first'], ['second'], ['first']])
    expect(pdf.draw(1, { width: 100, grey: true }).data.equals(before)).toBe(false)
    expect(pdf.draw(0, { width: 100, grey: true }).data.equals(before)).toBe(true)
    pdf.close()
  })

  it('answers for a page after one that does not exist', async () => {
    const pdf = await openPdf(await makePdf([onPage('first')]))
    expect(() => pdf.readText(1)).toThrow('Page 2 of the PDF file is damaged and cannot be read.')
    expect(pdf.readText(0).words).toMatchObject([{ text: 'first' }])
    pdf.close()
  })

  it('counts a part of the words beside a page', async () => {
    const words = Array.from({ length: 6000 }, (_, index) => ({ text: `w${index}`, x: 700, y: 10 + index / 10 }))
    const pdf = await openPdf(await makePdf([[...onPage('shown'), ...words]]))
    const { words: shown, hidden, statistics } = pdf.readText(0)
    expect(shown).toMatchObject([{ text: 'shown' }])
    expect(statistics.characters).toBe('shown'.length)
    expect(hidden).toHaveLength(5000)
    pdf.close()
  })
})
