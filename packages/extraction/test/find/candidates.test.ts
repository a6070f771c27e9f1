import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import { findCurrencyCandidates } from '../../src/find/currency.ts'
import { pageOf, type Placed, SMALL_INVOICE, valuesOf } from '../pages.ts'

describe('amount candidates', () => {
  it('joins thousands separated by spaces and detached decimals', () => {
    expect(valuesOf('amount', 'Total 75 974,00 €')).toContain('75974.00')
    expect(valuesOf('amount', 'TOTAL 190 .00')).toContain('190.00')
  })

  it('reads a minus between currency and number, and none in a code', () => {
    expect(valuesOf('amount', 'Outstanding Rs-1,250.00')).toEqual(['1250.00'])
    expect(valuesOf('amount', 'Sheet rope RP-06R')).toEqual([])
  })

  it('ignores dates, codes and times', () => {
    expect(valuesOf('amount', '12.03.2024')).toEqual([])
    expect(valuesOf('amount', '2026 m. kovo 12 d.')).toEqual([])
    expect(valuesOf('amount', '2026. gada 12. marts')).toEqual([])
    expect(valuesOf('amount', 'A12.5 12:30 2024-001')).toEqual([])
  })

  it('ignores numbers of days and measures', () => {
    expect(valuesOf('amount', 'Payment within 30 days', 'Zahlbar in 14 Tagen', 'Labels 99 x 36 mm')).toEqual(['99.00'])
    expect(valuesOf('amount', 'Betalas inom 30 dagar', 'Tasuda 14 päeva jooksul', 'Apmokėti per 10 dienų')).toEqual([])
    expect(valuesOf('amount', 'Total 30 EUR')).toEqual(['30.00'])
  })

  it('reads numbers attached to a currency or label', () => {
    expect(valuesOf('amount', 'RM12.50')).toEqual(['12.50'])
    expect(valuesOf('amount', 'Total:12.50')).toEqual(['12.50'])
  })

  it('reads amounts in rand, whose sign is a letter, and no codes', () => {
    expect(valuesOf('amount', 'Total R22 588.94')).toContain('22588.94')
    expect(valuesOf('currency', 'Total R22 588.94')).toEqual(['ZAR'])
    expect(valuesOf('amount', 'Resistor R22 and R100')).toEqual([])
    expect(valuesOf('currency', 'Resistor R22 and R100')).toEqual([])
  })
})

describe('amounts of East Asia', () => {
  it.each([
    ['合計 12,340円', '12340.00'],
    ['合計金額:￥12,340-', '12340.00'],
    ['合計１２，３４０円', '12340.00'],
    ['金 12,340 円也', '12340.00'],
    ['합계 12,000원', '12000.00'],
    ['总计 NT$1,250', '1250.00'],
    ['소계 ₩1,234', '1234.00'],
    ['￥12,340-', '12340.00'],
    ['¥12,340-', '12340.00'],
    ['1,250.00元整', '1250.00'],
    ['12,000원정', '12000.00'],
    ['値引 ▲1,000', '1000.00'],
  ])('are read in %s', (text, value) => {
    expect(valuesOf('amount', text)).toEqual([value])
  })

  it('have the sign that triangles give them, and none after yen', () => {
    const numbersOf = (text: string) => analyse(pageOf([[60, 60, text]])).candidates.amount.map(({ number }) => number)
    expect(numbersOf('値引 ▲1,000')).toEqual([-1000])
    expect(numbersOf('할인 △1,000')).toEqual([-1000])
    expect(numbersOf('合計 ¥12,340-')).toEqual([12_340])
    expect(numbersOf('Total €12,340-')).toEqual([-12_340])
  })

  it('follow the language of the document if nothing else shows its decimal mark', () => {
    const numbersOf = (...lines: string[]) =>
      analyse(pageOf(lines.map((text, i): Placed => [60, 60 + i * 30, text]))).candidates.amount.map(
        ({ number }) => number,
      )
    expect(numbersOf('Nomor faktur dan tanggal jatuh tempo untuk kami', 'Total tagihan 150.000')).toEqual([150_000])
    expect(numbersOf('Invoice number and due date for you', 'Total amount 150.000')).toEqual([150])
  })

  it.each(['第12号', '12万円', '12 万円', '30日以内', '2026年3月12日', '令和8年3月12日', '10個', '3 개월'])(
    'are not in %s',
    (text) => {
      expect(valuesOf('amount', text)).toEqual([])
    },
  )

  it.each([
    ['12,340円', ['JPY']],
    ['単位:円', ['JPY']],
    ['1,250.00元整', ['CNY', 'TWD', 'HKD']],
    ['新臺幣 1,250', ['TWD']],
    ['12,000원', ['KRW']],
    ['NT$1,250', ['TWD']],
    ['1.250.000 đ', ['VND']],
    ['1,250.00 ש"ח', ['ILS']],
  ])('name their currency in %s', (text, codes) => {
    expect(valuesOf('currency', text).sort()).toEqual([...codes].sort())
  })
})

