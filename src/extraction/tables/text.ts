import type { Word } from '../types.ts'
import type { Column } from './columns.ts'
import { median } from './figures.ts'
import type { Figure, TableLine } from './figures.ts'
import type { Heading } from './headers.ts'
import type { HeaderClass } from './lexicon.ts'
import type { Reading, Solution } from './solve.ts'

export interface RowText {
  description: Word[]
  /** Further lines of the row below or above its name. */
  details: Word[]
  code: Word[]
  uom: Word[]
}

/** Words of one line in the area of the descriptions. */
interface TextLine {
  line: TableLine
  words: Word[]
  /** It crosses into the columns to the right, so it is no cell. */
  spanning: boolean
}

interface Area {
  left: number
  right: number
}

const center = (word: Word): number => (word.box[0] + word.box[2]) / 2

/** The texts that belong to each row, in the order of the rows. */
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
  const parts = splitArea(solution, numeric, area, lines.filter((line) => anchors.has(line)).map(freeWords))
  const limit = cellLimit(solution, numeric, parts.description)
  const bare = solution.rows.filter(
    (row) => !hasLetters(freeWords(row.line).filter((word) => isIn(word, parts.description))),
  )
  const onlyCodes = bare.length * 2 > solution.rows.length
  const textLines = new Map<TableLine, TextLine>()
  for (const line of lines) {
    const words = freeWords(line).filter((word) => isIn(word, parts.description))
    if (words.length > 0 && !(onlyCodes && anchors.has(line) && !hasLetters(words)))
      textLines.set(line, { line, words, spanning: words[words.length - 1]!.box[2] > limit })
  }
  const bands = assignLines(solution, lines, textLines)
  const setting = measureSetting(bands, parts.description, limit)
  return solution.rows.map((row, index) => {
    const band = bands[index]!
    const { name, details } = splitName(band, setting)
    if (name.length === 0) name.push(...freeWords(row.line).filter((word) => isIn(word, parts.description)))
    const code = parts.code ? codeIn(band.lines, row.line, parts.code, freeWords) : []
    const uom = parts.uom ? unitIn(band.lines, row.line, parts.uom, freeWords) : []
    return { description: name, details, code, uom }
  })
}

/** Bare numbers beside the amounts, under a name, are codes of the till and not names. */
const hasLetters = (words: readonly Word[]): boolean =>
  words.reduce((sum, word) => sum + (word.text.match(/\p{L}/gu)?.length ?? 0), 0) >= 2

const isIn = (word: Word, area: Area): boolean => center(word) >= area.left && center(word) < area.right

/** A code: of the lines of a row the first with a digit, without the label before it (`Art. no.: 4711`). */
function codeIn(
  lines: readonly TableLine[],
  anchor: TableLine,
  area: Area,
  freeWords: (line: TableLine) => Word[],
): Word[] {
  for (const line of [anchor, ...lines.filter((other) => other !== anchor)]) {
    const words = freeWords(line).filter((word) => isIn(word, area))
    const label = words.findLastIndex((word) => word.text.endsWith(':'))
    const rest = words.slice(label + 1)
    if (rest.some((word) => /\d/.test(word.text)) || (label < 0 && rest.length === 1)) return rest
  }
  return []
}

/** A unit of measure: short, and on the row's own line or next to it. */
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

/** Columns of figures that stand in most rows or under a heading for figures. */
function numericColumns(solution: Solution): Column[] {
  const { roles, rows, columns } = solution
  const named: ReadonlySet<HeaderClass> = new Set([
    'quantity',
    'unit_price',
    'amount',
    'rate',
    'tax',
    'discount',
    'position',
    'base',
  ])
  return columns.filter((column) => {
    if (column === roles.amount || column === roles.price || column === roles.quantity) return true
    const support = rows.filter((row) => column.cells.has(row.line)).length
    const classes = column.heading?.classes
    if (classes && (classes.has('description') || classes.has('code')) && !classes.has('rate')) return false
    if (classes && [...classes.keys()].some((name) => named.has(name))) return support > 0
    return support >= Math.max(2, 0.6 * rows.length) || (support === rows.length && column.percent)
  })
}

