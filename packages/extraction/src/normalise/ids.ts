import { countrySpecs, validateIBAN, ValidationErrorsIBAN } from 'ibantools'
import { uniteScripts } from './lookalikes.ts'

/** Identifiers with check rules: IBAN (ISO 13616), BIC (ISO 9362) and VAT numbers with national check digits. */

/** Territories that ISO 13616 lists under the code of France or Finland; no IBAN starts with their own code. */
const WITHOUT_IBAN = new Set(['AX', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'])

/** Returns the length of an IBAN of this country; undefined for countries that are not in the registry of ISO 13616. */
export function ibanLength(country: string): number | undefined {
  const spec = countrySpecs[country]
  return spec?.IBANRegistry && !WITHOUT_IBAN.has(country) ? (spec.chars ?? undefined) : undefined
}

const compact = (text: string): string => text.replace(/[\s.\-–:/\u00a0\u202f]/g, '').toUpperCase()

/** Returns the remainder of a number of any length, passed as digits. */
function remainder(digits: string, modulus: number): number {
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % modulus
  return rest
}

/**
 * Returns true if country, length, format and the mod-97 check digits are valid; spaces are ignored. Check digits inside the national
 * account number are not verified: sample documents contain invalid ones, and rejecting them would not improve any result.
 */
export function isIban(text: string): boolean {
  const iban = compact(text)
  if (!isIbanShape(iban)) return false
  const { errorCodes } = validateIBAN(iban)
  return errorCodes.every((code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum)
}

/** Returns true if the country's length and alphabet match, regardless of the check digits. */
export function isIbanShape(text: string): boolean {
  const iban = compact(text)
  return /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) && ibanLength(iban.slice(0, 2)) === iban.length
}

const toDigits = (text: string): string => text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))

/** Countries of banks that occur on invoices. Not complete by design: with NU and OM the words RECHNUNG and CUSTOMER would be BICs. */
const BIC_COUNTRIES = new Set(
  [
    'AD AE AL AR AT AU AZ BA BE BG BH BR BY CA CH CN CR CY CZ DE DK DO EE EG ES FI FO FR GB GE GI GL GR',
    'GT HK HR HU ID IE IL IN IQ IS IT JO JP KR KW KZ LB LC LI LT LU LV MC MD ME MK MR MT MU MX MY NL NO',
    'NZ PH PK PL PS PT QA RO RS SA SC SE SG SI SK SM TH TL TN TR TW UA US VA VG VN XK ZA',
  ].flatMap((line) => line.split(' ')),
)

/** Returns true for 8 or 11 characters with a country in the right position. */
export function isBic(text: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text) && BIC_COUNTRIES.has(text.slice(4, 6))
}

/** Returns true if the national check digit is valid. Sources: the public algorithms of VIES and national tax offices. */
type Check = (digits: string) => boolean

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)

function luhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** ISO 7064 mod 11,10, used by Germany and Croatia. */
function mod11_10(digits: string): boolean {
  let product = 10
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === Number(digits.at(-1))
}

