import type { Figure, TableLine } from './figures.ts'
import type { TableHeader } from './headers.ts'
import { foldTokens, isTaxWord } from './lexicon.ts'
import type { Reading } from './solve.ts'

/** One row of the tax summary, with the checks that hold for its figures. */
export interface TaxRow {
  line: TableLine
  rate: Figure
  base?: Figure
  tax?: Figure
  total?: Figure
  checks: string[]
  /** True if it is under the headings of a table of taxes. */
  headed: boolean
}

const MAX_RATE = 30

/** Whether a figure is printed as money; yen have no decimals. */
const isMoney = (figure: Figure, unit: number): boolean =>
  !figure.percent && (figure.places >= 2 || figure.currency || figure.value === 0 || unit === 1)
/** Equal but for the rounding of both. */
const near = (a: number, b: number, unit: number): boolean => Math.abs(a - b) <= 1.51 * unit

/**
 * Returns the rows of the tax summary: lines on which rate × base = tax, or that contain a rate and a tax whose base is elsewhere. `expected`
 * is the tax of the document by its totals.
 */
export function findTaxRows(
  reading: Reading,
  headers: readonly TableHeader[],
  itemLines: ReadonlySet<TableLine>,
  expected?: number,
): TaxRow[] {
  const rows: TaxRow[] = []
  for (const line of reading.lines) {
    if (itemLines.has(line) || line.figures.length === 0 || reading.labels.get(line) === 'allowance') continue
    const header = headerAbove(line, headers, reading)
    const row = readRow(line, header !== undefined, reading.unit) ?? readLabelled(line, reading)
    if (row) rows.push(row)
  }
  if (rows.length === 0) rows.push(...readWithoutBases(reading, itemLines, expected))
  // A printed table of taxes is complete; apparent taxes elsewhere are discounts, or the same tax again.
  const headed = rows.filter((row) => row.headed)
  return dropRepeated(headed.length > 0 ? headed : rows, reading.unit, expected)
}

/** Returns the heading of a table of taxes at most a few lines above. */
function headerAbove(line: TableLine, headers: readonly TableHeader[], reading: Reading): TableHeader | undefined {
  const header = headers.findLast((item) => item.page === line.page && item.last < line.index)
  if (!header || header.kind !== 'taxes' || line.index - header.last > 12) return undefined
  return reading.lines[header.last]!.page === line.page ? header : undefined
}

function hasTaxWord(line: TableLine): boolean {
  return foldTokens(line.words.map((word) => word.text).join(' ')).some(isTaxWord)
}

/** Returns the rates on a line: with a percent sign, or small numbers under the headings of a table of taxes. */
function ratesOn(line: TableLine, headed: boolean): Figure[] {
  return line.figures.filter(
    (figure) => figure.value >= 0 && figure.value <= MAX_RATE && (figure.percent || (headed && !figure.currency)),
  )
}

function readRow(line: TableLine, headed: boolean, unit: number): TaxRow | null {
  for (const rate of ratesOn(line, headed)) {
    const money = line.figures.filter(
      (figure) => figure !== rate && (isMoney(figure, unit) || headed) && !figure.percent,
    )
    for (const base of money) {
      for (const tax of money) {
        if (tax === base || base.value === 0) continue
        if (rate.value === 0) {
          if (tax.value !== 0 || !(headed || hasTaxWord(line))) continue
          return { line, rate, base, tax, checks: ['rate*base=tax'], headed, ...totalOf(money, base, tax, unit) }
        }
        if (tax.value === 0 || !near((base.value * rate.value) / 100, tax.value, unit)) continue
        return { line, rate, base, tax, checks: ['rate*base=tax'], headed, ...totalOf(money, base, tax, unit) }
      }
    }
    if (!headed && !hasTaxWord(line)) continue
    for (const total of money) {
      const tax = money.find(
        (figure) =>
          figure !== total &&
          figure.value !== 0 &&
          near((total.value * rate.value) / (100 + rate.value), figure.value, unit),
      )
      if (tax) return { line, rate, tax, total, checks: ['tax in total'], headed }
    }
  }
  return null
}

function totalOf(money: readonly Figure[], base: Figure, tax: Figure, unit: number): { total?: Figure } {
  const total = money.find(
    (figure) => figure !== base && figure !== tax && near(base.value + tax.value, figure.value, unit),
  )
  return total ? { total } : {}
}

