import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import { DOUBTS, keepDoubts, MAX_DOUBTFUL, type Doubt } from '../../src/score/doubts.ts'
import type { ExtractedValue, HeaderField, ReadDocument } from '../../src/types.ts'
import { pageOf, type Placed, textsOfSums } from '../pages.ts'
import { layoutOf, lessonOf, readWith } from './bills.ts'

type Sums = readonly (readonly [label: string, amount: string])[]
const SUMS: Sums = [
  ['Subtotal EUR', '48.00'],
  ['Tax 20%', '9.60'],
  ['Total EUR', '57.60'],
]

function aDocument(title: string, sums: Sums, ...more: string[]): ReadDocument {
  return pageOf([
    [80, 60, 'Faro Lighthouse Works'],
    [80, 90, 'Quay Street 4, Dunmouth'],
    ...more.map((text, i): Placed => [80, 1200 + i * 30, text]),
    ...textsOfSums(title, sums),
  ])
}

/** Documents in which something contradicts a field. */
const CASES: readonly (readonly [Doubt, HeaderField, ReadDocument])[] = [
  ['wrong-check-digits', 'iban', aDocument('INVOICE', SUMS, 'IBAN: GB83 WEST 1234 5698 7654 32')],
  ['wrong-check-digits', 'sender_ic', aDocument('RECHNUNG', SUMS, 'SIREN: 123456789')],
  [
    'currency-unsure',
    'currency',
    aDocument('INVOICE', [
      ['Subtotal', '$48.00'],
      ['Tax 20%', '$9.60'],
      ['Total', '$57.60'],
    ]),
  ],
  [
    'sign-disagrees',
    'amount_total_base',
    aDocument('CREDIT NOTE', [
      ['Subtotal EUR', '48.00'],
      ['Tax 20%', '9.60'],
      ['Total EUR', '-57.60'],
    ]),
  ],
  [
    'tax-disagrees',
    'amount_total_tax',
    aDocument('INVOICE', [
      ['Net amount', '48.00'],
      ['VAT 20%', '9.60'],
      ['Total', '61.20'],
    ]),
  ],
  [
    'date-ambiguous',
    'date_issue',
    pageOf([
      [80, 60, 'Faro Lighthouse Works'],
      [820, 60, 'INVOICE', 32],
      [780, 240, 'No.:'],
      [980, 240, 'X-20417'],
      [780, 270, 'Date:'],
      [980, 270, '03/04/2024'],
      [700, 900, 'Total $57.60'],
    ]),
  ],
  [
    'decimals-unsure',
    'amount_total',
    aDocument('INVOICE', [
      ['Subtotal', '100.000'],
      ['Tax 19%', '19.000'],
      ['Total', '119.000'],
    ]),
  ],
]

describe('a value that its page contradicts', () => {
  it.each(CASES)('has a limit that lessons keep unless they resolve it: %s of %s', (name, field, document) => {
    const own = extractDocument(document).fields[field]!
    expect(own.evidence.checks).toContain(name)
    expect(own.confidence).toBeLessThanOrEqual(MAX_DOUBTFUL)
    const lessons = [1, 2, 3, 4].map(() => lessonOf(document, { [field]: own.value }))
    const learned = readWith(document, layoutOf(lessons)).fields[field]!
    expect(learned).toMatchObject({ value: own.value, evidence: { layout: 7 } })
    if (DOUBTS[name].lessons) {
      expect(learned.confidence).toBeGreaterThan(MAX_DOUBTFUL)
      expect(learned.evidence.checks ?? []).not.toContain(name)
    } else {
      expect(learned.confidence).toBeLessThanOrEqual(MAX_DOUBTFUL)
      expect(learned.evidence.checks).toContain(name)
    }
  })

  it('has its limit after lessons, for each contradiction', () => {
    const kept = (Object.keys(DOUBTS) as Doubt[]).map((name) => {
      const evidence = { generator: 'test', checks: ['mod97', name], layout: 7 }
      const value: ExtractedValue = {
        text: '1',
        value: '1',
        confidence: 0.97,
        page: 1,
        position: [0, 0, 1, 1],
        evidence,
      }
      const { confidence, evidence: after } = keepDoubts(value)
      expect(after).toEqual(DOUBTS[name].lessons ? { ...evidence, checks: ['mod97'] } : evidence)
      return [name, confidence]
    })
    expect(Object.fromEntries(kept)).toEqual({
      'wrong-check-digits': 0.5,
      'currency-unsure': 0.97,
      'sign-disagrees': 0.5,
      'tax-disagrees': 0.5,
      'decimals-unsure': 0.5,
      'date-ambiguous': 0.5,
      'qr-disagrees': 0.5,
    })
  })

  it('stays limited by what lessons do not resolve', () => {
    const evidence = { generator: 'test', checks: ['currency-unsure', 'qr-disagrees'] }
    const value: ExtractedValue = {
      text: '$',
      value: 'USD',
      confidence: 0.9,
      page: 1,
      position: [0, 0, 1, 1],
      evidence,
    }
    expect(keepDoubts(value)).toMatchObject({ confidence: 0.5, evidence: { checks: ['qr-disagrees'] } })
  })
})