const CHECKS: Readonly<Record<string, { shape: RegExp; check?: Check }>> = {
  AT: {
    shape: /^U\d{8}$/,
    check: (u) => {
      const digits = u.slice(1)
      const sum = [1, 2, 1, 2, 1, 2, 1].reduce((total, weight, i) => {
        const product = weight * Number(digits[i])
        return total + Math.floor(product / 10) + (product % 10)
      }, 0)
      return (10 - ((sum + 4) % 10)) % 10 === Number(digits[7])
    },
  },
  AU: {
    shape: /^\d{11}$/,
    check: (d) => weighted(`${Number(d[0]) - 1}${d.slice(1)}`, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0,
  },
  BE: { shape: /^[01]\d{9}$/, check: (d) => 97 - (Number(d.slice(0, 8)) % 97) === Number(d.slice(8)) },
  BG: { shape: /^\d{9,10}$/ },
  CH: {
    shape: /^E\d{9}(?:MWST|TVA|IVA)?$/,
    check: (e) => (11 - (weighted(e.slice(1), [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(e[9]),
  },
  CY: { shape: /^\d{8}[A-Z]$/ },
  CZ: {
    shape: /^\d{8,10}$/,
    check: (d) => d.length !== 8 || (11 - (weighted(d, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(d[7]),
  },
  DE: { shape: /^\d{9}$/, check: mod11_10 },
  DK: { shape: /^\d{8}$/, check: (d) => weighted(d, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { shape: /^\d{9}$/, check: (d) => weighted(d, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 },
  EL: { shape: /^\d{9}$/, check: (d) => (weighted(d, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(d[8]) },
  ES: { shape: /^[A-Z0-9]\d{7}[A-Z0-9]$/ },
  FI: { shape: /^\d{8}$/, check: (d) => (11 - (weighted(d, [7, 9, 10, 5, 8, 4, 2]) % 11)) % 11 === Number(d[7]) },
  FR: {
    shape: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
    check: (v) =>
      /^\d/.test(v) ? (12 + 3 * (Number(v.slice(2)) % 97)) % 97 === Number(v.slice(0, 2)) : luhn(v.slice(2)),
  },
  GB: {
    shape: /^(?:\d{9}|\d{12})$/,
    check: (d) =>
      [0, 55].includes(
        (weighted(d, [8, 7, 6, 5, 4, 3, 2]) + Number(d.slice(7, 9))) % 97 === 0
          ? 0
          : (weighted(d, [8, 7, 6, 5, 4, 3, 2]) + Number(d.slice(7, 9)) + 55) % 97 === 0
            ? 55
            : -1,
      ),
  },
  HR: { shape: /^\d{11}$/, check: mod11_10 },
  HU: { shape: /^\d{8}$/, check: (d) => weighted(d, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
  IE: { shape: /^\d[A-Z0-9*+]\d{5}[A-Z]{1,2}$/ },
  IT: { shape: /^\d{11}$/, check: luhn },
  LT: { shape: /^(?:\d{9}|\d{12})$/ },
  LU: { shape: /^\d{8}$/, check: (d) => Number(d.slice(0, 6)) % 89 === Number(d.slice(6)) },
  LV: { shape: /^\d{11}$/ },
  MT: { shape: /^\d{8}$/ },
  NL: {
    shape: /^\d{9}B\d{2}$/,
    check: (v) =>
      weighted(v, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(v[8]) || remainder(toDigits(`NL${v}`), 97) === 1,
  },
  NO: { shape: /^\d{9}(?:MVA)?$/ },
  PL: { shape: /^\d{10}$/, check: (d) => weighted(d, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(d[9]) },
  PT: {
    shape: /^\d{9}$/,
    check: (d) => ((11 - (weighted(d, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(d[8]),
  },
  RO: { shape: /^\d{2,10}$/ },
  SE: { shape: /^\d{10}01$/, check: (d) => luhn(d.slice(0, 10)) },
  SI: { shape: /^\d{8}$/, check: (d) => (11 - (weighted(d, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(d[7]) },
  SK: { shape: /^\d{10}$/, check: (d) => remainder(d, 11) === 0 },
}
const ALIASES: Readonly<Record<string, string>> = { GR: 'EL', XI: 'GB' }

export interface VatNumber {
  /** With country code, without spaces, e.g. `DE123456789`. */
  value: string
  country: string
  /** Whether the national check digit is valid; undefined if no rule is implemented. */
  valid: boolean | undefined
}

/** Parses a VAT number that starts with its country code, ignoring spaces, points and hyphens; null if the format is wrong. */
export function parseVat(text: string): VatNumber | null {
  const value = compact(text).replace(/[^A-Z0-9*+]/g, '')
  const letters = value.slice(0, 2)
  const rule = CHECKS[ALIASES[letters] ?? letters]
  const body = value.slice(2)
  if (!rule || !rule.shape.test(body)) return null
  return { value, country: letters, valid: rule.check ? rule.check(body) : undefined }
}

/** Returns true if a text begins with the country code of VAT numbers, and goes on with a digit. */
export const hasVatPrefix = (text: string): boolean =>
  /^[A-Z]{2}\d/.test(text) && (ALIASES[text.slice(0, 2)] ?? text.slice(0, 2)) in CHECKS

/** Returns true if a national number without country code (e.g. a Polish NIP) has this country's check digit. */
export function isNationalVat(country: string, body: string): boolean {
  const rule = CHECKS[ALIASES[country] ?? country]
  const value = compact(body)
  return rule !== undefined && rule.shape.test(value) && (rule.check?.(value) ?? true)
}

export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** Texts that were folded before: every line of a document is compared many times. */
const foldedTexts = new Map<string, string>()
const MAX_FOLDED = 2_000
const MAX_FOLDED_LENGTH = 200

/** Small letters that Unicode does not decompose, or that are another form of a letter: in capitals, `ı` is `I`, and `ς` is `Σ`. */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
}

/** Converts to lower case without accents, for comparing words and labels of any language. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replaceAll('`', "'")
  const known = foldedTexts.get(text)
  if (known !== undefined) return known
  const folded = fold(text)
  if (text.length > MAX_FOLDED_LENGTH) return folded
  if (foldedTexts.size >= MAX_FOLDED) foldedTexts.clear()
  foldedTexts.set(text, folded)
  return folded
}

function fold(text: string): string {
  return uniteScripts(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßłøæđıς]/g, (letter) => PLAIN_LETTERS[letter]!)
    .replace(/[’`´]/g, "'")
    .replace(POINTS, '')
    .replace(/[ٱىیکة]/g, (letter) => ALIKE_IN_ARABIC[letter]!)
    .normalize('NFC')
}

/** Points of Hebrew, and vowels and signs of hamza of Arabic, which most documents leave out. */
const POINTS = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g

/** Letters that writers of Arabic and Persian use for each other (as in Lucene's ArabicNormalizer and PersianNormalizer). */
const ALIKE_IN_ARABIC: Readonly<Record<string, string>> = { ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه' }
