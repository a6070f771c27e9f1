import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import { pageOf, type Placed } from '../pages.ts'

const currencyOf = (...lines: string[]) =>
  extractDocument(
    pageOf(['Invoice no. 4711', ...lines, 'Total amount 119.00'].map((text, i): Placed => [60, 60 + i * 30, text])),
  ).fields.currency

describe('a document that prints no currency', () => {
  it.each([
    ['PLN', ['Sprzedawca: Lipowa Sp. z o.o.', 'NIP 526-000-12-46', '00-950 Warszawa, Polska']],
    ['AUD', ['Beacon Works Pty Ltd', 'ABN 51 824 753 556', 'Sydney NSW 2000', 'Australia']],
    ['BRL', ['Faro Papel Ltda', 'CNPJ 11.444.777/0001-61', 'São Paulo, Brasil']],
  ])('has that of its country: %s', (currency, lines) => {
    expect(currencyOf(...lines)).toMatchObject({
      value: currency,
      confidence: expect.toSatisfy((confidence: number) => confidence > 0.4 && confidence <= 0.5),
      evidence: { generator: 'country', checks: ['currency-unsure'] },
    })
  })

  it('has none if nothing shows one country', () => {
    expect(currencyOf('Beacon Works')).toBeUndefined()
    expect(currencyOf('Beacon Works, Canada', 'Customer: Harbour Ltd, Australia')).toBeUndefined()
  })

  it('is not asked if the page prints another one', () => {
    expect(currencyOf('Beacon Works Pty Ltd', 'ABN 51 824 753 556', 'All prices in EUR')).toMatchObject({
      value: 'EUR',
      evidence: { generator: 'currency.sign' },
    })
  })
})
