import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import type { Placed } from '../pages.ts'
import { pageOf } from '../pages.ts'

const page = (taxes: readonly Placed[], total: string) =>
  pageOf([
    [80, 60, 'Tannbach Papier GmbH', 28],
    [820, 60, 'RECHNUNG', 32],
    [780, 270, 'Rechnungsdatum:'],
    [980, 270, '14.03.2024'],
    [700, 900, 'Summe netto'],
    [1050, 900, '300,00 EUR'],
    ...taxes,
    [700, 1020, 'Rechnungsbetrag'],
    [1050, 1020, total],
  ])
const TWO_RATES: Placed[] = [
  [700, 940, '19 % MwSt.'],
  [1050, 940, '19,00 EUR'],
  [700, 980, '7 % MwSt.'],
  [1050, 980, '14,00 EUR'],
]

describe('the tax of an invoice with several rates', () => {
  it('is the sum of the printed taxes with their positions if the total tax is not printed', () => {
    const { fields, checks } = extractDocument(page(TWO_RATES, '333,00 EUR'))
    expect(fields.amount_total_tax).toMatchObject({
      value: '33.00',
      page: 1,
      evidence: { generator: 'amount.sum-of-rates' },
    })
    expect(fields.amount_total_tax!.text).toMatch(/19,00.*14,00/)
    const [left, top, right, bottom] = fields.amount_total_tax!.position
    expect([left <= 1050, top <= 940, right >= 1050, bottom >= 980]).toEqual([true, true, true, true])
    expect(checks.map((check) => check.name)).toContain('total=base+tax')
  })

  it('is also the sum behind the net amounts and the currency', () => {
    const { fields } = extractDocument(
      page(
        [
          [700, 940, '19 % MwSt. von 100,00'],
          [960, 940, 'EUR'],
          [1050, 940, '19,00'],
          [700, 980, '7 % MwSt. von 200,00'],
          [960, 980, 'EUR'],
          [1050, 980, '14,00'],
        ],
        '333,00 EUR',
      ),
    )
    expect(fields.amount_total_tax).toMatchObject({ value: '33.00', evidence: { generator: 'amount.sum-of-rates' } })
  })

  it('is not derived if the taxes do not equal the difference of total and base', () => {
    const { fields } = extractDocument(page(TWO_RATES, '340,00 EUR'))
    expect(fields.amount_total_tax?.evidence.generator).not.toBe('amount.sum-of-rates')
  })

  it('is the printed total tax if there is one', () => {
    const { fields } = extractDocument(
      page(
        [
          [700, 940, 'zzgl. 11 % MwSt.'],
          [1050, 940, '33,00 EUR'],
        ],
        '333,00 EUR',
      ),
    )
    expect(fields.amount_total_tax).toMatchObject({ value: '33.00', evidence: { generator: 'amount.figure' } })
  })
})
