import { describe, expect, it } from 'vitest'
import { valuesOf } from '../pages.ts'

describe('the capital of a company', () => {
  it.each([
    'SAS au capital de 25 400,00 €',
    'S.A. - Capital social 25.400,00 EUR',
    'Capitale sociale: € 25.400,00 i.v.',
    'Stammkapital 25.400,00 EUR',
    'Kapitał zakładowy: 25 400,00 zł',
    'Wysokość kapitału zakładowego 25 400,00 zł',
    'Základní kapitál: 25 400,00 Kč',
    'Maatschappelijk kapitaal € 25.400,00',
    'Aktiekapital 25 400,00 kr',
    'Temeljni kapital 25.400,00 EUR',
    'Authorised share capital GBP 25,400.00',
  ])('is no amount of the document: %s', (line) => {
    expect(valuesOf('amount', line)).toEqual([])
    expect(valuesOf('amount', line, 'Total 99.00')).toEqual(['99.00'])
  })

  it('leaves other amounts of the line', () => {
    expect(valuesOf('amount', 'Capital One payment 25.40')).toEqual(['25.40'])
    expect(valuesOf('amount', 'Total repayment of capital of 1,200.00 GBP')).toEqual(['1200.00'])
    expect(valuesOf('amount', 'Remboursement au capital 1 200,00 €')).toContain('1200.00')
  })
})

describe('large amounts without decimals', () => {
  it('are amounts if groups of thousands or a currency show it', () => {
    expect(valuesOf('amount', 'Total 13,000,000')).toEqual(['13000000.00'])
    expect(valuesOf('amount', 'Tổng cộng 13000000 đồng')).toEqual(['13000000.00'])
    expect(valuesOf('amount', 'Reference 13000000')).toEqual([])
    expect(valuesOf('amount', 'Reference 552 100 554')).not.toContain('552100554.00')
    expect(valuesOf('amount', 'Total 552 100 554 €')).toContain('552100554.00')
  })

  it('typed with one mark for thousands and decimals', () => {
    expect(valuesOf('amount', 'Total 3.500.00')).toEqual(['3500.00'])
    expect(valuesOf('amount', 'Total 3,500,00')).toEqual(['3500.00'])
  })
})
