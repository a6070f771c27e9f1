import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import { extractDocument } from '../../src/engine.ts'
import { isRightToLeft } from '../../src/normalise/direction.ts'
import { TAX_ID_LABELS } from '../../src/lexicon/tax-id-labels.ts'
import type { PageSource } from '../../src/types.ts'
import { pageOf } from '../pages.ts'
import { samplesOf } from '../tax-id-samples.ts'

const found = (line: string) => analyse(pageOf([[60, 60, line]])).taxIds.filter(({ label }) => label)
const traitsOf = (line: string, source: PageSource = 'text'): Record<string, string[]> =>
  Object.fromEntries(
    analyse(pageOf([[60, 60, line]], source)).candidates.vat.map(({ value, traits }) => [value, traits]),
  )

/** A label and its number from left to right, as the page shows them: Hebrew and Arabic labels are on the right. */
const lineOf = (label: string, number: string): string =>
  isRightToLeft(label) ? [number, ...label.split(' ').reverse()].join(' ') : `${label}: ${number}`

const own = TAX_ID_LABELS.filter(({ general }) => !general)

describe('numbers behind their labels', () => {
  it.each(
    own.map(({ phrase, kind, capitals }) => [capitals ? phrase.toUpperCase() : phrase, kind.name, kind] as const),
  )('%s announces a number of the kind %s', (label, _name, kind) => {
    const { right } = samplesOf(kind)
    const ids = found(lineOf(label, right))
    expect(ids.map(({ value }) => value)).toContain(right)
    // Labels that several kinds share may name another one of the same form.
    expect(ids.every(({ validity }) => validity !== 'invalid')).toBe(true)
  })

  it('are candidates of the VAT number, without marks if the check digits are right', () => {
    expect(traitsOf('CUIT: 30-75364277-9')).toEqual({ 30753642779: ['valid', 'national', 'nation:AR'] })
    expect(traitsOf('CUIT: 30-75364277-0')).toEqual({ '30-75364277-0': ['invalid', 'national', 'nation:AR'] })
    expect(traitsOf('EIN: 12-0965918')).toEqual({ '12-0965918': ['unchecked', 'national', 'nation:US'] })
  })

  it('keep the letter that is glued to a label', () => {
    expect(Object.keys(traitsOf('登録番号T8251146815547'))).toEqual(['T8251146815547'])
    expect(Object.keys(traitsOf('登録番号：T8251146815547'))).toEqual(['T8251146815547'])
    expect(Object.keys(traitsOf('法人番号 8251146815547'))).toEqual(['8251146815547'])
  })

  it('are not of a country that only shares the label', () => {
    expect(traitsOf('Tax Id: 939-98-8477')).toEqual({ '939-98-8477': ['unchecked', 'national'] })
    expect(traitsOf('Tax ID: 584762739')).toEqual({ 584762739: ['valid', 'national'] })
  })

  it('have labels in capitals that are words of other languages', () => {
    expect(Object.keys(traitsOf('CUI: 13099489'))).toEqual(['13099489'])
    expect(traitsOf('di cui 13099489')).toEqual({})
    expect(traitsOf('TOTALE DI CUI IVA 13099489')).toEqual({})
    expect(traitsOf('nie 13099489')).toEqual({})
  })
})

describe('numbers that need no label', () => {
  it.each([
    ['45.416.477/0001-90', '45416477000190'],
    ['901.146.310-26', '90114631026'],
    ['30-75364277-9', '30753642779'],
    ['76.930.449-5', '769304495'],
    ['12114557-2-42', '12114557242'],
    ['909 509 564 MVA', '909509564MVA'],
    ['J-13176558-3', 'J131765583'],
    ['T8251146815547', 'T8251146815547'],
    ['98441 8509 RT0001', '984418509RT0001'],
  ])('are found by their form: %s', (line, value) => {
    expect(Object.keys(traitsOf(line))).toEqual([value])
  })

  it.each(['45.416.477/0001-91', '30-75364277-0', '12114550-2-42', '562-48-39-392', '1230-75364277-9'])(
    'are not found with wrong check digits, or in another number: %s',
    (line) => {
      expect(traitsOf(line)).toEqual({})
    },
  )
})

describe('VAT numbers with the code of their country', () => {
  it('are read with the digits that OCR took for letters, if one reading is right', () => {
    expect(traitsOf('USt-IdNr. DE I36 695 976', 'ocr')).toEqual({ DE136695976: ['valid', 'country:DE'] })
    expect(traitsOf('USt-IdNr. DE I36 695 977', 'ocr')).toEqual({})
    expect(traitsOf('USt-IdNr. DE I36 695 976')).toEqual({})
  })

  it.each(['EORI: DE136695976', 'EORI-Nr. DE136695976', 'EORI no. GB980780684000'])(
    'are not those of customs: %s',
    (line) => {
      expect(traitsOf(line)).toEqual({})
    },
  )

  it.each([
    ['ES', 'ESB38075024', 'ESB38075020'],
    ['IE', 'IE3628739L', 'IE3628739M'],
    ['RO', 'RO13099489', 'RO13099480'],
    ['LT', 'LT188650116', 'LT188650110'],
    ['LV', 'LV40008041755', 'LV40008041750'],
    ['BG', 'BG236856498', 'BG236856490'],
    ['NO', 'NO909509564MVA', 'NO909509560MVA'],
    ['SK', 'SK2022749619', 'SK2022749618'],
  ])('are checked: %s', (country, right, wrong) => {
    expect(traitsOf(right)).toEqual({ [right]: ['valid', `country:${country}`] })
    expect(traitsOf(wrong)).toEqual({ [wrong]: ['invalid', `country:${country}`] })
  })
})

