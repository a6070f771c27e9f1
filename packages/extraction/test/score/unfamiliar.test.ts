import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import { familiarityOf } from '../../src/find/familiarity.ts'
import { layOut } from '../../src/find/layout.ts'
import { lowerUnfamiliar } from '../../src/score/unfamiliar.ts'
import { pageOf, type Placed, SMALL_INVOICE } from '../pages.ts'

const lines = (...texts: string[]): Placed[] => texts.map((text, at) => [60, 60 + at * 30, text])
const familiarity = (...texts: string[]): number => familiarityOf(layOut(pageOf(lines(...texts))))

const ENGLISH = ['Invoice number 4711', 'Invoice date 7 May 2026', 'Total amount due 240.00 GBP', 'Payment terms net']
/** Words that are in no lexicon. */
const INVENTED = ['Zubafi kogu 4711', 'Zubafi tavu 7 May 2026', 'Nopa rukilo zef 240.00 GBP', 'Lomidak tefu gaz']

describe('the familiarity of a document', () => {
  it('is the share of words that lexicons know', () => {
    expect(familiarity(...ENGLISH)).toBeGreaterThan(0.6)
    expect(familiarity(...INVENTED)).toBeLessThan(0.35)
    expect(familiarity(...INVENTED, ...INVENTED, ...INVENTED)).toBeLessThan(familiarity(...INVENTED))
  })

  it('is as usual for a page with few words, figures or none', () => {
    expect(familiarity('12 13.50 m', '4711')).toBe(0.5)
    expect(familiarityOf(layOut(pageOf([])))).toBe(0.5)
  })

  it('is low for scripts without spaces, from which nothing was learned', () => {
    expect(familiarity('請求書番号 4711', '合計金額 24,000円', '支払期限 2026年5月7日')).toBeLessThan(0.25)
  })
})

describe('the confidence of a value', () => {
  it('is the one of the curves on a usual document, and lower the fewer words are known', () => {
    const at = (share: number): number => lowerUnfamiliar({ confidence: 0.99 }, share).confidence
    expect([at(1), at(0.5)]).toEqual([0.99, 0.99])
    expect(at(0.4)).toBeCloseTo(0.985, 3)
    expect(at(0)).toBeCloseTo(0.93, 2)
    expect(lowerUnfamiliar({ confidence: 1 }, 0)).toEqual({ confidence: 1 })
  })

  it('is lower for all values of a document in an unknown language, its rows included', () => {
    // The names of the goods are words as well.
    const goods = lines(...Array.from({ length: 12 }, () => 'Zubafi kogu tavu rukilo')).map(([x, y, text]): Placed => [
      x,
      y + 1200,
      text,
    ])
    const [known, unknown] = [[], goods].map((more) => extractDocument(pageOf([...SMALL_INVOICE, ...more])))
    expect(known!.familiarity).toBeGreaterThan(0.5)
    expect(unknown!.familiarity).toBeLessThan(0.4)
    for (const field of ['document_id', 'amount_total'] as const)
      expect(unknown!.fields[field]!.confidence).toBeLessThan(known!.fields[field]!.confidence)
    const [row, before] = [unknown!, known!].map(({ line_items }) => line_items[0]!.table_column_amount_total_base!)
    expect(row!.value).toBe(before!.value)
    expect(row!.confidence).toBeLessThan(before!.confidence)
  })
})
