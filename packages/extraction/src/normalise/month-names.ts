import { LANGUAGES } from '../lexicon/index.ts'
import { foldText } from './ids.ts'

export interface NamedMonth {
  month: number
  /** False if the name is another month in another language: `listopada` is October in Croatian and November in Polish. */
  sure: boolean
}

/** The months that a name means, by language. */
const MONTHS_OF = new Map<string, Map<string, number>>()
for (const [language, { months }] of Object.entries(LANGUAGES)) {
  months.split('|').forEach((names, index) => {
    for (const name of names.trim().split(' ').map(foldText))
      MONTHS_OF.set(name, (MONTHS_OF.get(name) ?? new Map<string, number>()).set(language, index + 1))
  })
}

/**
 * Returns the month of a name or abbreviation in any of the languages; null for any other word. If languages disagree, that of the document
 * decides, or else the first of `LANGUAGES`.
 */
export function readMonth(name: string, language?: string | null): NamedMonth | null {
  const meanings = MONTHS_OF.get(foldText(name).replace(/\.$/, ''))
  if (!meanings) return null
  const own = meanings.get(language ?? '')
  const months = [...meanings.values()]
  return { month: own ?? months[0]!, sure: own !== undefined || new Set(months).size === 1 }
}

/** Returns the number of the month alone. */
export const monthOf = (name: string): number | null => readMonth(name)?.month ?? null
