/** Names of exported files, and lines before the headings, from patterns such as `{queue}-{date}`. */
import { cleanFileName } from '../input/file-names.ts'

export interface NameFacts {
  queue: string
  profile: string
  /** ISO timestamp in UTC. */
  at: string
  /** Number of the delivery; null for a download. */
  number: number | null
}

const digits = (at: string, from: number, to: number): string => at.slice(from, to).replace(/\D/g, '')

const PLACEHOLDERS: Record<string, (facts: NameFacts) => string> = {
  queue: ({ queue }) => queue,
  profile: ({ profile }) => profile,
  date: ({ at }) => at.slice(0, 10),
  year: ({ at }) => at.slice(0, 4),
  month: ({ at }) => at.slice(5, 7),
  day: ({ at }) => at.slice(8, 10),
  time: ({ at }) => digits(at, 11, 19),
  datetime: ({ at }) => digits(at, 0, 19),
  milliseconds: ({ at }) => digits(at, 20, 23).padEnd(3, '0'),
  number: ({ number }) => (number === null ? '' : String(number)),
}
export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS)

const PATTERN = /\{([^{}]*)\}/g

/** Returns the names in braces that are no placeholders. */
export const unknownPlaceholders = (pattern: string): string[] =>
  [...pattern.matchAll(PATTERN)].map(([, name]) => name!).filter((name) => !Object.hasOwn(PLACEHOLDERS, name))

/** Returns the text with its placeholders replaced; unknown ones stay. */
export const fillIn = (pattern: string, facts: NameFacts): string =>
  pattern.replace(PATTERN, (whole, name: string) =>
    Object.hasOwn(PLACEHOLDERS, name) ? PLACEHOLDERS[name]!(facts) : whole,
  )

/** Names that Windows reserves for devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i
/** Characters that a file system, a shell or the protocol of a server may understand in another way. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}]/gu

/** Characters of a name. */
const MAX_NAME = 150
const HALF_CHARACTER = /[\ud800-\udbff]$/

/** Returns a name that every file system accepts, and that stays in the folder in which it is written. */
export function safeName(name: string, most = MAX_NAME): string {
  const clean = cleanFileName(name.replace(UNSAFE, '_'))
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, most)
    .replace(HALF_CHARACTER, '')
  return clean === '' ? 'export' : DEVICE.test(clean) ? `_${clean}` : clean
}

/** Returns the name of a file. Those of two deliveries differ, so that a later one never replaces the file of an earlier one. */
export function fileNameOf(
  { file_name, extension }: { file_name: string; extension: string },
  facts: NameFacts,
): string {
  const { number } = facts
  const stem = fillIn(file_name, facts)
  // The number of a long name would be lost with its end.
  const isNumbered = number === null || (file_name.includes('{number}') && stem.length <= MAX_NAME)
  const suffix = isNumbered ? '' : `-${number}`
  return `${safeName(stem, MAX_NAME - suffix.length)}${suffix}.${extension}`
}
