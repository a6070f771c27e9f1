import { countrySpecs, validateIBAN, ValidationErrorsIBAN } from 'ibantools'
import { hasCheckDigits } from './check-digits.ts'
import { uniteScripts } from './lookalikes.ts'
import { remember } from './remember.ts'

/** Identifiers with check rules: IBAN (ISO 13616), BIC (ISO 9362) and VAT numbers with national check digits. */

/** Territories that ISO 13616 lists under the code of France or Finland; no IBAN starts with their own code. */
const WITHOUT_IBAN = new Set(['AX', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'])

/** Returns the length of an IBAN of this country; undefined for countries that are not in the registry of ISO 13616. */
export function ibanLength(country: string): number | undefined {
  const spec = countrySpecs[country]
  return spec?.IBANRegistry && !WITHOUT_IBAN.has(country) ? (spec.chars ?? undefined) : undefined
}

const compact = (text: string): string => text.replace(/[\s.\-–:/\u00a0\u202f]/g, '').toUpperCase()

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

/** The form of VAT numbers behind the code of their country, and their check digits. */
interface VatRule {
  shape: RegExp
  /** A validator of `stdnum`, or a rule of our own where the validator is wrong about documents (decision 62). */
  check: string | ((body: string) => boolean | undefined)
}

const RULES: Readonly<Record<string, VatRule>> = {
  AT: { shape: /^U\d{8}$/, check: 'at/uid' },
  AU: { shape: /^\d{11}$/, check: 'au/abn' },
  BE: { shape: /^[01]\d{9}$/, check: 'be/vat' },
  BG: { shape: /^\d{9,10}$/, check: 'bg/vat' },
  CH: { shape: /^E\d{9}(?:MWST|TVA|IVA)?$/, check: (body) => hasCheckDigits('ch/uid', `CH${body.slice(0, 10)}`) },
  CY: { shape: /^\d{8}[A-Z]$/, check: 'cy/vat' },
  CZ: { shape: /^\d{8,10}$/, check: 'cz/dic' },
  DE: { shape: /^\d{9}$/, check: 'de/vat' },
  DK: { shape: /^\d{8}$/, check: 'dk/cvr' },
  EE: { shape: /^\d{9}$/, check: 'ee/kmkr' },
  EL: { shape: /^\d{9}$/, check: 'gr/vat' },
  ES: { shape: /^[A-Z0-9]\d{7}[A-Z0-9]$/, check: 'es/nif' },
  FI: { shape: /^\d{8}$/, check: 'fi/alv' },
  FR: { shape: /^[A-HJ-NP-Z0-9]{2}\d{9}$/, check: checkFrench },
  GB: { shape: /^(?:\d{9}|\d{12})$/, check: 'gb/vat' },
  HR: { shape: /^\d{11}$/, check: 'hr/oib' },
  HU: { shape: /^\d{8}$/, check: 'hu/anum' },
  IE: { shape: /^\d[A-Z0-9*+]\d{5}[A-Z]{1,2}$/, check: 'ie/vat' },
  IT: { shape: /^\d{11}$/, check: 'it/iva' },
  LT: { shape: /^(?:\d{9}|\d{12})$/, check: 'lt/pvm' },
  LU: { shape: /^\d{8}$/, check: 'lu/tva' },
  LV: { shape: /^\d{11}$/, check: 'lv/pvn' },
  MT: { shape: /^\d{8}$/, check: 'mt/vat' },
  NL: { shape: /^\d{9}B\d{2}$/, check: 'nl/btw' },
  NO: { shape: /^\d{9}(?:MVA)?$/, check: (body) => hasCheckDigits('no/orgnr', body.slice(0, 9)) },
  PL: { shape: /^\d{10}$/, check: 'pl/nip' },
  PT: { shape: /^\d{9}$/, check: 'pt/nif' },
  RO: { shape: /^\d{2,10}$/, check: 'ro/cui' },
  SE: { shape: /^\d{10}01$/, check: 'se/vat' },
  SI: { shape: /^\d{8}$/, check: 'si/ddv' },
  // The validator refuses the numbers of self-employed people, which begin with 1. All are multiples of 11.
  SK: { shape: /^\d{10}$/, check: (body) => Number(body) % 11 === 0 },
}

/** Sample invoices have numbers with a right key and an invented SIREN, so that the check digit of the SIREN is not verified. */
function checkFrench(body: string): boolean | undefined {
  if (!/^\d/.test(body)) return hasCheckDigits('fr/tva', body)
  return (12 + 3 * (Number(body.slice(2)) % 97)) % 97 === Number(body.slice(0, 2))
}

const checkVat = ({ check }: VatRule, body: string): boolean | undefined =>
  typeof check === 'string' ? hasCheckDigits(check, body) : check(body)

const ALIASES: Readonly<Record<string, string>> = { GR: 'EL', XI: 'GB' }

export interface VatNumber {
  /** With country code, without spaces, e.g. `DE123456789`. */
  value: string
  country: string
  /** Whether the national check digit is valid; undefined if the number has none. */
  valid: boolean | undefined
}

/** Parses a VAT number that starts with its country code, ignoring spaces, points and hyphens; null if the format is wrong. */
export function parseVat(text: string): VatNumber | null {
  const value = compact(text).replace(/[^A-Z0-9*+]/g, '')
  const letters = value.slice(0, 2)
  const rule = RULES[ALIASES[letters] ?? letters]
  const body = value.slice(2)
  if (!rule || !rule.shape.test(body)) return null
  return { value, country: letters, valid: checkVat(rule, body) }
}

/** Returns true if a text begins with the country code of VAT numbers, and goes on with a digit. */
export const hasVatPrefix = (text: string): boolean =>
  /^[A-Z]{2}\d/.test(text) && (ALIASES[text.slice(0, 2)] ?? text.slice(0, 2)) in RULES

/** Returns true if a national number without country code (e.g. a Polish NIP) has this country's check digit. */
export function isNationalVat(country: string, body: string): boolean {
  const rule = RULES[ALIASES[country] ?? country]
  const value = compact(body)
  return rule !== undefined && rule.shape.test(value) && checkVat(rule, value) === true
}

export function isAscii(text: string): boolean {
  // A loop takes a third of the time of a regular expression, and every text is asked.
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

/** Small letters that Unicode does not decompose, or that are another form of a letter: in capitals, `ı` is `I`, and `ς` is `Σ`. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
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
  if (isAscii(text)) return text.includes('`') ? text.toLowerCase().replaceAll('`', "'") : text.toLowerCase()
  return foldLetters(text)
}

const foldLetters = remember(fold)

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