/** All lines from the header (or the first row's surroundings) to the last row's, those of sums left out. */
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

/** Between the columns of figures, the stretch that holds most letters on the rows' own and neighbouring lines. */
function descriptionArea(solution: Solution, numeric: readonly Column[], freeWords: (line: TableLine) => Word[]): Area {
  const edges = numeric
    .map((column) => ({ left: leftOf(column), right: rightOf(column) }))
    .sort((a, b) => a.left - b.left)
  const areas: Area[] = []
  let left = -Infinity
  for (const edge of edges) {
    areas.push({ left, right: edge.left })
    left = edge.right
  }
  areas.push({ left, right: Infinity })
  const letters = areas.map((area) => {
    const heading = solution.headings.some(
      (item) =>
        item.classes.has('description') &&
        (item.box[0] + item.box[2]) / 2 >= area.left &&
        (item.box[0] + item.box[2]) / 2 < area.right,
    )
    let count = 0
    for (const line of nearLines(solution)) {
      for (const word of freeWords(line)) if (isIn(word, area)) count += (word.text.match(/\p{L}/gu) ?? []).length
    }
    return heading ? 3 * count : count
  })
  return areas[letters.indexOf(Math.max(...letters))]!
}

function nearLines(solution: Solution): TableLine[] {
  const near = new Set<number>()
  for (const row of solution.rows) for (const step of [-1, 0, 1]) near.add(row.line.index + step)
  return solution.body.filter((line) => near.has(line.index))
}

const leftOf = (column: Column): number =>
  Math.min(...[...column.cells.values()].map((figure) => figure.box[0]), column.left)
const rightOf = (column: Column): number =>
  Math.max(...[...column.cells.values()].map((figure) => figure.box[2]), column.right)

/** Where a cell of the descriptions ends: the next column of figures, else the next heading. */
function cellLimit(solution: Solution, numeric: readonly Column[], area: Area): number {
  const lefts = numeric.filter((column) => leftOf(column) >= area.right - 1).map((column) => column.left)
  if (lefts.length > 0) return Math.min(...lefts) + 2
  const headings = solution.headings.filter(
    (heading) => !heading.classes.has('description') && heading.box[0] > area.left,
  )
  return Math.min(area.right, ...headings.map((heading) => heading.box[0])) + 2
}

/** Cuts the area at the headings of text columns: code, description, unit, date, anything else. */
function splitArea(
  solution: Solution,
  numeric: readonly Column[],
  area: Area,
  rows: readonly Word[][],
): { description: Area; code?: Area; uom?: Area } {
  const headings = solution.headings.filter((heading) => {
    const middle = (heading.box[0] + heading.box[2]) / 2
    return middle >= area.left && middle < area.right && !numeric.some((column) => column.heading === heading)
  })
  const uomOutside = (): Area | undefined => {
    const heading = solution.headings.find((item) => item.classes.has('uom') && !headings.includes(item))
    return heading ? { left: heading.box[0] - 30, right: heading.box[2] + 30 } : undefined
  }
  const codeOutside = (): Area | undefined => {
    const heading = solution.headings.find(
      (item) => item.classes.has('code') && !item.classes.has('description') && !headings.includes(item),
    )
    return heading ? { left: heading.box[0] - 30, right: heading.box[2] + 30 } : undefined
  }
  const outside = {
    ...(uomOutside() ? { uom: uomOutside()! } : {}),
    ...(codeOutside() ? { code: codeOutside()! } : {}),
  }
  if (headings.length <= 1) return { description: area, ...outside }
  const cuts: number[] = [area.left]
  for (let i = 1; i < headings.length; i++) cuts.push(findRiver(headings[i - 1]!, headings[i]!, rows))
  cuts.push(area.right)
  const parts = headings.map((heading, i) => ({ heading, area: { left: cuts[i]!, right: cuts[i + 1]! } }))
  const weigh = (heading: Heading): number => {
    const { classes } = heading
    if (classes.has('description')) return 2 + (classes.get('description') ?? 0)
    return classes.size === 0 ? 1 : 0
  }
  const chosen = [...parts].sort((a, b) => weigh(b.heading) - weigh(a.heading))[0]!
  const code = parts.find((part) => part !== chosen && part.heading.classes.has('code'))
  const uom = parts.find((part) => part !== chosen && part.heading.classes.has('uom'))
  return {
    description: chosen.area,
    ...outside,
    ...(code ? { code: code.area } : {}),
    ...(uom ? { uom: uom.area } : {}),
  }
}

