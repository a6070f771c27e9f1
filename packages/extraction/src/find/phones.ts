/** The countries of telephone numbers, by the numbering plans of `libphonenumber-js`. It is loaded when a document has a number. */
import { createRequire } from 'node:module'
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min'

type Parse = (text: string, country?: CountryCode) => PhoneNumber | undefined

const require = createRequire(import.meta.url)
let parse: Parse | null = null

function parsePhone(text: string, country?: CountryCode): PhoneNumber | undefined {
  parse ??= (require('libphonenumber-js/min') as { parsePhoneNumberFromString: Parse }).parsePhoneNumberFromString
  return parse(text, country)
}

/** With the code of the country: `+44 20 7946 0018`, `0049 (0) 30 123456`. */
const INTERNATIONAL =
  /(?<![\p{L}\d+])(?:\+[1-9]\d{0,2}|00[1-9]\d{0,2}(?=[\s./(-]))[\s./()-]{0,3}\d(?:[\s./()-]{0,3}\d){5,12}(?!\d)/gu
/** Of North America, where the code of the area names the country: `(604) 555-0123`. */
const NORTH_AMERICAN = /(?<![\d+-])(?:1[\s.-])?(?:\([2-9]\d{2}\)\s?|[2-9]\d{2}[.-])[2-9]\d{2}[.-]\d{4}(?![\d-])/g

export interface FoundPhone {
  start: number
  end: number
  /** ISO 3166. */
  country: string
  /** True if the code of the country is printed. */
  international: boolean
}

/** Returns the telephone numbers in a text whose country their digits show. */
export function findPhones(text: string): FoundPhone[] {
  const found: FoundPhone[] = []
  // Most texts have neither the code of a country nor groups as in North America.
  if (!/\+[1-9]|(?<!\d)00[1-9]|\d{3}[.)-]\s?[2-9]\d{2}[.-]\d{4}/.test(text)) return found
  const add = (pattern: RegExp, international: boolean) => {
    for (const { index, 0: printed } of text.matchAll(pattern)) {
      const plain = printed.replace(/^00/, '+').replace('(0)', '')
      const phone = parsePhone(plain, international ? undefined : 'US')
      if (phone?.country && phone.isPossible())
        found.push({ start: index, end: index + printed.length, country: phone.country, international })
    }
  }
  add(INTERNATIONAL, true)
  add(NORTH_AMERICAN, false)
  return found
}