describe('identifier candidates', () => {
  it('removes punctuation around identifiers', () => {
    expect(valuesOf('id', 'Invoice No.:INV-100 (copy)')).toContain('INV-100')
    expect(valuesOf('id', 'Facture #FA/2015/02')).toContain('FA/2015/02')
  })

  it('cuts identifiers out of words without spaces', () => {
    expect(valuesOf('id', '請求書番号:INV-1')).toEqual(['INV-1'])
    expect(valuesOf('id', '請求書番号ＩＮＶ－１')).toEqual(['INV-1'])
    expect(valuesOf('id', '第2026-001号')).toEqual(['2026-001'])
    expect(valuesOf('id', '2026年3月12日')).toEqual([])
  })

  it('finds an IBAN with spaces, and an invalid one only after its label', () => {
    expect(valuesOf('iban', 'DE89 3704 0044 0532 0130 00 BIC')).toEqual(['DE89370400440532013000'])
    expect(valuesOf('iban', 'IBAN: DE12 1234 4321 9876 00')).toEqual(['DE1212344321987600'])
    expect(valuesOf('iban', 'DE12 1234 4321 9876 00')).toEqual([])
  })

  it('finds an IBAN that goes on in the next line, however little of it is in the first', () => {
    expect(valuesOf('iban', 'Konto (IBAN): DE89 3704', '0044 0532 0130 00')).toEqual(['DE89370400440532013000'])
    expect(valuesOf('iban', 'Rekeningnummer (IBAN): BE68', '5390 0754 7034')).toEqual(['BE68539007547034'])
    expect(valuesOf('iban', 'Room DE89', '0044 0532 0130 00')).toEqual([])
  })

  it('reads the number of a Polish account as an IBAN if its check digits are right', () => {
    expect(valuesOf('iban', 'Nr konta: 24 1140 2004 0000 3102 8814 7015')).toEqual(['PL24114020040000310288147015'])
    expect(valuesOf('iban', 'Nr konta: 25 1140 2004 0000 3102 8814 7015')).toEqual([])
    expect(valuesOf('iban', 'IBAN PL24 1140 2004 0000 3102 8814 7015')).toEqual(['PL24114020040000310288147015'])
  })

  it('joins letters with a number, but no label and no date behind it', () => {
    expect(valuesOf('id', 'NOTA DI CREDITO NC 14 DEL 20.02.2026')).toContain('NC14')
    expect(valuesOf('id', 'NOTA DI CREDITO NC 14 DEL 20.02.2026').filter((value) => value.includes('DEL'))).toEqual([])
    expect(valuesOf('id', 'NIF 44718203Q')).toEqual(['44718203Q'])
    expect(valuesOf('id', 'CVR 12345674')).toEqual(['12345674'])
    expect(valuesOf('id', 'KID 0047110')).toEqual(['0047110'])
  })

  it('takes no house number for an amount', () => {
    expect(valuesOf('amount', '14 Mill Lane, Oxton OX9 9ZZ', 'Net total', 'Total GBP')).toEqual([])
    expect(valuesOf('amount', 'Total 14')).toEqual(['14.00'])
  })

  it('takes no amount with thousands for a number, and marks postcodes', () => {
    expect(valuesOf('id', "Total R$ 5.162,00 or CHF 1'850.00")).toEqual([])
    expect(valuesOf('id', 'Dossier 12.345')).toEqual(['12.345'])
    const traits = (text: string): string[] =>
      analyse(pageOf([[60, 60, text]])).candidates.id.flatMap((id) =>
        id.traits.includes('like:postcode') ? [id.value] : [],
      )
    expect(traits('SHIPLEY BD17 7JR')).toEqual(['BD17', 'BD177JR', '7JR'])
    expect(traits('44137 Dortmund')).toEqual(['44137'])
    expect(traits('Invoice INV-1043')).toEqual([])
  })

  it('reads a BIC beside an IBAN without a label, and none across the name of a bank and its IBAN', () => {
    expect(valuesOf('bic', 'DE89 3704 0044 0532 0130 00 (DEUTDEFF)')).toEqual(['DEUTDEFF'])
    expect(valuesOf('bic', 'BBVA ES91 2100 0418 4502 0005 1332')).toEqual([])
  })

  it('reads capital words as a BIC only near banking labels', () => {
    expect(valuesOf('bic', 'VIREMENT')).toEqual([])
    expect(valuesOf('bic', 'IBAN DE89370400440532013000 DEUTDEFF')).toEqual(['DEUTDEFF'])
    expect(valuesOf('bic', 'INGBNL2A')).toEqual(['INGBNL2A'])
    expect(valuesOf('bic', 'IBAN DE89370400440532013000', 'PAIEMENT', 'BANKDETAILS')).toEqual([])
  })

  it('finds VAT numbers before words, and national numbers after a label', () => {
    expect(valuesOf('vat', 'USt-IdNr. DE 136 695 976 Amtsgericht')).toEqual(['DE136695976'])
    expect(valuesOf('vat', 'NIP: 856-734-62-15')).toEqual(['8567346215'])
    expect(valuesOf('vat', '856-734-62-15')).toEqual([])
  })

  it('finds national numbers below a label that is alone, and Australian and British ones without hyphens', () => {
    expect(valuesOf('vat', 'Partita IVA', '00743110157')).toEqual(['00743110157'])
    expect(valuesOf('vat', 'ABN 51 824 753 556')).toEqual(['51824753556'])
    expect(valuesOf('vat', 'P.IVA e C.F. 00743110157')).toEqual(['00743110157'])
    expect(valuesOf('vat', 'Tax Id: 939-98-8477')).toEqual(['939-98-8477'])
    expect(valuesOf('vat', 'VAT 261635.62')).toEqual([])
  })

  it('finds VAT numbers after capitalized labels, and Indian ones', () => {
    expect(valuesOf('vat', 'VAT ESA32946584')).toEqual(['ESA32946584'])
    expect(valuesOf('vat', 'Cod. IVA CHE366681538')).toEqual(['CHE366681538'])
    expect(valuesOf('vat', 'USt-ID ATU89737642')).toEqual(['ATU89737642'])
    expect(valuesOf('vat', 'IGST No. 27WCMUB3669U1Z5')).toEqual(['27WCMUB3669U1Z5'])
  })
})

