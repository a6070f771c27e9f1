import { describe, expect, it } from 'vitest'
import { vouchedInRow } from '../../../src/rules/content/row-checks.ts'
import type { EngineValues } from '../../../src/rules/content/sources.ts'

const cells = (values: Record<string, string>): EngineValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { text: value, value, confidence: 0.9, page: 1, position: [0, 0, 1, 1], evidence: { generator: 'test' } },
    ]),
  )
const vouched = (values: Record<string, string>): string[] => [...vouchedInRow(cells(values))]

describe('vouchedInRow', () => {
  it.each([
    ['100.00', '20', '20.00', true],
    // Half a cent is rounded, or left out.
    ['33.33', '19', '6.33', true],
    ['100.00', '20', '20.02', false],
    ['52.750', '5', '2.638', true],
    ['52.750', '5', '2.640', false],
    ['-100.00', '20', '-20.00', true],
  ])('compares a base of %s at %s %% with a tax of %s in its decimals: %s', (base, rate, tax, holds) => {
    const names = ['tax_detail_tax', 'tax_detail_base', 'tax_detail_rate']
    expect(vouched({ tax_detail_base: base, tax_detail_rate: rate, tax_detail_tax: tax })).toEqual(holds ? names : [])
  })

  it('is not convinced by rows of zeros', () => {
    expect(vouched({ tax_detail_base: '0.00', tax_detail_rate: '20', tax_detail_tax: '0.00' })).toEqual([])
  })
})
