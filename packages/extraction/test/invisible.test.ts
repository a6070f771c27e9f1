import { describe, expect, it } from 'vitest'
import { extractDocument } from '../src/engine.ts'
import { groupLines } from '../src/read/lines.ts'
import type { Page, ReadDocument, Word } from '../src/types.ts'

const LINES = ['Invoice', 'Invoice number INV-20417', 'Total GBP 372.00', 'IBAN GB82 WEST 1234 5698 7654 32']

function wordsOf(lines: readonly string[], top: number): Word[] {
  return lines.flatMap((line, row) => {
    let left = 100
    return line.split(' ').map((text): Word => {
      const box: Word['box'] = [left, top + 40 * row, left + 12 * text.length, top + 40 * row + 24]
      left = box[2] + 8
      return { text, box, confidence: 1, size: 24 }
    })
  })
}

function read(hidden: readonly string[]): ReadDocument {
  const words = wordsOf(LINES, 100)
  const page: Page = {
    number: 1,
    width: 1240,
    height: 1754,
    rotation: 0,
    source: 'text',
    words,
    lines: groupLines(words),
  }
  return {
    pages: [{ ...page, ...(hidden.length ? { hidden: wordsOf(hidden, 900) } : {}) }],
    pageCount: 1,
    reader: 'test',
  }
}

const NOTE = { type: 'warning', content: 'The page contains invisible text.', page: 1, blocks: true }

describe('invisible text', () => {
  it.each([
    ['another IBAN', ['IBAN DE89 3704 0044 0532 0130 00']],
    ['an IBAN without a label', ['DE89370400440532013000']],
    ['another amount', ['Total GBP 9,372.00']],
    ['another number', ['Invoice number INV-99999']],
  ])('is reported and never a value: %s', (_, hidden) => {
    const extraction = extractDocument(read(hidden), { tables: false })
    expect(extraction.notes).toEqual([NOTE])
    const { fields } = extractDocument(read([]), { tables: false })
    expect(extraction.fields).toEqual(fields)
  })

  it('is reported for each page', () => {
    const document = read(['IBAN DE89 3704 0044 0532 0130 00'])
    const pages = [1, 2, 3].map((number) => ({
      ...document.pages[0]!,
      number,
      ...(number === 2 ? { hidden: [] } : {}),
    }))
    const { notes } = extractDocument({ ...document, pages, pageCount: 3 }, { tables: false })
    expect(notes).toEqual(expect.arrayContaining([NOTE, { ...NOTE, page: 3 }]))
    expect(notes).not.toContainEqual({ ...NOTE, page: 2 })
  })

  it.each([
    ['the same values', LINES],
    ['no values', ['Draft of the sales department', 'Page 1 of 1']],
    ['marks of a printer', ['invoice.indd 1', '12.03.2026 14:02', '100 %']],
    ['nothing', []],
  ])('is not reported: %s', (_, hidden) => {
    expect(extractDocument(read(hidden), { tables: false })).not.toHaveProperty('notes')
  })
})
