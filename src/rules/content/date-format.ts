/**
 * Dates in display formats, with the tokens of the Moment family: D DD M MM MMM MMMM YY YYYY and any separators. Letters that are not
 * tokens are put in brackets. Internally, a date is ISO `YYYY-MM-DD`.
 */
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

type Part = 'year' | 'month' | 'day'
interface Token {
  part: Part
  pattern: string
  read: (text: string) => number
  write: (value: number) => string
}

const plain = (text: string) => Number(text)
const padded = (value: number) => String(value).padStart(2, '0')
const named = (length: number, text: string) =>
  MONTHS.findIndex((month) => month.slice(0, length).toLowerCase() === text.toLowerCase()) + 1
const names = (length: number) => MONTHS.map((month) => month.slice(0, length)).join('|')

const TOKENS: Record<string, Token> = {
  D: { part: 'day', pattern: '\\d{1,2}', read: plain, write: String },
  DD: { part: 'day', pattern: '\\d{1,2}', read: plain, write: padded },
  M: { part: 'month', pattern: '\\d{1,2}', read: plain, write: String },
  MM: { part: 'month', pattern: '\\d{1,2}', read: plain, write: padded },
  MMM: { part: 'month', pattern: names(3), read: (text) => named(3, text), write: (m) => MONTHS[m - 1]!.slice(0, 3) },
  MMMM: { part: 'month', pattern: names(9), read: (text) => named(9, text), write: (m) => MONTHS[m - 1]! },
  // Two digits mean 1969-2068, as in the libraries that define these tokens.
  YY: {
    part: 'year',
    pattern: '\\d{2}',
    read: (text) => (plain(text) > 68 ? 1900 : 2000) + plain(text),
    write: (y) => padded(y % 100),
  },
  YYYY: { part: 'year', pattern: '\\d{4}', read: plain, write: (y) => String(y).padStart(4, '0') },
}

interface DateFormat {
  pieces: (Token | string)[]
  pattern: RegExp
}

const LIMIT = 500
const compiled = new Map<string, DateFormat | null>()

/** Returns the parsed format; null if it is invalid: it must have a year and a month, each part once, and no other letters. */
function compile(format: string): DateFormat | null {
  const known = compiled.get(format)
  if (known !== undefined) return known
  const result = build(format)
  if (compiled.size >= LIMIT) compiled.clear()
  compiled.set(format, result)
  return result
}

function build(format: string): DateFormat | null {
  if (format.length > 50) return null
  const pieces: (Token | string)[] = []
  for (const [piece] of format.matchAll(/\[[^\]]*\]|([A-Za-z])\1*|[^A-Za-z[]+|\[/g)) {
    const token = TOKENS[piece]
    if (!token && /^[A-Za-z]/.test(piece)) return null
    const text = piece.replace(/^\[(.*)\]$/s, '$1')
    const last = pieces.at(-1)
    if (token) pieces.push(token)
    // Joined, because two patterns for spaces beside each other take polynomial or exponential time.
    else if (typeof last === 'string') pieces[pieces.length - 1] = last + text
    else pieces.push(text)
  }
  const parts = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.part]))
  if (new Set(parts).size !== parts.length || !parts.includes('year') || !parts.includes('month')) return null
  return { pieces, pattern: new RegExp(`^${pieces.map(pieceToPattern).join('')}$`, 'i') }
}

/** Spaces around separators vary in documents: `5. 1. 2026` is `5.1.2026`. */
const pieceToPattern = (piece: Token | string) =>
  typeof piece !== 'string'
    ? `(${piece.pattern})`
    : piece.trim() === ''
      ? '\\s+'
      : `\\s*${piece.trim().split(/\s+/).map(escaped).join('\\s*')}\\s*`

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

export const isDateFormat = (format: string): boolean => compile(format) !== null

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/

/** Returns the ISO date of an ISO text (a time after `T` is dropped); null if it is not a valid date. */
export function parseIsoDate(text: string): string | null {
  const found = ISO.exec(text.trim())
  return found ? toIso({ year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) }) : null
}

/** Parses a date in the given format. An ISO date is accepted in every format. Without a day, the result is the first of the month. */
export function parseDate(text: string, format: string): string | null {
  const trimmed = text.trim()
  const { pieces, pattern } = compile(format) ?? compile('YYYY-MM-DD')!
  const found = pattern.exec(trimmed)
  if (!found) return parseIsoDate(trimmed)
  const parts = { year: 0, month: 0, day: 1 }
  const tokens = pieces.filter((piece) => typeof piece !== 'string')
  tokens.forEach((token, index) => (parts[token.part] = token.read(found[index + 1]!)))
  return toIso(parts) ?? parseIsoDate(trimmed)
}

/** Returns the numbers in an ISO date. */
export function isoDateParts(iso: string): { year: number; month: number; day: number } {
  const [year = NaN, month = NaN, day = NaN] = iso.split('-').map(Number)
  return { year, month, day }
}

/** Formats an ISO date. */
export function formatDate(iso: string, format: string): string {
  const parts = isoDateParts(iso)
  const { pieces } = compile(format) ?? compile('YYYY-MM-DD')!
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.write(parts[piece.part]))).join('')
}

function toIso({ year, month, day }: Record<Part, number>): string | null {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  return `${String(year).padStart(4, '0')}-${padded(month)}-${padded(day)}`
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysIn = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
