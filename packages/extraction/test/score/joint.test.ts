import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideJointly, type Distributions } from '../../src/score/joint.ts'
import type { Answer, Distribution } from '../../src/score/model.ts'
import { describeLines } from '../pages.ts'

// the joint decision uses only values and probabilities
const best = undefined as unknown as Answer['best']
const distributionOf = (values: Record<string, number>): Distribution => ({
  answers: Object.entries(values)
    .map(([value, probability]) => ({ value, probability, best, score: 0 }))
    .sort((a, b) => b.probability - a.probability),
  none: Math.max(0, 1 - Object.values(values).reduce((sum, one) => sum + one, 0)),
})
const decide = (distributions: Distributions) => decideJointly(distributions, { name: [], vat: [] })
const top = (distributions: Distributions, field: keyof Distributions): string | undefined =>
  distributions[field]?.answers[0]?.value

describe('decideJointly', () => {
  it('prefers a total that is the sum of base and tax', () => {
    const result = decide({
      amount_total: distributionOf({ '150.00': 0.5, '119.00': 0.45 }),
      amount_total_base: distributionOf({ '100.00': 0.8 }),
      amount_total_tax: distributionOf({ '19.00': 0.8 }),
    })
    expect(top(result, 'amount_total')).toBe('119.00')
  })

  it('does not take the base for the total if there is a tax', () => {
    const amounts = (tax: string): Distributions => ({
      amount_total: distributionOf({ '496.00': 0.8, '571.04': 0.15 }),
      amount_total_base: distributionOf({ '496.00': 0.6 }),
      amount_total_tax: distributionOf({ [tax]: 0.9 }),
    })
    expect(top(decide(amounts('75.04')), 'amount_total')).toBe('571.04')
    expect(top(decide(amounts('0.00')), 'amount_total')).toBe('496.00')
  })

  it('takes the sum after rounding for the total of a till, and not the cash', () => {
    const marked = (value: string, probability: number, ...features: string[]): Answer =>
      ({ value, probability, score: 0, best: { features } }) as unknown as Answer
    const totalOf = (...answers: Answer[]): string | undefined =>
      top(
        decide({
          amount_total: { answers, none: 0.01 },
          amount_total_tax: distributionOf({ '1.78': 0.5 }),
        }),
        'amount_total',
      )
    expect(totalOf(marked('31.47', 0.8, 'round:before'), marked('31.45', 0.2, 'round:after'))).toBe('31.45')
    const less = marked('40.00', 0.2, 'receipt', 'change:total')
    expect(totalOf(marked('50.00', 0.8, 'receipt', 'change:cash'), less)).toBe('40.00')
    // An invoice of 50.00 of which 10.00 are paid looks the same.
    expect(totalOf(marked('50.00', 0.8, 'change:cash'), marked('40.00', 0.2))).toBe('50.00')
  })

  it('takes no date for the due date that is the date of issue or has the label of another one', () => {
    const dueOf = (issue: string, ...lines: [string, string][]): string | undefined => {
      const pieces = lines.flatMap(([label, date], i) => [
        [80, 60 + i * 40, label] as const,
        [400, 60 + i * 40, date] as const,
      ])
      const { byKind } = describeLines(...pieces)
      const distribution = decideJointly(
        { date_issue: distributionOf({ [issue]: 0.9 }), date_due: distributionOf({ '2026-04-18': 0.6 }) },
        byKind,
      ).date_due!
      return distribution.answers[0]!.probability > distribution.none ? distribution.answers[0]!.value : undefined
    }
    expect(dueOf('2026-03-27', ['Valid until', '2026-04-18'])).toBeUndefined()
    expect(dueOf('2026-04-18', ['Hotel Tannbach', '2026-04-18'])).toBeUndefined()
    expect(dueOf('2026-03-27', ['Hotel Tannbach', '2026-04-18'])).toBe('2026-04-18')
    expect(dueOf('2026-04-18', ['Due date', '2026-04-18'])).toBe('2026-04-18')
  })

  it('takes one number for those of the document and of the order only if the document is an order', () => {
    const numbersOf = (type: string): (string | undefined)[] => {
      const place = { candidate: { value: 'PO38127', traits: [] }, features: [`type:${type}&L=order_no`] }
      const answers: Answer[] = [
        { value: 'PO38127', probability: 0.9, score: 0, best: place as unknown as Answer['best'] },
        { value: 'Q-20988', probability: 0.05, score: 0, best },
      ]
      const result = decide({ document_id: { answers, none: 0.05 }, order_id: distributionOf({ PO38127: 0.99 }) })
      return [top(result, 'document_id'), top(result, 'order_id')]
    }
    expect(numbersOf('order')).toEqual(['PO38127', 'PO38127'])
    expect(numbersOf('tax_invoice')).toEqual(['Q-20988', 'PO38127'])
  })

  it('takes no postcode beside the label of a number for the number', () => {
    const numberOf = (value: string, ...traits: string[]): string | undefined => {
      const place = { candidate: { value, traits }, features: [] } as unknown as Answer['best']
      const answers: Answer[] = [
        { value, probability: 0.7, score: 0, best: place },
        { value: 'INV-1043', probability: 0.25, score: 0, best },
      ]
      return top(
        decide({ document_id: { answers, none: 0.05 }, order_id: distributionOf({ '7': 0.5 }) }),
        'document_id',
      )
    }
    expect(numberOf('BD177JR', 'like:postcode')).toBe('INV-1043')
    expect(numberOf('BD17', 'like:postcode')).toBe('INV-1043')
    // Digits before a capital word may be a number too.
    expect(numberOf('44137', 'like:postcode')).toBe('44137')
    expect(numberOf('BD177JR')).toBe('BD177JR')
  })

  it('does not choose a due date before the issue date', () => {
    const result = decide({
      date_issue: distributionOf({ '2024-03-14': 0.9 }),
      date_due: distributionOf({ '2024-03-01': 0.5, '2024-03-28': 0.4 }),
    })
    expect(top(result, 'date_due')).toBe('2024-03-28')
  })

  it('prefers a date with the label of a due date to one without', () => {
    const { byKind } = describeLines([80, 100, 'Due date: 31.08.2024'], [80, 1700, 'Page 1 of 1, 02.09.2024'])
    const distributions: Distributions = {
      date_issue: distributionOf({ '2024-08-31': 0.9 }),
      date_due: distributionOf({ '2024-09-02': 0.5, '2024-08-31': 0.3 }),
    }
    expect(top(decideJointly(distributions, byKind), 'date_due')).toBe('2024-08-31')
    expect(top(decide(distributions), 'date_due')).toBe('2024-09-02')
  })

  it('takes no date for a number', () => {
    const { byKind } = describeLines([80, 100, 'Invoice no. 4711'], [80, 120, 'Order 2024-05-20'])
    const answers = byKind.id
      .filter(({ candidate }) => ['4711', '2024-05-20'].includes(candidate.value))
      .map((one): Answer => ({ value: one.candidate.value, probability: 0.4, score: 0, best: one }))
      .sort((a) => (a.value === '4711' ? 1 : -1))
    const result = decide({ document_id: { answers, none: 0.2 }, order_id: distributionOf({ X1: 0.5 }) })
    expect(top(result, 'document_id')).toBe('4711')
  })

  it('chooses different numbers for seller and buyer', () => {
    const result = decide({
      sender_vat_id: distributionOf({ DE136695976: 0.9 }),
      recipient_vat_id: distributionOf({ DE136695976: 0.5, DE303303712: 0.3 }),
    })
    expect(top(result, 'recipient_vat_id')).toBe('DE303303712')
  })

  it('returns probabilities that sum to one', () => {
    const some = fc.dictionary(
      fc.constantFrom('10.00', '1.00', '11.00', '12.00'),
      fc.double({ min: 0.01, max: 0.24, noNaN: true }),
    )
    fc.assert(
      fc.property(some, some, some, (a, b, c) => {
        const result = decide({
          amount_total: distributionOf(a),
          amount_total_tax: distributionOf(b),
          amount_total_base: distributionOf(c),
        })
        for (const distribution of Object.values(result)) {
          expect(distribution.answers.reduce((sum, answer) => sum + answer.probability, distribution.none)).toBeCloseTo(
            1,
            6,
          )
        }
      }),
    )
  })
})
