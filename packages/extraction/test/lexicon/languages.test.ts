import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import { endOfStrictForm, hasLegalForm } from '../../src/find/legal-forms.ts'
import { isCountry, looksLikeAttention, looksLikePerson } from '../../src/find/parties.ts'
import { hasPostcode, looksLikeAddress } from '../../src/find/postal.ts'
import { sideOf } from '../../src/find/sides.ts'
import type { LabelClass } from '../../src/lexicon/classes.ts'
import { LANGUAGES, PHRASES, tokenize } from '../../src/lexicon/index.ts'
import { parseAmount } from '../../src/normalise/amounts.ts'
import { findDates } from '../../src/normalise/dates.ts'
import { decideDecimalMark } from '../../src/normalise/decimals.ts'
import { foldText } from '../../src/normalise/ids.ts'
import { readTerms } from '../../src/find/terms.ts'
import type { LabelledValues } from '../../src/score/labelled-values.ts'
import { findTermsSentence } from '../../src/score/terms.ts'
import {
  foldTokens,
  isAllowanceLabel,
  isSummaryLabel,
  matchHeader,
  saysGross,
  saysNet,
} from '../../src/tables/lexicon.ts'
import { pageOf, type Placed } from '../pages.ts'
import { SAMPLES } from './samples.ts'

const classesOf = (text: string): LabelClass[] => {
  const tokens = tokenize(text).map(({ token }) => token)
  const phrase = PHRASES.get(tokens[0]!)?.find(({ tokens: own }) => own.join(' ') === tokens.join(' '))
  return [...(phrase?.classes ?? [])]
}

const phrasesOf = (text = ''): string[] => (text === '' ? [] : text.split('|'))

describe.each(Object.entries(SAMPLES))('the lexicon %s', (language, sample) => {
  it('reads the names of the months', () => {
    const read = sample.dates.map((text) => findDates(text, 'dmy', language)[0])
    expect(read.map((date) => date?.value)).toEqual(
      sample.dates.map((_, month) => `2026-${String(month + 1).padStart(2, '0')}-12`),
    )
    expect(read.every((date) => date?.sure)).toBe(true)
  })

  it('knows the classes of labels', () => {
    for (const [text, name] of Object.entries(sample.labels)) expect(classesOf(text), text).toContain(name)
  })

  it('knows the headings of columns', () => {
    const classes = ['description', 'quantity', 'unit_price', 'amount'] as const
    sample.heads.forEach((text, i) => {
      const tokens = foldTokens(text)
      expect(matchHeader(tokens, 0)?.length, text).toBe(tokens.length)
      expect([...matchHeader(tokens, 0)!.classes], text).toContain(classes[i])
    })
  })

  it('reads amounts with their currency', () => {
    const [printed, currency] = sample.amount
    expect(parseAmount(printed, decideDecimalMark([printed]))).toMatchObject({ value: 1234.56, places: 2, currency })
  })

  it('finds the currency, and the country as its evidence', () => {
    const [printed, currency] = sample.amount
    const country = `${sample.company}, ${sample.street}, ${sample.country}`
    const [found] = analyse(
      pageOf([
        [60, 60, country],
        [60, 100, printed],
      ]),
    ).candidates.currency
    expect(found?.value).toBe(currency)
    expect(found?.traits).toContain('cur:country:yes')
  })

  it('recognises companies, persons, countries, streets and whose number a label announces', () => {
    expect(hasLegalForm(sample.company), sample.company).toBe(true)
    expect(looksLikePerson(sample.person), sample.person).toBe(true)
    expect(isCountry(sample.country), sample.country).toBe(true)
    expect(looksLikeAddress(sample.street), sample.street).toBe(true)
    expect(sideOf(sample.buyer)).toBe('buyer')
    expect(looksLikeAttention(sample.attention)).toBe(true)
  })

  it('reads terms of payment, whose days are no amount', () => {
    const { layout, candidates } = analyse(pageOf([[60, 60, sample.terms]]))
    const values: LabelledValues = {}
    findTermsSentence(layout, values)
    expect(values.terms?.value).toBe(sample.terms)
    expect(readTerms(layout)).toEqual([30])
    expect(candidates.amount).toEqual([])
  })

  it('determines language and type of a document', () => {
    const [title, type] = sample.title
    const lines = [...Object.keys(sample.labels).map((label) => `${label} 17`), sample.heads.join(' ')]
    const pieces: Placed[] = [[60, 60, title, 36], ...lines.map((text, i): Placed => [60, 160 + i * 30, text])]
    const found = analyse(pageOf(pieces))
    expect([found.language, found.type?.value]).toEqual([language, type])
  })
})

