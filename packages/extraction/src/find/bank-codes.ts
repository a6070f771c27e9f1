/** Domestic numbers of banks and accounts, which show the country of an account that has no IBAN. */
import { hasCheckDigits } from '../normalise/check-digits.ts'

export interface BankCode {
  start: number
  end: number
  /** ISO 3166. */
  countries: readonly string[]
  value: string
  /** Undefined if the number has no check digits. */
  valid: boolean | undefined
}

interface BankCodeKind {
  countries: readonly string[]
  /** The label and, as `value`, the number behind it. */
  pattern: RegExp
  check?: (value: string) => boolean | undefined
}

const BETWEEN = String.raw`(?:\s?(?:no|nr|number|code|num))?[\s.:#º°/()-]{0,5}`
const behind = (label: string, value: string): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${label})${BETWEEN}(?<value>${value})(?![\p{L}\d])`, 'giu')

/**
 * Returns whether the check digit of a routing number is right: the sum of its digits times 3, 7, 1, 3, 7, 1, 3, 7, 1 is a multiple of ten (American
 * Bankers Association). No maintained library for Node has this rule.
 */
export const isRoutingNumber = (value: string): boolean =>
  /^\d{9}$/.test(value) && [...value].reduce((sum, digit, i) => sum + Number(digit) * [3, 7, 1][i % 3]!, 0) % 10 === 0

const KINDS: readonly BankCodeKind[] = [
  { countries: ['GB'], pattern: behind('sort code|sortcode|s/c', String.raw`\d{2}[ -]?\d{2}[ -]?\d{2}`) },
  { countries: ['AU'], pattern: behind('bsb', String.raw`\d{3}[ -]?\d{3}`) },
  {
    countries: ['US'],
    pattern: behind('(?:aba|ach|wire|bank)?\\s?(?:routing|rtn)|aba|routing transit', String.raw`\d{9}`),
    check: isRoutingNumber,
  },
  { countries: ['CA'], pattern: behind('transit', String.raw`\d{5}`) },
  { countries: ['IN'], pattern: behind('ifsc?|rtgs/neft ifsc', String.raw`[A-Z]{4}0[A-Z0-9]{6}`) },
  {
    countries: ['MX'],
    pattern: behind('clabe(?: interbancaria)?', String.raw`\d(?:\s?\d){17}`),
    check: (value) => hasCheckDigits('mx/clabe', value),
  },
  { countries: ['AR'], pattern: behind('cbu|cvu|c\\.b\\.u\\.', String.raw`\d(?:[\s-]?\d){21}`) },
  { countries: ['PE'], pattern: behind('cci', String.raw`\d(?:[\s-]?\d){19}`) },
  { countries: ['SE'], pattern: behind('bankgiro|bg|plusgiro|pg', String.raw`\d{2,4}-\d{1,4}`) },
  { countries: ['DE', 'AT'], pattern: behind('blz|bankleitzahl', String.raw`\d{3}\s?\d{3}\s?\d{2}|\d{5}`) },
  { countries: ['NZ'], pattern: behind('account|a/c', String.raw`\d{2}-\d{4}-\d{7}-\d{2,3}`) },
  {
    countries: ['NO'],
    pattern: behind('kontonr|kontonummer|konto', String.raw`\d{4}[. ]?\d{2}[. ]?\d{5}`),
    check: (value) => hasCheckDigits('no/kontonr', value),
  },
]

/** A word of each label: most texts have none, and need not be compared with every label. */
const WORDS =
  /sort ?code|s\/c|bsb|rout|aba|rtn|transit|ifs|clabe|cbu|cvu|c\.b\.u|cci|giro|(?<!\p{L})[bp]g(?!\p{L})|blz|bankleit|account|a\/c|konto/iu

/** Returns the domestic numbers of banks and accounts behind their labels in a text; without those whose check digits are wrong. */
export function findBankCodes(text: string): BankCode[] {
  if (!WORDS.test(text)) return []
  return KINDS.flatMap(({ countries, pattern, check }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = match.groups!.value!.replace(/[\s.-]/g, '').toUpperCase()
      const valid = check?.(value)
      const start = match.index + match[0].length - match.groups!.value!.length
      return valid === false ? [] : [{ start, end: match.index + match[0].length, countries, value, valid }]
    }),
  )
}