/** The x between two headings that cuts fewest words of the rows, nearest to where the right one begins. */
function findRiver(left: Heading, right: Heading, rows: readonly Word[][]): number {
  const from = left.box[0] + 1
  const to = Math.max(right.box[0], from + 1)
  let best = to - 1
  let least = Infinity
  for (let x = to - 1; x > from; x -= 2) {
    let cost = 0
    for (const words of rows) {
      for (let i = 0; i < words.length; i++) {
        const word = words[i]!
        if (word.box[0] < x && word.box[2] > x) cost += 3
        const next = words[i + 1]
        if (next && word.box[2] <= x && next.box[0] >= x && next.box[0] - word.box[2] < 0.6 * word.size) cost += 1
      }
    }
    if (cost < least) {
      least = cost
      best = x
    }
    if (cost === 0) break
  }
  return best
}

interface Band {
  /** Lines with text, top to bottom. */
  texts: TextLine[]
  lines: TableLine[]
}

/** Shares the lines between the rows out: down to the next row, or around each when cells are centred. */
function assignLines(solution: Solution, lines: readonly TableLine[], texts: ReadonlyMap<TableLine, TextLine>): Band[] {
  const { rows } = solution
  const bands: Band[] = rows.map((row) => ({ texts: [], lines: [row.line] }))
  const above = textsDirectlyAbove(solution, lines, texts)
  const own = rows.filter((row) => texts.has(row.line)).length
  const mode =
    own * 2 < rows.length && above * 2 > rows.length
      ? 'above'
      : above * 3 > rows.length && own < rows.length
        ? 'middle'
        : 'top'
  const starts = findRowStarts(solution)
  if (starts) return shareByStarts(solution, lines, texts, starts)
  const centred = mode === 'middle' || (own === rows.length && isCentred(solution, lines, texts))
  for (const [index, row] of rows.entries()) {
    const band = bands[index]!
    const own = texts.get(row.line)
    if (own) band.texts.push(own)
    const before = lines.filter(
      (line) => line.index < row.line.index && line.index > (rows[index - 1]?.line.index ?? -1),
    )
    if (index === 0) {
      if (mode !== 'top' || centred) takeUp(bands[0]!, row.line, before, texts, centred ? 3 : 2)
      else if (!own) takeUp(bands[0]!, row.line, before, texts, 2)
    } else {
      shareBetween(bands[index - 1]!, rows[index - 1]!.line, band, row.line, before, texts, centred ? 'middle' : mode)
    }
  }
  const last = rows[rows.length - 1]!.line
  const after = lines.filter((line) => line.index > last.index)
  if (mode !== 'above') takeDown(bands[bands.length - 1]!, last, after, texts)
  for (const band of bands) band.texts.sort((a, b) => a.line.index - b.line.index)
  return bands
}

/**
 * Lines on which the rows' numbers stand (a column that counts up), when they stand above the amounts: the rows begin
 * there. Null when there is no such column.
 */
