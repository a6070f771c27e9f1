import { describe, expect, it } from 'vitest'
import { analyse } from '../../../src/extraction/find/analyse.ts'
import type { CandidateKind } from '../../../src/extraction/find/candidates.ts'
import { findCurrencyCandidates } from '../../../src/extraction/find/currency.ts'
import { pageOf, type Placed, SMALL_INVOICE } from '../pages.ts'

const valuesOf = (kind: CandidateKind, ...lines: string[]): string[] => {
  const pieces = lines.map((text, i): Placed => [60, 60 + i * 30, text])
  return analyse(pageOf(pieces)).candidates[kind].map((candidate) => candidate.value)
}

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
    expect(valuesOf('amount', 'A12.5 12:30 2024-001')).toEqual([])
  })

  it('ignores numbers of days and measures', () => {
    expect(valuesOf('amount', 'Payment within 30 days', 'Zahlbar in 14 Tagen', 'Labels 99 x 36 mm')).toEqual(['99.00'])
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

describe('identifier candidates', () => {
  it('removes punctuation around identifiers', () => {
    expect(valuesOf('id', 'Invoice No.:INV-100 (copy)')).toContain('INV-100')
    expect(valuesOf('id', 'Facture #FA/2015/02')).toContain('FA/2015/02')
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

describe('names', () => {
  it('are found in a line of many legal forms, whose division into forms and marks is ambiguous', () => {
    expect(valuesOf('name', `Papier, ${'co. '.repeat(37)}!`)).toContain('Papier')
    expect(valuesOf('name', 's.a.'.repeat(30))).toEqual([])
  })

  it('keep a legal form behind a comma, and a dash if stronger marks follow', () => {
    expect(valuesOf('name', 'Papírny Morava, s.r.o. | Nová 9 | 602 00 Brno')).toContain('Papírny Morava, s.r.o.')
    expect(valuesOf('name', 'Nortada – Papéis, S.A. · Rua Nova 9 · 1600-404 Lisboa')).toContain(
      'Nortada – Papéis, S.A.',
    )
  })

  it('splits a sender line at its separators', () => {
    expect(valuesOf('name', 'Tannbach GmbH · Gartenweg 12 · 48151 Neustadt')).toContain('Tannbach GmbH')
  })
})

describe('names with other things on their lines', () => {
  it('end before a registration number', () => {
    expect(valuesOf('name', 'Anzel Printing (M) Sdn Bhd (750705-H)')).toEqual(['Anzel Printing (M) Sdn Bhd'])
    expect(valuesOf('name', 'Raya Tools Bhd(169199-V]')).toEqual(['Raya Tools Bhd'])
    expect(valuesOf('name', 'Holding 1973 (Berlin) GmbH')).toEqual(['Holding 1973 (Berlin) GmbH'])
  })

  it('begin after their label, and are no e-mail addresses', () => {
    expect(valuesOf('name', 'FROM: Company of Weavers')).toEqual(['Company of Weavers'])
    expect(valuesOf('name', 'Sam Thompson <sam@northmoor.example>')).toEqual(['Sam Thompson'])
  })

  it('go on in a centred line, of which a legal form alone is no name', () => {
    const names = analyse(
      pageOf([
        [100, 60, 'MARSH LANE BOOKSTORES'],
        [156, 80, 'SDN BHD'],
      ]),
    ).candidates.name
    expect(names.map(({ value }) => value)).toEqual(['MARSH LANE BOOKSTORES SDN BHD'])
  })

  it('are not whole before brackets are closed or a conjunction has its second part', () => {
    const onTwoLines = (...lines: [string, string]): string[] =>
      analyse(pageOf(lines.map((text, i): Placed => [60, 60 + i * 20, text]))).candidates.name.map(({ value }) => value)
    expect(onTwoLines('Home Masters &', 'Electrical')).not.toContain('Home Masters &')
    expect(onTwoLines('Vaquisy Tworzywa i', 'Synowie')).not.toContain('Vaquisy Tworzywa i')
    expect(onTwoLines('Werkzeuge Brandner UG', '(haftungsbeschränkt)')).not.toContain('Werkzeuge Brandner UG')
    expect(onTwoLines('Papier Nord GmbH', 'Gartenweg 12')).toContain('Papier Nord GmbH')
    const pieces: readonly Placed[] = [
      [60, 60, 'HOME MASTERS (SETIA'],
      [60, 80, 'ALAM) SDN BHD (123456-X)'],
    ]
    const names = analyse(pageOf(pieces)).candidates.name.map(({ value }) => value)
    expect(names).toContain('HOME MASTERS (SETIA ALAM) SDN BHD')
    expect(names).not.toContain('HOME MASTERS (SETIA')
  })
})

describe('names before facts of the company', () => {
  it('end before the street, the capital and the register of the company', () => {
    expect(valuesOf('name', 'Clubhaus Verein AG Seestrasse 210')).toEqual(['Clubhaus Verein AG'])
    expect(valuesOf('name', 'Papeterie Morel SARL au capital de 50 000 EUR - RCS Rennes 123')[0]).toBe(
      'Papeterie Morel SARL',
    )
  })

  it('end before what a person does, and not before a legal form in words', () => {
    expect(valuesOf('name', 'Camille Morel, rédactrice web')).toEqual(['Camille Morel', 'rédactrice web'])
    expect(valuesOf('name', 'Stavby Morava, spol. s r.o.')).toContain('Stavby Morava, spol. s r.o.')
  })

  it('keep all partners of a firm', () => {
    expect(valuesOf('name', 'Marlow, Dunmore & Thornbury LLP')).toEqual(['Marlow, Dunmore & Thornbury LLP'])
    expect(valuesOf('name', 'Table 12, Dunmore & Sons')).toContain('Dunmore & Sons')
  })

  it('begin after any word with a colon', () => {
    expect(valuesOf('name', 'General partner: Northmoor Paper Ltd')).not.toContain(
      'General partner: Northmoor Paper Ltd',
    )
    expect(valuesOf('name', 'General partner: Northmoor Paper Ltd')).toContain('Northmoor Paper Ltd')
  })

  it('keep the number of a shop, and no label in a part of a word with underscores', () => {
    expect(valuesOf('name', 'Northmoor Paper - 1535')).toEqual(['Northmoor Paper - 1535'])
    expect(analyse(pageOf([[60, 60, 'SELLER_ADDR_2']])).labels).toEqual([])
  })
})

describe('parts of a page that are no names', () => {
  it('are amounts and quantities', () => {
    expect(valuesOf('name', 'Montant à payer TTC 383,47 €')).toEqual([])
    expect(valuesOf('name', '6 boxes')).toEqual([])
  })

  it('are forms of address and headings', () => {
    expect(valuesOf('name', 'Familie', 'Ada und Emil Quill')).toEqual(['Ada und Emil Quill'])
    expect(valuesOf('name', 'STATEMENT – FINAL REMINDER')).not.toContain('STATEMENT – FINAL REMINDER')
    expect(valuesOf('name', 'Nous contacter')).toEqual([])
    expect(valuesOf('name', 'Customer Service Partners Ltd')).toContain('Customer Service Partners Ltd')
  })

  it('are labels of two or more words', () => {
    expect(valuesOf('name', 'Número de factura', 'Payment terms')).toEqual([])
    const samples = ['Client', 'LE CLIENT', 'SELLER_NAME']
    expect(valuesOf('name', ...samples)).toEqual(expect.arrayContaining(samples))
  })

  it('are phrases that introduce one', () => {
    expect(valuesOf('name', 'Receipt from Northmoor Fitness LLC')).toEqual(['Northmoor Fitness LLC'])
  })

  it('are the title and the town of an address', () => {
    const names = valuesOf(
      'name',
      'DELIVERY NOTE',
      'Tidewater Marine Ltd',
      'Unit 6, Old Ropeworks, Ballyfinnan, Ireland',
    )
    expect(names).toContain('Tidewater Marine Ltd')
    for (const name of ['DELIVERY NOTE', 'Ireland']) expect(names).not.toContain(name)
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
      const { layout, labels } = analyse(pageOf(lines.map((text, i): Placed => [60, 60 + i * 30, text])))
      return findCurrencyCandidates(layout, labels)
        .filter(({ traits }) => traits.includes('cur:country:yes'))
        .map(({ value }) => value)
    }
    expect(countriesOf('Beacon Works LLC', 'Total $ 12.50')).toEqual(['USD'])
    expect(countriesOf('Beacon Works LLC', 'Vancouver BC V6Z 6K1', 'Total $ 12.50')).toEqual(['CAD'])
    expect(countriesOf('www.beacon-works.com.au', 'Beacon Works Inc', 'Total $ 12.50')).toEqual(['AUD'])
    // `as` in a sentence is no Norwegian company.
    expect(countriesOf('Please pay as agreed', 'Total 12.50 kr')).toEqual([])
    expect(countriesOf('Fjordpapir AS', 'Total 12.50 kr')).toEqual(['NOK'])
  })
})
