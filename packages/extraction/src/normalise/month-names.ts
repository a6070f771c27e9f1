import { LANGUAGES } from '../lexicon/index.ts'
import { foldText } from './ids.ts'

export interface NamedMonth {
  month: number
  /** False if the name is another month in another language: `listopada` is October in Croatian and November in Polish. */
  sure: boolean
}

/** The names of all languages; `_` is the space in a name of two words. */
const NAMES = Object.entries(LANGUAGES)
  .flatMap(([language, { months }]) =>
    months
      .split('|')
      .flatMap((names, index) =>
        names.split(' ').map((name) => ({ language, name: name.replaceAll('_', ' '), month: index + 1 })),
      ),
  )
  // Months of Chinese, Japanese and Korean are numbers.
  .filter(({ name }) => name !== '')

/** Names of two words or two letters, as they are printed and without their accents. */
export const UNUSUAL_NAMES = [
  ...new Set(
    NAMES.flatMap(({ name }) => (name.includes(' ') || name.length < 3 ? [name.toLowerCase(), foldText(name)] : [])),
  ),
]

/** The months that a name means, by language. */
const MONTHS_OF = new Map<string, Map<string, number>>()
for (const { language, name, month } of NAMES) {
  const folded = foldText(name)
  MONTHS_OF.set(folded, (MONTHS_OF.get(folded) ?? new Map<string, number>()).set(language, month))
}

/**
 * Returns the month of a name or abbreviation in any of the languages; null for any other word. If languages disagree, that of the document
 * decides, or else the first of `LANGUAGES`.
 */
export function readMonth(name: string, language?: string | null): NamedMonth | null {
  const meanings = MONTHS_OF.get(foldText(name).replace(/\.$/, '').replace(/\s+/, ' '))
  if (!meanings) return null
  const own = meanings.get(language ?? '')
  const months = [...meanings.values()]
  return { month: own ?? months[0]!, sure: own !== undefined || new Set(months).size === 1 }
}