function findRowStarts(solution: Solution): TableLine[] | null {
  const { rows, roles, columns } = solution
  for (const column of columns) {
    if (
      column === roles.amount ||
      column === roles.price ||
      column === roles.quantity ||
      column.left > roles.amount.left
    )
      continue
    const cells = [...column.cells].filter(
      ([, figure]) => figure.places === 0 && figure.value > 0 && figure.value < 10000,
    )
    const starts = rows.map((row, index) => {
      const from = rows[index - 1]?.line.index ?? -1
      return cells.filter(([line]) => line.page === row.line.page && line.index > from && line.index <= row.line.index)
    })
    if (!starts.every((found) => found.length > 0)) continue
    const chosen: [TableLine, Figure][] = []
    for (const found of starts) {
      const before = chosen[chosen.length - 1]?.[1].value ?? 0
      chosen.push(found.find(([, figure]) => figure.value === before + 1) ?? found[0]!)
    }
    const values = chosen.map(([, figure]) => figure.value)
    const counts = values.every((value, i) => i === 0 || value > values[i - 1]!)
    const lines = chosen.map(([line]) => line)
    const apart = lines.filter((line, i) => line !== rows[i]!.line).length
    if (counts && rows.length > 1 && apart * 2 > rows.length) return lines
  }
  return null
}

function shareByStarts(
  solution: Solution,
  lines: readonly TableLine[],
  texts: ReadonlyMap<TableLine, TextLine>,
  starts: readonly TableLine[],
): Band[] {
  return solution.rows.map((row, index) => {
    const start = starts[index]!
    const next = starts[index + 1]
    const band: Band = { texts: [], lines: [row.line] }
    let above = start
    for (const line of lines) {
      if (
        line.index < start.index ||
        line.page !== start.page ||
        (next && next.page === line.page && line.index >= next.index)
      )
        continue
      if (line.index > row.line.index && gap(above, line) > 2.5 * line.size) break
      if (line !== row.line) band.lines.push(line)
      const text = texts.get(line)
      if (text) band.texts.push(text)
      above = line
    }
    return band
  })
}

/** Rows that have a text line close above them, with no row in between. */
function textsDirectlyAbove(
  solution: Solution,
  lines: readonly TableLine[],
  texts: ReadonlyMap<TableLine, TextLine>,
): number {
  return solution.rows.filter((row) => {
    const at = lines.indexOf(row.line)
    const before = lines[at - 1]
    return (
      before !== undefined &&
      texts.has(before) &&
      before.page === row.line.page &&
      row.line.box[1] - before.box[3] < 1.2 * row.line.size &&
      !solution.rows.some((other) => other.line === before)
    )
  }).length
}

/** The first row has text above it in the same block: cells are centred on each other, not set from the top. */
function isCentred(solution: Solution, lines: readonly TableLine[], texts: ReadonlyMap<TableLine, TextLine>): boolean {
  const anchor = solution.rows[0]!.line
  const before = lines[lines.indexOf(anchor) - 1]
  const after = lines[lines.indexOf(anchor) + 1]
  if (!before || !texts.has(before) || before.page !== anchor.page) return false
  const gapAbove = anchor.box[1] - before.box[3]
  const pitch = after && after.page === anchor.page ? after.box[1] - anchor.box[3] : Infinity
  return (
    gapAbove < 0.5 * anchor.size &&
    texts.get(before)!.words.length > 0 &&
    Math.abs(pitch - gapAbove) < 0.6 * anchor.size
  )
}

const gap = (above: TableLine, below: TableLine): number => below.box[1] - above.box[3]

function takeUp(
  band: Band,
  anchor: TableLine,
  before: readonly TableLine[],
  texts: ReadonlyMap<TableLine, TextLine>,
  most: number,
): void {
  let below = anchor
  for (const line of [...before].reverse()) {
    if (most-- <= 0 || line.page !== anchor.page || gap(line, below) > 1.3 * anchor.size) break
    band.lines.push(line)
    const text = texts.get(line)
    if (text) band.texts.push(text)
    below = line
  }
}

function takeDown(
  band: Band,
  anchor: TableLine,
  after: readonly TableLine[],
  texts: ReadonlyMap<TableLine, TextLine>,
): void {
  let above = anchor
  for (const line of after) {
    if (line.page !== anchor.page || gap(above, line) > 1.3 * anchor.size) break
    band.lines.push(line)
    const text = texts.get(line)
    if (text) band.texts.push(text)
    above = line
  }
}

