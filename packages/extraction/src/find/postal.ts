/** Patterns of the lines of postal addresses and of contacts. */
import { wordsOfAll } from '../lexicon/index.ts'

const STREET = new RegExp(
  String.raw`(?<!\p{L})(?:str|strasse|straße|weg|platz|allee|gasse|ring|ufer|damm|street|st|road|rd|avenue|ave|lane|ln|drive|dr|blvd|boulevard|jalan|jln|jl|lorong|lot|taman|rue|av|chemin|place|route|quai|impasse|cours|straat|laan|plein|kade|singel|weg|ul|ulica|al|ulice|namesti|calle|c/|avda|plaza|paseo|via|viale|piazza|corso|suite|floor|level|unit|block|po box|p\.o\. box|postfach|bp|${wordsOfAll('streets').join('|')})(?!\p{L})|\p{L}(?:str\.|stra(?:ss|ß)e|weg|platz|allee|gasse|straat|laan|plein|kade)(?!\p{L})`,
  'iu',
)
/** A house number, then capitalized words up to a comma and a place: `9 Market Cross, Lower Marden`. */
const HOUSE = /^\d{1,4}[a-z]?,?(?:\s+\p{Lu}[\p{L}'’-]+){1,4},\s+\p{Lu}\p{L}+/u
/** A house number, then words of which the last one is a street only there: `14 Alder Close`. */
const HOUSE_IN_STREET =
  /^\d{1,5}[a-z]?,?(?:\s+[\p{L}'’.-]+){1,3}\s+(?:close|cl|crescent|cres|court|ct|way|terrace|tce|grove|gardens|highway|hwy|parkway|pkwy|square|sq|mews|row|circle|cir|parade|pde|esplanade|hill|green|yard|wharf|trail|loop|bypass)\.?$/iu
const POSTCODE =
  /(?<![\d-])(?:[A-Z]{1,2}-)?\d{4,6}(?:\s?[A-Z]{2})?\s+\p{Lu}[\p{L}'-]+|\p{L}{2,}[,.]?\s+(?:[A-Z]{2}\s+)?\d{5}(?:-\d{4})?(?!\d)|(?<!\p{L})[A-Z]{1,2}\d{1,2}[A-Z]?\s\d[A-Z]{2}(?!\p{L})|(?<!\d)\d{2}-\d{3}\s|(?<!\d)\d{3}\s\d{2},?\s\p{Lu}|(?<!\d)\d{4,5}[,.]?\s+(?:(?:гр|м|с)\.\s?)?\p{Lu}|(?<!\p{L})(?:гр|м|с)\.\s?\p{Lu}\p{L}+(?:\s\p{L}+)?,?\s\d{4,5}(?!\d)/u
const CONTACT =
  /(?<!\p{L})(?:tel|phone|fax|e-?mail|gst|reg\.?\s?no|vat|ust|siret|iban|bic|nip|tva|hp\s?:|mobile|telefon|telephone)(?!\p{L})|www\.|https?:|@|(?<!\p{L})(?:ust-?id|steuer-?n|umsatzsteuer|telef|(?:тел|факс|телефон|τηλ|τηλέφωνο|φαξ|αφμ|еик|єдрпоу|іпн|adószám|oib)(?!\p{L}))/iu

/** Returns true if a line looks like part of a postal address. */
export function looksLikeAddress(text: string): boolean {
  return !CONTACT.test(text) && [STREET, POSTCODE, HOUSE, HOUSE_IN_STREET].some((pattern) => pattern.test(text))
}

/** Returns true for a text with the word for a street. */
export const namesStreet = (text: string): boolean => STREET.test(text)

/** Returns true for a line that begins with a house number: `9 Market Cross, Lower Marden`. */
export const beginsWithHouse = (text: string): boolean => HOUSE.test(text)

/** Returns true for a street without its town, which is a line of its own. */
export const looksLikeStreet = (text: string): boolean => looksLikeAddress(text) && !POSTCODE.test(text)

/** Returns the place of the postcode in a line: `BD17 7JR`, or a number before or behind the name of a town, with that name. */
export function findPostcode(text: string): { start: number; end: number } | null {
  const match = CONTACT.test(text) ? null : POSTCODE.exec(text)
  return match && { start: match.index, end: match.index + match[0].length }
}

export const hasPostcode = (text: string): boolean => POSTCODE.test(text)

export const looksLikeContact = (text: string): boolean => CONTACT.test(text)