/**
 * Reads `VAT 20 %   9.34`, also with the tax on a line of its own (`Tax rate 7 %`, `Total tax 100.52`): the base is the figure on another
 * line of sums that this tax matches.
 */
function readLabelled(line: TableLine, reading: Reading): TaxRow | null {
  if (!hasTaxWord(line)) return null
  const rate = line.figures.find((figure) => figure.percent && figure.value > 0 && figure.value <= MAX_RATE)
  if (!rate) return null
  const close = reading.lines.filter((other) => other.page === line.page && Math.abs(other.index - line.index) <= 8)
  const own = line.figures.some((figure) => figure !== rate && isMoney(figure, reading.unit))
  const taxLines = own ? [line] : close.filter((other) => Math.abs(other.index - line.index) <= 3 && hasTaxWord(other))
  for (const taxLine of taxLines) {
    const tax = taxLine.figures.findLast(
      (figure) => figure !== rate && isMoney(figure, reading.unit) && figure.value !== 0,
    )
    if (!tax) continue
    for (const other of close) {
      const label = reading.labels.get(other)
      const isSameRate = other.figures.some((figure) => figure.percent && figure.value === rate.value)
      if (other === taxLine || (label !== 'summary' && label !== 'allowance' && !isSameRate)) continue
      const base = other.figures.find(
        (figure) => !figure.percent && near((figure.value * rate.value) / 100, tax.value, reading.unit),
      )
      if (base) return { line: taxLine, rate, base, tax, checks: ['rate*base=tax'], headed: false }
    }
  }
  return null
}

/** Several rates, each with its tax but without its base: `VAT 20 %  55.00`, `VAT 5.5 %  125.40`, which add up to the tax of the document. */
function readWithoutBases(reading: Reading, itemLines: ReadonlySet<TableLine>, expected?: number): TaxRow[] {
  const rows = reading.lines.flatMap((line): TaxRow[] => {
    if (itemLines.has(line) || !hasTaxWord(line)) return []
    const [rate, ...rates] = line.figures.filter((figure) => figure.percent && figure.value <= MAX_RATE)
    const [tax, ...others] = line.figures.filter((figure) => figure !== rate && isMoney(figure, reading.unit))
    const isOne = rate && tax && rates.length === 0 && others.length === 0
    return isOne ? [{ line, rate, tax, checks: ['sum(taxes)=tax'], headed: false }] : []
  })
  const kept = dropRepeated(rows, reading.unit, expected)
  const sum = sumOf(kept)
  return kept.length > 1 && reading.targets.some((target) => near(Math.abs(target), Math.abs(sum), reading.unit))
    ? kept
    : []
}

const sumOf = (rows: readonly TaxRow[]): number => rows.reduce((all, row) => all + (row.tax?.value ?? 0), 0)

/**
 * The same tax is often printed twice, in the totals and in a table; the row with more cells is kept. Equal taxes can also be several, such
 * as those of a state and of a county: then all of them add up to the tax that is expected, and one of each does not.
 */
function dropRepeated(rows: readonly TaxRow[], unit: number, expected?: number): TaxRow[] {
  const cells = (row: TaxRow): number => [row.base, row.tax, row.total].filter(Boolean).length + (row.headed ? 1 : 0)
  const groups: TaxRow[][] = []
  for (const row of rows) {
    const twins = groups.find(
      ([other]) => other!.rate.value === row.rate.value && near(other!.tax?.value ?? 0, row.tax?.value ?? 0, unit),
    )
    if (twins) twins.push(row)
    else groups.push([row])
  }
  const distinct = groups.map((twins) => twins.reduce((best, row) => (cells(row) > cells(best) ? row : best)))
  const isExpected = (list: readonly TaxRow[]): boolean =>
    expected !== undefined && near(Math.abs(sumOf(list)), Math.abs(expected), unit)
  if (isExpected(distinct)) return distinct
  const most = Math.max(0, ...groups.map((twins) => twins.length))
  for (let times = 2; times <= most; times++) {
    const kept = rows.filter((row) => groups.some((twins) => twins.slice(0, times).includes(row)))
    if (isExpected(kept)) return kept
  }
  return distinct
}