function shareBetween(
  upper: Band,
  upperAnchor: TableLine,
  lower: Band,
  lowerAnchor: TableLine,
  between: readonly TableLine[],
  texts: ReadonlyMap<TableLine, TextLine>,
  mode: 'top' | 'above' | 'middle',
): void {
  if (upperAnchor.page !== lowerAnchor.page) {
    const above = between.filter((line) => line.page === upperAnchor.page)
    const below = between.filter((line) => line.page === lowerAnchor.page)
    if (mode !== 'above') takeDown(upper, upperAnchor, above, texts)
    if (mode !== 'top') takeUp(lower, lowerAnchor, below, texts, 3)
    return
  }
  const chain = [upperAnchor, ...between, lowerAnchor]
  let split = mode === 'above' ? 0 : between.length
  if (mode === 'middle' || (mode === 'above' && between.length > 0)) {
    const gaps = chain.slice(1).map((line, i) => gap(chain[i]!, line))
    const widest = Math.max(...gaps)
    const usual = median(gaps)
    if (widest > usual + 0.25 * lowerAnchor.size) split = gaps.indexOf(widest)
    else if (mode === 'middle') split = Math.floor(between.length / 2)
  }
  for (const [index, line] of between.entries()) {
    const band = index < split ? upper : lower
    band.lines.push(line)
    const text = texts.get(line)
    if (text) band.texts.push(text)
  }
}

/** How the lines of a cell follow each other in this table. */
interface Setting {
  /** Where full lines end. */
  full: number
  /** Lines that end far from the column's edge are broken by hand, not for want of room. */
  ragged: boolean
  /** Distance from line to line within a paragraph, and whether wider ones occur as well. */
  tight: number
  loose: boolean
}

function measureSetting(bands: readonly Band[], area: Area, limit: number): Setting {
  const cells = bands.flatMap((band) => band.texts.filter((text) => !text.spanning))
  const full = Math.max(0, ...cells.map((text) => text.words[text.words.length - 1]!.box[2]))
  const left = Math.min(...cells.map((text) => text.words[0]!.box[0]), limit)
  const pitches: number[] = []
  for (const band of bands) {
    for (let i = 1; i < band.texts.length; i++) {
      const above = band.texts[i - 1]!.line
      const below = band.texts[i]!.line
      if (above.page === below.page) pitches.push(below.box[1] - above.box[1])
    }
  }
  const tight = Math.min(...pitches)
  const end = Math.min(limit, area.right)
  return {
    full,
    ragged: Number.isFinite(end) && full - left < 0.5 * (end - left),
    tight,
    loose: pitches.some((pitch) => pitch > 1.3 * tight),
  }
}

/**
 * The name of an article among the lines of its row: the first line, and each following one as long as its first word
 * would not have fitted on the line before; what follows a line that ends early is detail.
 */
function splitName(band: Band, setting: Setting): { name: Word[]; details: Word[] } {
  const name: Word[] = []
  const details: Word[] = []
  let open = true
  let before: TextLine | undefined
  for (const text of band.texts) {
    if (before && open) open = continuesName(before, text, setting)
    if (open && !(text.spanning && before)) name.push(...text.words)
    else {
      open = false
      details.push(...text.words)
    }
    before = text
  }
  return { name, details }
}

function continuesName(before: TextLine, text: TextLine, setting: Setting): boolean {
  const last = before.words[before.words.length - 1]!
  const first = text.words[0]!
  if (text.spanning || gap(before.line, text.line) > 0.9 * before.line.size) return false
  if (last.bold !== undefined && last.bold && first.bold === false) return false
  if (first.size < 0.85 * last.size) return false
  const opening = text.words.slice(0, 3).map((word) => word.text)
  if (opening.some((word) => /^:|:$/.test(word)) || /^[•*–+(-]/.test(first.text))
    return /^\(/.test(first.text) && fits()
  if (/[^\s-]-$/.test(last.text)) return true
  if (setting.loose && !setting.ragged) return text.line.box[1] - before.line.box[1] <= 1.2 * setting.tight
  return fits()

  function fits(): boolean {
    if (setting.ragged) return false
    const space = 0.25 * last.size
    return last.box[2] + space + (first.box[2] - first.box[0]) > setting.full - 0.1 * last.size
  }
}