describe('document type', () => {
  const typeOf = (...lines: string[]): string | undefined =>
    analyse(pageOf(lines.map((text, i): Placed => [60, 60 + i * 20, text]))).type?.value

  it('is not that of another document whose number is printed', () => {
    expect(typeOf('Purchase order', 'PO-4711', 'Total 12.00')).toBeUndefined()
    expect(typeOf('Purchase order', 'of the branch in Lyon', 'Total 12.00')).toBe('order')
  })

  it('is named by the label of its number if the page has no title', () => {
    expect(typeOf('Invoice # W264-98', 'Total 12.00')).toBe('tax_invoice')
  })
})

describe('analyse', () => {
  it('returns the position of every candidate', () => {
    const { candidates, layout } = analyse(pageOf(SMALL_INVOICE))
    const all = Object.values(candidates).flat()
    expect(all.length).toBeGreaterThan(20)
    for (const candidate of all) {
      expect(candidate.segment.text.slice(candidate.start, candidate.end)).toBe(candidate.text)
      expect(candidate.box[2]).toBeGreaterThan(candidate.box[0])
      expect(candidate.box[0]).toBeGreaterThanOrEqual(candidate.segment.box[0])
      expect(candidate.box[2]).toBeLessThanOrEqual(candidate.segment.box[2] + 0.01)
    }
    expect(layout.source).toBe('text')
  })

  it('determines language and conventions once per document', () => {
    const german = analyse(
      pageOf([
        [60, 60, 'Rechnungsdatum: 03.04.2024'],
        [60, 90, 'Bitte überweisen Sie den Betrag auf das Konto bei der Bank'],
        [60, 120, 'Gesamtbetrag 1.234,50 €'],
      ]),
    )
    expect([german.language, german.decimal, german.order]).toEqual(['deu', ',', 'dmy'])
  })

  it('accepts a page without words', () => {
    expect(analyse(pageOf([])).candidates.amount).toEqual([])
  })
})