const PARTY_FIELDS = [
  'sender_vat_id',
  'sender_dic',
  'sender_ic',
  'recipient_vat_id',
  'recipient_dic',
  'recipient_ic',
] as const

describe('IBANs', () => {
  const ibans = (line: string, source: PageSource): string[][] =>
    analyse(pageOf([[60, 60, line]], source)).candidates.iban.map(({ value, traits }) => [value, ...traits])

  it('are read with the digits that OCR took for letters, if one reading is right', () => {
    expect(ibans('DE89 37O4 0044 0532 0I30 00', 'ocr')).toEqual([['DE89370400440532013000', 'mod97']])
    expect(ibans('DE89 37O4 0044 0532 0I30 01', 'ocr')).toEqual([['DE8937O4004405320I3001', 'no-mod97']])
    expect(ibans('DE89 37O4 0044 0532 0I30 00', 'text')).toEqual([['DE8937O4004405320I3000', 'no-mod97']])
  })
})

describe('the confidence of a number', () => {
  const confidences = (label: string, number: string): number[] => {
    const { fields } = extractDocument(
      pageOf([
        [60, 60, 'Tannbach Papier GmbH', 28],
        [60, 110, lineOf(label, number)],
        [800, 60, 'INVOICE', 32],
      ]),
    )
    return PARTY_FIELDS.flatMap((field) => {
      const value = fields[field]
      return value?.value.replace(/\W/gu, '') === number.replace(/\D/g, '') || value?.value === number
        ? [value.confidence]
        : []
    })
  }
  const kinds = new Map(
    own
      .filter(({ capitals }) => !capitals)
      .map(({ phrase, kind }) => [kind, phrase] as const)
      .reverse(),
  )
  const checked = [...kinds].filter(([kind]) => kind.check && samplesOf(kind).found === 'invalid')

  it.each(checked.map(([kind, label]) => [label, kind.name, kind] as const))(
    'that fails its check is never above .5: %s %s',
    (label, _name, kind) => {
      const { right, wrong } = samplesOf(kind)
      expect(Math.max(...confidences(label, right))).toBeGreaterThan(0.5)
      for (const confidence of confidences(label, wrong)) expect(confidence).toBeLessThanOrEqual(0.5)
    },
  )
})

describe('the number of a document', () => {
  it.each(['SIRET: 851 320 451 00012', 'EIN: 12-0965918', 'Sort code: 20-00-00'])(
    'is not that of a tax office, a register or a bank: %s',
    (line) => {
      const { fields } = extractDocument(
        pageOf([
          [60, 60, 'Tannbach Papier GmbH', 28],
          [60, 110, line],
          [800, 60, 'INVOICE', 32],
        ]),
      )
      expect(fields.document_id?.value).toBeUndefined()
    },
  )
})

describe('amounts', () => {
  it.each(['IFSC: ABCD0123456', 'SIRET: 851 320 451 00012', 'CUIT: 30-75364277-9', 'CNPJ 45.416.477/0001-90'])(
    'are no digits of such a number: %s',
    (line) => {
      expect(analyse(pageOf([[60, 60, line]])).candidates.amount.map(({ text }) => text)).toEqual([])
    },
  )
})

describe('numbers of registers', () => {
  const fieldsOf = (source: PageSource, ...lines: (readonly [number, number, string])[]) =>
    extractDocument(pageOf([[800, 60, 'INVOICE'], ...lines], source)).fields

  it('belong to the party in whose block they stand', () => {
    const fields = fieldsOf(
      'text',
      [60, 60, 'Seller:'],
      [60, 80, 'Papírna Malá s.r.o.'],
      [60, 100, 'IČO: 25925679'],
      [60, 300, 'Bill to:'],
      [60, 320, 'Harbour Books Ltd'],
      [60, 340, 'REGON: 375725161'],
    )
    expect(fields.sender_ic?.value).toBe('25925679')
    expect(fields.recipient_ic?.value).toBe('375725161')
  })

  it('and of tax offices do too', () => {
    const fields = fieldsOf(
      'text',
      [60, 60, 'Seller:'],
      [60, 80, 'Tannbach Papier GmbH'],
      [60, 100, 'Steuernummer: 151/815/08156'],
      [60, 300, 'Bill to:'],
      [60, 320, 'Harbour Books Inc'],
      [60, 340, 'EIN: 12-0965918'],
    )
    expect(fields.sender_dic?.value).toBe('151/815/08156')
    expect(fields.recipient_dic?.value).toBe('12-0965918')
  })

  it('are read with the digits that OCR took for letters', () => {
    expect(fieldsOf('ocr', [60, 100, 'IČO: 2592S679']).sender_ic?.value).not.toBe('25925679')
    expect(fieldsOf('ocr', [60, 100, 'SIREN: 88O901442']).sender_ic?.value).toBe('880901442')
  })
})
