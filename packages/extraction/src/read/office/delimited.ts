import { ReadError } from '../../types.ts'
import type { OfficeContent } from './blocks.ts'
import { decodeText } from './encoding.ts'
import { MAX_CELL, MAX_COLUMNS, MAX_ROWS, tableOf } from './grid.ts'
import { partlyOf, type Cut } from './limits.ts'

const DELIMITERS = [';', '\t', '|', ','] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** Records from which the delimiter is determined. */
const SAMPLE = 50
/** Shares of records that have the delimiter, and that have the most common number of fields. */
const MIN_USED = 0.8
const MIN_SAME = 0.6

/** Returns a CSV or TSV as a table. Throws `ReadError` `unsupported` if it is none. */
export function readDelimited(bytes: Buffer): OfficeContent {
  const text = decodeText(bytes)
  const delimiter = text === null ? null : delimiterOf(text)
  if (text === null || delimiter === null)
    throw new ReadError('unsupported', 'The file is not a table of separated values.')
  const cuts = new Set<Cut>()
  const table = tableOf(recordsOf(text, delimiter, MAX_ROWS, cuts))
  const notes = partlyOf(cuts)
  return { blocks: table ? [table] : [], ...(notes.length > 0 ? { notes } : {}) }
}

/**
 * Returns the delimiter of a table of separated values; null for other texts. At least two records have several fields, and most of them the same number. A
 * comma counts only if it separates fields, not the clauses of sentences. `isPart` says that the last line may be incomplete.
 */
export function delimiterOf(text: string, isPart = false): Delimiter | null {
  let best: { delimiter: Delimiter; score: number } | null = null
  const stated = /^\uFEFF?sep=([;\t|,])\r?\n/i.exec(text)?.[1] as Delimiter | undefined
  for (const delimiter of stated ? [stated] : DELIMITERS) {
    const all = recordsOf(text, delimiter, SAMPLE + 1)
    const records = (isPart && all.length <= SAMPLE ? all.slice(0, -1) : all.slice(0, SAMPLE)).filter((record) =>
      record.some((field) => field !== ''),
    )
    const split = records.filter((record) => record.filter((field) => field !== '').length > 1)
    if (split.length < 2 || split.length < MIN_USED * records.length) continue
    const counts = new Map<number, number>()
    for (const { length } of split) counts.set(length, (counts.get(length) ?? 0) + 1)
    const same = Math.max(...counts.values()) / split.length
    const isProse =
      delimiter === ',' &&
      split.filter((record) => record.slice(1).some((field) => / \S+ \S+ \S+ /.test(field))).length > 0.3 * split.length
    if (isProse || (same < MIN_SAME && delimiter === ',')) continue
    const score = same * (split.length / records.length)
    if (!best || score > best.score) best = { delimiter, score }
  }
  return best?.delimiter ?? null
}

/**
 * Returns at most `limit` records (RFC 4180): a field in quotation marks may contain delimiters, line ends, and doubled quotation marks. What
 * exceeds the limits is left out, and its kind added to `cuts`.
 */
export function recordsOf(text: string, delimiter: Delimiter, limit: number, cuts?: Set<Cut>): string[][] {
  const records: string[][] = []
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const stated = /^\uFEFF?sep=.\r?\n/i.exec(text)
  if (stated) at = stated[0].length
  while (at < text.length && records.length < limit) {
    const record: string[] = []
    for (let isOpen = true; isOpen;) {
      const field = text[at] === '"' ? quotedField(text, at, delimiter) : plainField(text, at, delimiter)
      if (record.length < MAX_COLUMNS) record.push(field.text.trim())
      else if (field.text.trim()) cuts?.add('columns')
      if (field.isCut) cuts?.add('cells')
      at = field.end
      isOpen = text[at] === delimiter
      if (isOpen) at++
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    records.push(record)
  }
  // Separators alone are empty cells.
  if (cuts && /[^\s;,|"]/.test(text.slice(at))) cuts.add('rows')
  return records
}

interface Field {
  text: string
  /** The place of the delimiter or line end behind it. */
  end: number
  isCut: boolean
}

function plainField(text: string, start: number, delimiter: Delimiter): Field {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return { text: text.slice(start, Math.min(end, start + MAX_CELL)), end, isCut: end > start + MAX_CELL }
}

/** What follows the last quotation mark belongs to the field, as other programs read it. A mark without its counterpart is a letter. */
function quotedField(text: string, start: number, delimiter: Delimiter): Field {
  let content = ''
  let isCut = false
  for (let at = start + 1; ;) {
    const mark = text.indexOf('"', at)
    if (mark < 0 || mark - start > 10 * MAX_CELL) return plainField(text, start, delimiter)
    isCut ||= content.length + mark - at > MAX_CELL
    if (content.length < MAX_CELL) content += text.slice(at, Math.min(mark, at + MAX_CELL))
    if (text[mark + 1] !== '"') {
      const rest = plainField(text, mark + 1, delimiter)
      return { text: content + rest.text, end: rest.end, isCut: isCut || rest.isCut }
    }
    content += '"'
    at = mark + 2
  }
}
