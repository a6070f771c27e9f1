/** The names of countries in the languages of the lexicons, by the CLDR data of `Intl`. */
import { LANGUAGES } from '../lexicon/index.ts'
import { foldText } from '../normalise/ids.ts'

/** Parts of countries, and names that CLDR does not have. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  GB: 'uk | u.k. | england | scotland | wales | northern ireland | great britain',
  US: 'usa | u.s.a. | u.s. | united states of america',
  AE: 'uae | u.a.e. | dubai | abu dhabi',
  CZ: 'czech republic',
  NL: 'holland | the netherlands',
  KR: 'korea | republic of korea',
  TR: 'turkey',
  DE: 'brd',
}

/** Codes that CLDR names, and that are no countries. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB'])

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** All codes of countries of ISO 3166, without those that were withdrawn. */
const codes = (): string[] => {
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) =>
      !NO_COUNTRIES.has(code) && english.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code,
  )
}

let known: ReadonlyMap<string, string> | null = null
let valid: ReadonlySet<string> | null = null

export const isCountryCode = (code: string): boolean => (valid ??= new Set(codes())).has(code)

function names(): ReadonlyMap<string, string> {
  const byName = new Map<string, string>()
  const regions = codes()
  for (const language of Object.keys(LANGUAGES)) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of regions) {
      const name = display.of(code)
      if (name) byName.set(foldText(name), code)
    }
  }
  for (const [code, others] of Object.entries(OTHER_NAMES))
    for (const name of others.split(' | ')) byName.set(name, code)
  // Also a state of the United States.
  byName.delete('georgia')
  return byName
}

/** Returns the country that a whole line is the name of, or else the last of its parts that is one; a first part is rather a surname (`Jordan, Michael`). */
export function countryNamedBy(line: string): string | null {
  const folded = foldText(line)
  const [, ...parts] = folded.split(/[,;·•|]|\s[-–]\s/)
  return nameOf(folded) ?? parts.map(nameOf).findLast((code) => code !== null) ?? null
}

function nameOf(text: string): string | null {
  known ??= names()
  const name = text.replace(/^[(\s]+|[)\s,;]+$/g, '')
  return known.get(name) ?? known.get(name.replace(/\.$/, '')) ?? null
}
