import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPhrase, itemsOf, type PageWords } from '../../../src/rules/pages/text.ts'

type Box = [number, number, number, number]
const page = (texts: string[], source = 'text'): PageWords => ({
  number: 1,
  source,
  words: texts.map((text, index) => ({ text, box: [index * 10, 0, index * 10 + 8, 5] as Box })),
  lines: [],
})

describe('findPhrase', () => {
  it('finds a phrase within a word and across words, ignoring case and accents', () => {
    expect(findPhrase([page(['Café', 'crème', 'brûlée'])], 'cafe CREME')).toEqual([
      { rectangle: [0, 0, 18, 5], page: 1 },
    ])
    expect(findPhrase([page(['INV-2026/17'])], '2026')).toHaveLength(1)
  })

  it('finds every sequence of words in its own text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.nat(),
        (texts, from, length) => {
          const start = from % texts.length
          const end = start + 1 + (length % (texts.length - start))
          expect(findPhrase([page(texts)], texts.slice(start, end).join(' ')).length).toBeGreaterThan(0)
        },
      ),
    )
  })

  it('tolerates a quarter of different letters on OCR pages only, and returns overlapping matches once', () => {
    const texts = ['lnvoice', 'tota1', '100,00']
    expect(findPhrase([page(texts, 'ocr')], 'invoice total')).toEqual([{ rectangle: [0, 0, 18, 5], page: 1 }])
    expect(findPhrase([page(texts)], 'invoice total')).toEqual([])
    expect(findPhrase([page(texts, 'ocr')], 'invoice total', 1)).toEqual([])
    expect(findPhrase([page(['invoicetotal'], 'ocr')], 'invoice total')).toHaveLength(1)
  })

  it('finds nothing for a blank phrase', () => {
    expect(findPhrase([page(['a'], 'ocr')], '  ')).toEqual([])
  })
})

describe('itemsOf', () => {
  it('divides the box of a word among its characters without a gap', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }), (text) => {
        const items = itemsOf({ ...page([text]), lines: [] }, 'chars')
        expect(items.map((item) => item.text).join('')).toBe(text)
        expect([items[0]!.position![0], items.at(-1)!.position![2]]).toEqual([0, 8])
        for (const [index, item] of items.entries()) expect(item.position![2]).toBe(items[index + 1]?.position![0] ?? 8)
      }),
    )
  })
})
