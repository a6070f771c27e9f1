import { LANGUAGES } from '../lexicon/index.ts'

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')

const MONTH_OF = new Map(
  Object.values(LANGUAGES).flatMap(({ months }) =>
    months.split('|').flatMap((names, index) => names.split(' ').map((name) => [plain(name), index + 1] as const)),
  ),
)

/** Returns the month number of a name or abbreviation in any of the languages; null for any other word. */
export function monthOf(name: string): number | null {
  return MONTH_OF.get(plain(name).replace(/\.$/, '')) ?? null
}
