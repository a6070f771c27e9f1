import type { Word } from '../types.ts'
import { cellLimit, descriptionArea, isIn, numericColumns, splitArea } from './areas.ts'
import type { Area } from './areas.ts'
import { assignLines } from './bands.ts'
import type { TextLine } from './bands.ts'
import { countLetters, type TableLine } from './figures.ts'
import { divideLead } from './lead.ts'
import { measureSetting, splitName } from './names.ts'
import type { Reading, RowText, Solution } from './solve.ts'

export type { RowText } from './solve.ts'

/** Returns the texts of each row, in the order of the rows. */
export function attachTexts(solution: Solution, reading: Reading): RowText[] {
  const anchors = new Set(solution.rows.map((row) => row.line))
  const numeric = numericColumns(solution)
  const inColumns = new Map<TableLine, Set<Word>>()
  for (const column of numeric) {
    for (const [line, figure] of column.cells) {
      if (!column.heading && !anchors.has(line)) continue
      const words = inColumns.get(line) ?? new Set()
      inColumns.set(line, words)
      for (const word of figure.words) words.add(word)
      for (const word of figure.unit?.words ?? []) words.add(word)
    }
  }
  const lines = tableLines(solution, reading)
  const freeWords = (line: TableLine): Word[] => line.words.filter((word) => !inColumns.get(line)?.has(word))
  const area = descriptionArea(solution, numeric, freeWords)
  const rowWords = lines.filter((line) => anchors.has(line)).map(freeWords)
  const areas = splitArea(solution, numeric, area, rowWords)
  const { lead, rest } = divideLead(areas.description, rowWords)
  areas.description = rest
  if (lead && isBehindQuantity(lead, solution)) areas.uom ??= lead
  const limit = cellLimit(solution, numeric, areas.description)
  const bare = solution.rows.filter(
    (row) => !hasLetters(freeWords(row.line).filter((word) => isIn(word, areas.description))),
  )
  const right = Math.max(...solution.rows.map((row) => row.amount.box[2]))
  const onlyCodes = bare.length * 2 > solution.rows.length
  const textLines = new Map<TableLine, TextLine>()
  for (const line of lines) {
    // Without headings, names above the amounts are as wide as the receipt, but no text of a column beside it.
    const isName = onlyCodes && solution.headings.length === 0 && !anchors.has(line)
    const words = freeWords(line).filter((word) => (isName ? word.box[0] < right : isIn(word, areas.description)))
    if (
      words.length > 0 &&
      words.some((word) => /[\p{L}\d]/u.test(word.text)) &&
      !(onlyCodes && anchors.has(line) && !hasLetters(words))
    )
      textLines.set(line, { line, words, spanning: words[words.length - 1]!.box[2] > limit })
  }
  const bands = assignLines(solution, lines, textLines)
  const setting = measureSetting(bands)
  return solution.rows.map((row, index) => {
    const band = bands[index]!
    const { name, details } = splitName(band, setting)
    if (name.length === 0) name.push(...freeWords(row.line).filter((word) => isIn(word, areas.description)))
    const [code = [], ...otherCodes] = areas.code ? codesIn(band.lines, row.line, areas.code, freeWords) : []
    const uom = areas.uom ? unitIn(band.lines, row.line, areas.uom, freeWords) : []
    return { description: name, details, code, uom, hasOtherCodes: otherCodes.some((other) => isStacked(code, other)) }
  })
}

/** Words between the quantity and the description are units. */
function isBehindQuantity(lead: Area, { roles, columns }: Solution): boolean {
  const nearest = columns.filter((column) => column.left < lead.right).sort((a, b) => b.right - a.right)[0]
  return nearest !== undefined && nearest === roles.quantity
}

/** Bare numbers next to the amounts, under a name, are codes of the till and not names. */
const hasLetters = (words: readonly Word[]): boolean => countLetters(words) >= 2

/** Returns the item codes of a row: one per line with a digit, without the label before it (`Art. no.: 4711`). */
function codesIn(
  lines: readonly TableLine[],
  anchor: TableLine,
  area: Area,
  freeWords: (line: TableLine) => Word[],
): Word[][] {
  return [anchor, ...lines.filter((other) => other !== anchor)].flatMap((line) => {
    const words = freeWords(line).filter((word) => isIn(word, area))
    const label = words.findLastIndex((word) => word.text.endsWith(':'))
    const rest = words.slice(label + 1)
    return rest.some((word) => /\d/.test(word.text)) || (label < 0 && rest.length === 1) ? [rest] : []
  })
}

/** Lines of codes that are stacked in a cell are at most so far apart, in heights of their words; text below the table is farther away. */
const STACK_HEIGHT = 6

const isStacked = ([code]: readonly Word[], [other]: readonly Word[]): boolean =>
  Math.abs(code!.box[1] - other!.box[1]) <= STACK_HEIGHT * code!.size

/** Returns a unit of measure: short, and on the row's own line or an adjacent one. */
function unitIn(
  lines: readonly TableLine[],
  anchor: TableLine,
  area: Area,
  freeWords: (line: TableLine) => Word[],
): Word[] {
  for (const line of [anchor, ...lines.filter((other) => Math.abs(other.index - anchor.index) === 1)]) {
    const words = freeWords(line).filter((word) => isIn(word, area))
    const text = words.map((word) => word.text).join(' ')
    if (/^[\p{L}²³./() ]{1,14}$/u.test(text)) return words
  }
  return []
}

/** Returns all lines from the header (or the first row's surroundings) to those of the last row, except sums. */
function tableLines(solution: Solution, reading: Reading): TableLine[] {
  const first = solution.rows[0]!.line.index
  const last = solution.rows[solution.rows.length - 1]!.line.index
  return solution.body.filter((line) => {
    if (line.index < first - 8 || line.index > last + 40) return false
    const label = reading.labels.get(line)
    if (solution.rows.some((row) => row.line === line)) return true
    return label !== 'summary' && label !== 'carry' && !(label === 'allowance' && solution.roles.amount.cells.has(line))
  })
}
