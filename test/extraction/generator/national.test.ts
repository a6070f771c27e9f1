import { describe, expect, it } from 'vitest'
import {
  domesticAccount,
  hasReference,
  luhnDigit,
  paymentReference,
  referenceDigit,
  registerOfVat,
  withAccountCheck,
} from '../../../scripts/generator/content/national.ts'
import { makeContent } from '../../../scripts/generator/content/document.ts'
import { ibanOf, vatNumber } from '../../../scripts/generator/content/numbers.ts'
import { writeDate } from '../../../scripts/generator/content/format.ts'
import { makeParty } from '../../../scripts/generator/content/party.ts'
import { COUNTRIES } from '../../../scripts/generator/data/countries.ts'
import { LOCALES } from '../../../scripts/generator/data/locales.ts'
import { LABELS } from '../../../scripts/generator/labels/index.ts'
import { Random } from '../../../scripts/train/random.ts'
import { findDates } from '@sheaf/extraction/normalise'

const sum = (digits: string, weights: readonly number[]): number =>
  weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)

/** Published numbers, and what makes a number of the country valid. */
const VAT: readonly [country: string, example: string, isValid: (digits: string) => boolean][] = [
  ['SE', '556188840401', (digits) => luhnDigit(digits.slice(0, 9)) === Number(digits[9]) && digits.endsWith('01')],
  ['NO', '988077917', (digits) => sum(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0],
  ['DK', '13585628', (digits) => sum(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0],
  ['FI', '20774740', (digits) => sum(digits, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0],
  ['EE', '100931558', (digits) => sum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0],
  ['LV', '40003521600', (digits) => sum(digits, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3],
  [
    'LT',
    '119511515',
    (digits) => {
      const check = sum(digits, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
      const second = (sum(digits, [3, 4, 5, 6, 7, 8, 9, 1]) % 11) % 10
      return digits[7] === '1' && Number(digits[8]) === (check < 10 ? check : second)
    },
  ],
]

describe('numbers of the north of Europe', () => {
  it.each(VAT)('VAT numbers of %s have a valid check digit, as %s has', (country, example, isValid) => {
    expect(isValid(example)).toBe(true)
    const wrong = (Number(example[6]) + 1) % 10
    expect(isValid(`${example.slice(0, 6)}${wrong}${example.slice(7)}`)).toBe(false)
    const random = new Random(7)
    for (let i = 0; i < 100; i++) {
      const vat = vatNumber(random, country)!
      expect(isValid(vat.replace(/\D/g, '')), vat).toBe(true)
      expect(vat.startsWith(country)).toBe(true)
    }
  })

  it.each([
    ['FI', '12345600000785'],
    ['EE', '2200221020145685'],
    ['NO', '86011117947'],
  ])('accounts in %s have the check digit of the published IBAN', (country, account) => {
    expect(withAccountCheck(country, account.slice(0, -1))).toBe(account)
  })

  it.each([
    ['SE', 'SE556188840401', '556188-8404'],
    ['NO', 'NO988077917MVA', '988 077 917'],
    ['DK', 'DK13585628', '13585628'],
    ['FI', 'FI20774740', '2077474-0'],
    ['LV', 'LV40003521600', '40003521600'],
  ])('the register of %s has the number of the VAT number', (country, vat, register) => {
    expect(registerOfVat(vat)).toBe(register)
    const party = makeParty(new Random(2), country, 'seller')
    if (party.register) expect(party.register.value).toBe(registerOfVat(party.vat))
  })

  it('a reference ends with its check digit', () => {
    expect(referenceDigit('123')).toBe(2)
    expect(paymentReference('FI', '100012345')).toBe(`10001 2345${referenceDigit('100012345')}`)
    expect(paymentReference('SE', '123456789')).toBe('1234567897')
    expect(paymentReference('LT', '123456789')).toBe('123456789')
    expect(['SE', 'NO', 'FI', 'EE', 'DK', 'LV', 'LT'].map(hasReference)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('domestic accounts are those of the IBAN, and a Bankgiro has its check digit', () => {
    const random = new Random(3)
    for (let i = 0; i < 50; i++) {
      const giro = domesticAccount(random, 'SE', null)!
      expect(giro.account).toMatch(/^\d{3,4}-\d{4}$/)
      const digits = giro.account.replace('-', '')
      expect(luhnDigit(digits.slice(0, -1))).toBe(Number(digits.at(-1)))
      const norwegian = ibanOf(random, 'NO')!
      expect(domesticAccount(random, 'NO', norwegian)!.account.replaceAll(' ', '')).toBe(norwegian.slice(4))
      const danish = ibanOf(random, 'DK')!
      const { account, code } = domesticAccount(random, 'DK', danish)!
      expect(code + account).toBe(danish.slice(4))
    }
    expect(domesticAccount(random, 'FI', ibanOf(random, 'FI'))).toBeNull()
  })
})

const NORTHERN = LOCALES.filter(({ language }) => ['sv', 'da', 'nb', 'nn', 'fi', 'et', 'lv', 'lt'].includes(language))

describe('locales of the north of Europe', () => {
  it.each(NORTHERN)('$code prints dates that the extraction reads', ({ language, country }) => {
    for (const pattern of COUNTRIES[country]!.dates) {
      for (let month = 1; month <= 12; month++) {
        const iso = `2026-${String(month).padStart(2, '0')}-28`
        const printed = writeDate({ language, datePattern: pattern }, iso)
        expect(findDates(printed)[0]?.value, printed).toBe(iso)
      }
    }
  })

  it.each(NORTHERN)('$code leaves no placeholder in its parties', ({ country }) => {
    const random = new Random(9)
    for (let i = 0; i < 200; i++)
      expect(JSON.stringify(makeParty(random, country, i % 2 ? 'seller' : 'buyer'))).not.toMatch(/\{[a-z]/)
  })

  it.each(NORTHERN)('$code pays in the currency of its country in most documents', (locale) => {
    const random = new Random(4)
    const own = Array.from({ length: 100 }, () => makeContent(random, locale, 'invoice')).filter(
      ({ currency }) => currency === COUNTRIES[locale.country]!.currency,
    )
    expect(own.length).toBeGreaterThan(80)
  })

  it('Nynorsk has its own wordings', () => {
    expect(LABELS.nn!.t_order).not.toBe(LABELS.nb!.t_order)
    expect(LABELS.nn!.iban).toBe(LABELS.nb!.iban)
  })
})