describe('the words of a language', () => {
  it.each(Object.entries(LANGUAGES))('are found in documents: %s', (_, { stopWords, columns }) => {
    expect(stopWords).toBe(foldText(stopWords))
    for (const [name, text] of Object.entries(columns))
      for (const phrase of text.split('|').map((part) => part.trim())) {
        const tokens = foldTokens(phrase.replace('*', 'xxx'))
        expect(matchHeader(tokens, 0)?.length, phrase).toBe(tokens.length)
        expect([...matchHeader(tokens, 0)!.classes], phrase).toContain(name)
      }
  })

  it('are found before and behind amounts, whatever their accents', () => {
    for (const { net, gross, summary, allowance } of Object.values(LANGUAGES)) {
      for (const phrase of phrasesOf(net)) expect(saysNet(foldTokens(phrase)), phrase).toBe(true)
      for (const phrase of phrasesOf(gross)) expect(saysGross(foldTokens(phrase)), phrase).toBe(true)
      for (const phrase of phrasesOf(summary)) expect(isSummaryLabel(foldTokens(phrase)), phrase).toBe(true)
      for (const phrase of phrasesOf(allowance)) expect(isAllowanceLabel(foldTokens(phrase)), phrase).toBe(true)
    }
  })
})

describe('a word that several languages have', () => {
  it.each([
    ['Stk', 'account_no'],
    ['tk', 'account_no'],
    ['NIB', 'company_no'],
    ['S.L.', 'quantity'],
  ] as const)('%s is no label of another one: %s', (text, other) => {
    expect(classesOf(text)).not.toContain(other)
  })
})

describe('folded text', () => {
  it('has one form of letters that have several', () => {
    expect(foldText('FATURA TARİHİ Ödenmesi SATICI satıcı')).toBe('fatura tarihi odenmesi satici satici')
    expect(foldText('ΠΕΛΑΤΗΣ πελάτης Μαΐου')).toBe('πελατησ πελατησ μαιου')
    expect(foldText('ĐURIĆ đurić Łódź Strauß Ærø')).toBe('duric duric lodz strauss aero')
  })
})

describe('initials', () => {
  it.each(['A. S. Byatt', 'D. D. Home', 'Α. Ε. Παππάς'])('of %s are no legal form', (name) => {
    expect(endOfStrictForm(name)).toBe(0)
  })
})

describe('a postcode', () => {
  it.each([
    'H-1051 Budapest',
    '010101 București',
    '34710 Kadıköy / İstanbul',
    '104 31 Αθήνα',
    'Τ.Κ. 104 31, Αθήνα',
    '811 01 Bratislava',
    '1000 Ljubljana',
    '10000 Zagreb',
    '1000 гр. София',
    'гр. Стара Загора 6000',
    '01001, м. Київ',
    'м. Київ, 01001',
  ])('is found in %s', (line) => {
    expect(hasPostcode(line)).toBe(true)
  })
})

describe('a legal form', () => {
  it.each([
    ['Duna Papír Kft.', 'Duna Papír Kft'],
    ['Papirnica Jadran d. o. o., Zagreb', 'Papirnica Jadran d. o. o'],
    ['Boğaz Kağıt A.Ş.', 'Boğaz Kağıt A.Ş'],
    ['Χαρτικά Αιγαίου Μον. Ι.Κ.Ε.', 'Χαρτικά Αιγαίου Μον. Ι.Κ.Ε'],
    ['Хартия Рила ЕООД, София', 'Хартия Рила ЕООД'],
  ])('ends the name in %s', (text, name) => {
    expect(text.slice(0, endOfStrictForm(text)).replace(/\.$/, '')).toBe(name)
  })
})