describe('findCurrencyCandidates', () => {
  it('prefers signs next to amounts to a code elsewhere', () => {
    const { layout, labels } = analyse(
      pageOf([
        [60, 60, 'We also take USD'],
        [60, 90, 'Total 12.50 €'],
        [60, 120, 'Subtotal 10.00 €'],
      ]),
    )
    expect(findCurrencyCandidates(layout, labels).map(({ value }) => value)).toEqual(['EUR', 'USD'])
  })

  it('reads one kind of dollars where another place of the page names them', () => {
    expect(valuesOf('currency', 'Amount (A$)', 'Total $3,165.25')).toEqual(['AUD'])
    expect(valuesOf('currency', 'Total $3,165.25')).toHaveLength(7)
  })

  it('reads francs after the amount, and rupees before a minus', () => {
    const codesOf = (...lines: string[]): string[] => {
      const { layout, labels } = analyse(pageOf(lines.map((text, i): Placed => [60, 60 + i * 30, text])))
      return findCurrencyCandidates(layout, labels).map(({ value }) => value)
    }
    expect(codesOf('Total : 530.10 Fr.')).toEqual(['CHF'])
    expect(codesOf('Breakfast Rs-92,859.90')).toEqual(['INR'])
  })

  it('takes the form of an American company for evidence only if no other country of dollars is named', () => {
    const countriesOf = (...lines: string[]): string[] => {
      const { candidates } = analyse(pageOf(lines.map((text, i): Placed => [60, 60 + i * 30, text])))
      return candidates.currency.filter(({ traits }) => traits.includes('cur:country:yes')).map(({ value }) => value)
    }
    expect(countriesOf('Beacon Works LLC', 'Total $ 12.50')).toEqual(['USD'])
    expect(countriesOf('Beacon Works LLC', 'Vancouver BC V6Z 6K1', 'Total $ 12.50')).toEqual(['CAD'])
    expect(countriesOf('www.beacon-works.com.au', 'Beacon Works Inc', 'Total $ 12.50')).toEqual(['AUD'])
    // `as` in a sentence is no Norwegian company.
    expect(countriesOf('Please pay as agreed', 'Total 12.50 kr')).toEqual([])
    expect(countriesOf('Fjordpapir AS', 'Total 12.50 kr')).toEqual(['NOK'])
  })
})
