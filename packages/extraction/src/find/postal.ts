/** Patterns of the lines of postal addresses and of contacts. */
import { hasNationalPostcode } from './postal-countries.ts'

const STREET =
  /(?<!\p{L})(?:str|strasse|straße|weg|platz|allee|gasse|ring|ufer|damm|street|st|road|rd|avenue|ave|lane|ln|drive|dr|blvd|boulevard|jalan|jln|jl|lorong|lot|taman|rue|av|chemin|place|route|quai|impasse|cours|straat|laan|plein|kade|singel|weg|ul|ulica|al|ulice|namesti|calle|c\/|avda|plaza|paseo|via|viale|piazza|corso|suite|floor|level|unit|block|po box|p\.o\. box|postfach|bp)(?!\p{L})|\p{L}(?:str\.|stra(?:ss|ß)e|weg|platz|allee|gasse|straat|laan|plein|kade)(?!\p{L})/iu
/** A street in front of its house number, from the start of its line. */
const STREET_AT_END =
  /^\p{Lu}[^\d:,]{0,40}(?:(?<!\p{L})(?:str|strasse|straße|weg|platz|allee|gasse|ring|ufer|damm|straat|laan|plein|kade|singel|ulica|ulice)|\p{L}(?:str|stra(?:ss|ß)e|weg|platz|allee|gasse|straat|laan|plein|kade))\.?\s$|^(?:rue|calle|via|viale|piazza|corso|ul\.|avda)\s[^\d:]{1,40}\s$/iu
/** A house number, then capitalized words up to a comma and a place: `9 Market Cross, Lower Marden`. */
const HOUSE = /^\d{1,4}[a-z]?,?(?:\s+\p{Lu}[\p{L}'’-]+){1,4},\s+\p{Lu}\p{L}+/u
/** A house number, then words of which the last one is a street only there: `14 Alder Close`. */
const HOUSE_IN_STREET =
  /^\d{1,5}[a-z]?,?(?:\s+[\p{L}'’.-]+){1,3}\s+(?:close|cl|crescent|cres|court|ct|way|terrace|tce|grove|gardens|highway|hwy|parkway|pkwy|square|sq|mews|row|circle|cir|parade|pde|esplanade|hill|green|yard|wharf|trail|loop|bypass)\.?$/iu
const POSTCODE =
  /(?<![\d-])(?:[A-Z]{1,2}-)?\d{4,6}(?:\s?[A-Z]{2})?\s+\p{Lu}[\p{L}'-]+|\p{L}{2,}[,.]?\s+(?:[A-Z]{2}\s+)?\d{5}(?:-\d{4})?(?!\d)|(?<!\p{L})[A-Z]{1,2}\d{1,2}[A-Z]?\s\d[A-Z]{2}(?!\p{L})|(?<!\d)\d{2}-\d{3}\s|(?<!\d)\d{3}\s\d{2}\s\p{Lu}|(?<!\d)\d{4,5}[,.]?\s+\p{Lu}/u
const CONTACT =
  /(?<!\p{L})(?:tel|phone|fax|e-?mail|gst|reg\.?\s?no|vat|ust|siret|iban|bic|nip|tva|hp\s?:|mobile|telefon|telephone)(?!\p{L})|www\.|https?:|@|(?<!\p{L})(?:ust-?id|steuer-?n|umsatzsteuer|telef)/iu

/** Returns true if a line looks like part of a postal address. */
export function looksLikeAddress(text: string): boolean {
  return (
    !CONTACT.test(text) &&
    ([STREET, POSTCODE, HOUSE, HOUSE_IN_STREET].some((pattern) => pattern.test(text)) || hasNationalPostcode(text))
  )
}

/** Returns true for a text with the word for a street. */
export const namesStreet = (text: string): boolean => STREET.test(text)

/** Returns true for a line that begins with a house number: `9 Market Cross, Lower Marden`. */
export const beginsWithHouse = (text: string): boolean => HOUSE.test(text)

/** Returns true for a street without its town, which is a line of its own. */
export const looksLikeStreet = (text: string): boolean => looksLikeAddress(text) && !hasPostcode(text)

/** Returns the place of the postcode in a line: `BD17 7JR`, or a number before or behind the name of a town, with that name. */
export function findPostcode(text: string): { start: number; end: number } | null {
  const match = CONTACT.test(text) ? null : POSTCODE.exec(text)
  return match && { start: match.index, end: match.index + match[0].length }
}

/**
 * Returns true for a figure that is a house number: `14 Mill Lane, Oxton`, `Hauptstraße 14`. Digits elsewhere in a line with a word for a street may
 * be an amount: `Delivery by road, 3 pallets: 50`.
 */
export const isHouseNumber = (text: string, { start, end }: { start: number; end: number }): boolean =>
  start === 0
    ? /^[a-z]?,?\s\p{Lu}/u.test(text.slice(end)) &&
      [STREET, HOUSE, HOUSE_IN_STREET].some((pattern) => pattern.test(text))
    : STREET_AT_END.test(text.slice(0, start))

export const hasPostcode = (text: string): boolean => POSTCODE.test(text) || hasNationalPostcode(text)

export const looksLikeContact = (text: string): boolean => CONTACT.test(text)
