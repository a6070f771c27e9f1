import { describe, expect, it } from 'vitest'
import { textWithin, widen } from '../../../src/rules/pages/region.ts'
import type { Box, PageWords } from '../../../src/rules/pages/text.ts'

const word = (text: string, box: Box) => ({ text, box })
const page: PageWords = {
  number: 1,
  source: 'text',
  words: [
    word('lines', [70, 32, 110, 44]),
    word('Total:1234', [10, 10, 110, 22]),
    word('two', [30, 31, 60, 43]),
    word('EUR', [120, 11, 150, 22]),
    word('Of', [10, 30, 25, 42]),
  ],
  lines: [],
}

describe('the text of a region', () => {
  it('has the words inside in reading order, one line below the other', () => {
    expect(textWithin(page, [0, 0, 200, 100])).toEqual({ text: 'Total:1234 EUR\nOf two lines', box: [10, 10, 150, 44] })
    expect(textWithin(page, [0, 25, 65, 100])).toEqual({ text: 'Of two', box: [10, 30, 60, 43] })
  })

  it('has a part of a word if the edge divides it', () => {
    expect(textWithin(page, [69, 5, 115, 25])).toEqual({ text: '1234', box: [70, 10, 110, 22] })
    expect(textWithin(page, [105, 5, 155, 25])?.text).toBe('EUR')
  })

  it('is null without words', () => {
    expect(textWithin(page, [0, 50, 200, 100])).toBeNull()
    expect(textWithin({ ...page, words: [] }, [0, 0, 9, 9])).toBeNull()
  })

  it('of a click is the word under it', () => {
    expect(widen(page, [130, 15, 131, 16])).toEqual([120, 11, 150, 22])
    expect(textWithin(page, widen(page, [130, 15, 130, 15]))?.text).toBe('EUR')
    expect(widen(page, [300, 300, 301, 301])).toEqual([300, 300, 301, 301])
    expect(widen(page, [15, 12, 40, 13])).toEqual([15, 10, 40, 22])
  })
})
