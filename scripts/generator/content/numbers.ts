import { checkTaxId, compactId, TAX_IDS } from '@sheaf/extraction/normalise'
import { iban } from '../../examples/invoice.ts'
import type { Random } from '../../train/random.ts'
import { COUNTRIES } from '../data/countries.ts'
import { mod11and10, NATIONAL, weighted, withCheckDigit } from './check-digits.ts'
import { luhnDigit, withAccountCheck } from './national.ts'

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'

/** Fills a pattern: `#` is a digit, `%` a digit above 0 and `@` a letter. */
export const fill = (random: Random, pattern: string): string =>
  pattern.replace(/[#%@]/g, (sign) =>
    sign === '@' ? random.pick([...LETTERS]) : String(sign === '#' ? random.integer(0, 9) : random.integer(1, 9)),
  )

const digits = (random: Random, count: number): string => fill(random, `%${'#'.repeat(count - 1)}`)

/** Draws until `complete` returns a number; some prefixes have no valid check digit. */
function draw(complete: () => string | null): string {
  for (;;) {
    const made = complete()
    if (made !== null) return made
  }
}

const one = (check: number, text: string): string | null => (check > 9 ? null : `${text}${check}`)

/** VAT numbers without their country, with valid check digits, by the rules of the national tax offices. */
const VAT: Readonly<Record<string, (random: Random) => string>> = {
  AT: (random) => {
    const text = digits(random, 7)
    const sum = [1, 2, 1, 2, 1, 2, 1].reduce((total, weight, i) => {
      const product = weight * Number(text[i])
      return total + Math.floor(product / 10) + (product % 10)
    }, 0)
    return `U${text}${(10 - ((sum + 4) % 10)) % 10}`
  },
  BE: (random) => {
    const text = `0${digits(random, 7)}`
    return `${text}${String(97 - (Number(text) % 97)).padStart(2, '0')}`
  },
  CH: (random) =>
    draw(() => {
      const text = digits(random, 8)
      const check = (11 - (weighted(text, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11
      return check === 10 ? null : `E${text}${check}`
    }),
  CZ: (random) =>
    draw(() => {
      const text = digits(random, 7)
      // A number of eight digits does not begin with 9.
      return text.startsWith('9') ? null : one((11 - (weighted(text, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10, text)
    }),
  DE: (random) => {
    const text = digits(random, 8)
    return `${text}${mod11and10(text)}`
  },
  DK: (random) => draw(() => check11(digits(random, 7), [2, 7, 6, 5, 4, 3, 2])),
  EE: (random) => {
    const text = `10${digits(random, 6)}`
    return `${text}${(10 - (weighted(text, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10}`
  },
  ES: (random) => {
    const text = digits(random, 7)
    let sum = 0
    for (let i = 0; i < 7; i++) {
      const value = Number(text[i]) * (i % 2 === 0 ? 2 : 1)
      sum += value > 9 ? value - 9 : value
    }
    return `${random.pick(['A', 'B'])}${text}${(10 - (sum % 10)) % 10}`
  },
  FI: (random) => draw(() => check11(digits(random, 7), [7, 9, 10, 5, 8, 4, 2])),
  FR: (random) => {
    const text = digits(random, 8)
    const siren = `${text}${luhnDigit(text)}`
    return `${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`
  },
  GB: (random) => {
    const text = digits(random, 7)
    const check = (97 - (weighted(text, [8, 7, 6, 5, 4, 3, 2]) % 97)) % 97
    return `${text}${String(check).padStart(2, '0')}`
  },
  IE: (random) => {
    const text = digits(random, 7)
    return `${text}${'WABCDEFGHIJKLMNOPQRSTUV'[weighted(text, [8, 7, 6, 5, 4, 3, 2]) % 23]}`
  },
  IT: (random) => {
    // The last three digits but one are those of a tax office, 001 to 100.
    const drawn = digits(random, 10)
    const text = `${drawn.slice(0, 7)}0${drawn.slice(8) === '00' ? '01' : drawn.slice(8)}`
    return `${text}${luhnDigit(text)}`
  },
  // The last digit but one of the number of a company is 1; a second row of weights replaces a check digit of 10.
  LT: (random) => {
    const text = `${digits(random, 7)}1`
    const check = weighted(text, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
    return `${text}${check < 10 ? check : (weighted(text, [3, 4, 5, 6, 7, 8, 9, 1]) % 11) % 10}`
  },
  // The number in the register of companies, whose weighted sum is 3 modulo 11.
  LV: (random) =>
    draw(() => {
      const text = `4000${digits(random, 6)}`
      return one((14 - (weighted(text, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6]) % 11)) % 11, text)
    }),
  NL: (random) =>
    draw(() => {
      const text = check11Rest(digits(random, 8), [9, 8, 7, 6, 5, 4, 3, 2])
      return text && `${text}B0${random.integer(1, 9)}`
    }),
  // The number in the register of entities, with the letters of the register of VAT.
  NO: (random) => `${draw(() => check11(`9${digits(random, 7)}`, [3, 2, 7, 6, 5, 4, 3, 2]))}MVA`,
  PL: (random) => draw(() => check11Rest(digits(random, 9), [6, 5, 7, 2, 3, 4, 5, 6, 7])),
  PT: (random) => {
    const text = `5${digits(random, 7)}`
    const check = 11 - (weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
    return `${text}${check > 9 ? 0 : check}`
  },
  SE: (random) => {
    const text = `55${digits(random, 7)}`
    return `${text}${luhnDigit(text)}01`
  },
}

/** Invents a number with a valid check digit. */
export const nationalNumber = (random: Random, kind: string): string =>
  draw(() => withCheckDigit(kind, fill(random, NATIONAL[kind]!.head)))

/** How the numbers are printed: with the code of the country, or as at home. */
const PRINTED: Readonly<Record<string, (random: Random, digits: string) => string>> = {
  HU: (random, digits) =>
    random.chance(0.7) ? `${digits}-2-${random.pick(['02', '13', '41', '42', '43'])}` : `HU${digits}`,
  RO: (random, digits) => (random.chance(0.75) ? `RO${digits}` : digits),
  GR: (random, digits) => (random.chance(0.8) ? digits : `EL${digits}`),
  SI: (random, digits) => (random.chance(0.85) ? `SI${digits}` : digits),
  HR: (random, digits) => (random.chance(0.7) ? digits : `HR${digits}`),
  SK: (_, digits) => `SK${digits}`,
  BG: (_, digits) => `BG${digits}`,
  TR: (_, digits) => digits,
}

function check11(text: string, weights: readonly number[]): string | null {
  return one((11 - (weighted(text, weights) % 11)) % 11, text)
}
function check11Rest(text: string, weights: readonly number[]): string | null {
  return one(weighted(text, weights) % 11, text)
}

/** The number of an Indonesian taxpayer: nine digits with the check of Luhn, the office and the branch; since 2024 with a zero in front. */
function npwp(random: Random): string {
  const text = `0${digits(random, 7)}`
  return `${random.pick(['', '0'])}${text}${luhnDigit(text)}${fill(random, '###')}000`
}

/** The tax code of a Vietnamese company. */
function taxCode(rest: string): string | null {
  const text = `0${rest}`
  return one(10 - (weighted(text, [31, 29, 23, 19, 17, 13, 7, 5, 3]) % 11), text)
}

/** A VAT number with its country code where the country has one; null in countries without VAT numbers. */
export function vatNumber(random: Random, country: string): string | null {
  const make = VAT[country]
  if (make) return `${country}${make(random)}`
  const printed = PRINTED[country]
  if (printed) return printed(random, nationalNumber(random, country))
  if (country === 'UA') return fill(random, '%###########')
  if (country === 'IN') return draw(() => withCheckCharacter('IN', 'GSTIN', fill(random, '27@@@C@####@1Z#')))
  if (country === 'MY') return fill(random, '00#########')
  if (country === 'BR') return null
  if (country === 'ID') return npwp(random)
  if (country === 'VN') return draw(() => taxCode(digits(random, 8)))
  return null
}

/** Numbers of registers that have check digits, by country and label. */
const REGISTERS: Readonly<Record<string, string>> = {
  'AU:abn': 'ABN',
  'BE:company_no': 'ondernemingsnummer',
  'BR:cnpj': 'CNPJ',
  'CH:register': 'UID',
  'DK:company_no': 'CVR',
  'FR:siren': 'SIREN',
  'FR:siret': 'SIRET',
  'IT:tax_no': 'partita IVA',
  'NO:company_no': 'organisasjonsnummer',
  'PL:regon': 'REGON',
  'SE:company_no': 'organisationsnummer',
}

/** Returns a number of a register with valid check digits if its kind has some. */
export function registerNumber(country: string, label: string, drawn: string): string {
  const kind = REGISTERS[`${country}:${label}`]
  return kind === undefined
    ? drawn
    : drawn.replace(/(?:CHE-)?\d[\d ./-]*\d$/, (number) => withCheckDigits(country, kind, number))
}

const kindOf = (country: string, name: string): (typeof TAX_IDS)[number] =>
  TAX_IDS.find((one) => one.name === name && one.countries.includes(country))!

/** Returns the number with the last character, a digit or a letter, with which it is right; null if there is none. */
function withCheckCharacter(country: string, name: string, drawn: string): string | null {
  const start = drawn.slice(0, -1)
  const check = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find(
    (character) => checkTaxId(kindOf(country, name), compactId(start + character)) === 'valid',
  )
  return check === undefined ? null : start + check
}

/**
 * Returns the number with the next last digits, of up to four, with which its check digits are right; marks stay where they are. Italian numbers have
 * the code of a tax office before the check digit, so that three digits are not enough; the check digits of Australian ones are the first two.
 */
function withCheckDigits(country: string, name: string, drawn: string): string {
  const kind = kindOf(country, name)
  const all = [...drawn].flatMap((character, place) => (/\d/.test(character) ? [place] : []))
  for (const places of [all.slice(-4), all.slice(0, 4)]) {
    const first = Number(places.map((place) => drawn[place]).join(''))
    for (let i = 0; i < 10_000; i++) {
      const next = String((first + i) % 10_000).padStart(4, '0')
      const made = [...drawn].map((character, place) => next[places.indexOf(place)] ?? character).join('')
      if (checkTaxId(kind, compactId(made)) === 'valid') return made
    }
  }
  throw new Error(`No check digits fit ${name} ${drawn}.`)
}

/** A valid IBAN, or null in countries without. */
export function ibanOf(random: Random, country: string): string | null {
  const pattern = COUNTRIES[country]?.bban
  return pattern
    ? iban(
        country,
        draw(() => withAccountCheck(country, fill(random, pattern))),
      )
    : null
}

export function bicOf(random: Random, country: string): string {
  const bank = fill(random, '@@@@')
  return `${bank}${country}${random.pick(['2X', 'FF', 'MM', 'PP', '2A', '22', 'HH', 'P1'])}${random.pick(['', '', 'XXX', '###'].map((end) => fill(random, end)))}`
}

/** An invoice number in one of the shapes of invoicing programs, which `habits` chooses; parts may be separated by spaces. */
export function documentNumber(
  random: Random,
  year: number,
  prefixes: readonly string[],
  habits: Random = random,
): string {
  const n = random.integer(1, 9999)
  const prefix = habits.pick(prefixes)
  const month = random.integer(1, 12)
  const padded = String(n).padStart(habits.integer(3, 6), '0')
  const two = String(year).slice(2)
  const mm = String(month).padStart(2, '0')
  return habits.pick([
    () => padded,
    () => String(n),
    () => fill(random, '%#######'),
    () => fill(random, '%#####'),
    () => fill(random, '%#########'),
    () => `${prefix}${padded}`,
    () => `${prefix}-${padded}`,
    () => `${prefix} ${padded}`,
    () => `${prefix}${year}${padded}`,
    () => `${prefix}-${year}-${padded}`,
    () => `${prefix}/${year}/${padded}`,
    () => `${prefix} ${n}/${year}`,
    () => `${prefix} ${n}/${mm}/${year}`,
    () => `${year}-${padded}`,
    () => `${year}/${n}`,
    () => `${n}/${year}`,
    () => `${two}${mm}${padded}`,
    () => `${two}-${padded}`,
    () => `${year}${mm}${String(random.integer(1, 99)).padStart(2, '0')}-${n % 100}`,
    () => `${prefix}.${year}.${n}`,
    () => `${prefix} ${year} ${padded}`,
    () => fill(random, '@@##-####'),
    () => fill(random, '@%##-#####-##'),
    () => fill(random, '%####@@'),
    () => `${prefix}/${two}/${mm}/${padded}`,
    () =>
      fill(random, habits.pick(['%## ### ###', '%### #### ####', '%# ### #### ####', '%## ###', '@## #### #### ##'])),
    () => fill(random, '@@@%#-%###'),
  ])()
}
