import { meetsTarget } from './arithmetic.ts'
import type { Agreement } from './arithmetic.ts'
import { divideHeadings, extendColumns, findColumns, mergeColumns, nameColumns } from './columns.ts'
import type { Column } from './columns.ts'
import type { Word } from '../types.ts'
import type { Figure, TableLine } from './figures.ts'
import { median } from './figures.ts'
import type { Heading } from './runs.ts'
import { assignRoles, rowAgreement } from './roles.ts'
import type { Roles } from './roles.ts'
import type { LineLabel } from './labels.ts'

/** Data of the whole document, known before tables are searched. */
export interface Reading {
  lines: TableLine[]
  labels: Map<TableLine, LineLabel>
  /** Sums the rows may add up to. */
  targets: number[]
  /** The smallest unit of the currency: 0.01, or 0.001 for dinars, or 1 for yen. */
  unit: number
  /** Tax rates that the sums below the rows name: amounts of rows may include them. */
  rates: Figure[]
}

export interface SolvedRow {
  line: TableLine
  amount: Figure
  agreement: Agreement | null
}

/** The words of a row that are not in columns of figures. */
export interface RowText {
  description: Word[]
  /** Further lines of the row below or above its name. */
  details: Word[]
  code: Word[]
  uom: Word[]
  /** The row has more codes, such as those of the buyer and of the manufacturer below that of the seller. */
  hasOtherCodes?: boolean
}

export interface Solution {
  headings: Heading[]
  columns: Column[]
  roles: Roles
  rows: SolvedRow[]
  /** True if the rows add up to a sum on the document. */
  sums: boolean
  /** True for goods without prices: the amounts of the rows are their quantities. */
  isPriceless?: true
  /** Descriptions of rows that are not in columns. */
  texts?: RowText[]
  /** Lines in which the table was searched. */
  body: TableLine[]
  quality: number
}

const REAL: ReadonlySet<Agreement['kind']> = new Set(['product', 'discount', 'addition', 'per', 'taxed'])

/** Returns rows, columns and their roles in a range of lines; null if they contain no table of amounts. */
export function solveTable(body: readonly TableLine[], labels: readonly Heading[], reading: Reading): Solution | null {
  if (body.length === 0) return null
  const core = firstPart(body, reading)
  const size = median(core.map((line) => line.size)) || 12
  const open = core.filter((line) => isOpen(line, reading))
  const loose = findColumns(open)
  if (loose.length === 0) return null
  const headings = divideHeadings(labels, loose)
  nameColumns(loose, headings, size)
  const columns = mergeColumns(loose, size)
  const roles = assignRoles(columns, (line) => isOpen(line, reading), reading.targets, reading.rates, reading.unit)
  if (!roles) return null
  const known = new Set(open)
  extendColumns(
    columns,
    body.filter((line) => !known.has(line)),
  )
  const found = collectRows(body, columns, roles, reading)
  const { rows, sums } = selectRows(found.rows, found.deductions, reading)
  if (rows.length === 0) return null
  return { headings, columns, roles, rows, sums, body: [...body], quality: rate(rows, sums, roles) }
}

const isOpen = (line: TableLine, reading: Reading): boolean => {
  const label = reading.labels.get(line)
  return label === 'text' || label === 'none'
}

/** Returns the lines down to the first sum after an amount: only these determine the columns. */
function firstPart(body: readonly TableLine[], reading: Reading): TableLine[] {
  let money = false
  for (let i = 0; i < body.length; i++) {
    const line = body[i]!
    const holds = line.figures.some((figure) => !figure.percent && (figure.currency || figure.places >= 2 || money))
    if (money && reading.labels.get(line) === 'summary' && holds) return body.slice(0, i)
    if (holds) money = true
  }
  return [...body]
}

function collectRows(
  body: readonly TableLine[],
  columns: readonly Column[],
  roles: Roles,
  reading: Reading,
): { rows: SolvedRow[]; deductions: SolvedRow[] } {
  const anchors = new Set([...roles.amount.cells.keys()])
  const further = columns.filter((c) => c !== roles.amount && c !== roles.price && c !== roles.quantity)
  const money = [...roles.amount.cells.values()].filter((figure) => figure.places >= 2 || figure.currency).length
  const mostlyMoney = money * 2 > roles.amount.cells.size
  const candidates = body
    .filter((line) => anchors.has(line))
    .map((line) => ({
      line,
      amount: roles.amount.cells.get(line)!,
      agreement: rowAgreement(roles, line, anchors, further, reading.rates),
    }))
  const lastReal = candidates.findLastIndex((row) => isReal(row) && isOpen(row.line, reading))
  const rows: SolvedRow[] = []
  const deductions: SolvedRow[] = []
  let previous: SolvedRow | undefined
  for (const [index, row] of candidates.entries()) {
    const label = reading.labels.get(row.line)
    const real = isReal(row)
    if (label === 'summary' && !(real && row.agreement!.kind === 'product')) {
      if (index > lastReal && rows.length > 0) break
      continue
    }
    if (label === 'carry' && !(real && row.agreement!.kind === 'product')) continue
    if ((label === 'allowance' || label === 'included') && !real) {
      if (isDeduction(row)) deductions.push(row)
      continue
    }
    if (!row.agreement && row.amount.value === 0 && !roles.price?.cells.has(row.line)) continue
    if (!real && mostlyMoney && row.amount.places < 2 && !row.amount.currency) continue
    if (!row.agreement && previous && index > lastReal && isFar(previous.line, row.line, rows)) break
    rows.push(row)
    previous = row
  }
  return { rows, deductions }
}

/** `Promo code  -5.00`; a discount in per cent or after a label with a colon is one on all rows. */
const isDeduction = ({ line, amount }: SolvedRow): boolean =>
  amount.value < 0 &&
  !line.figures.some((figure) => figure.percent) &&
  !line.words.some((word) => word.text.endsWith(':'))

const isReal = (row: SolvedRow): boolean =>
  row.agreement !== null && (REAL.has(row.agreement.kind) || row.agreement.kind === 'equal')

/** Returns true for a gap on the page that is far wider than those between the previous rows. */
function isFar(above: TableLine, below: TableLine, rows: readonly SolvedRow[]): boolean {
  if (above.page !== below.page) return false
  const gaps: number[] = []
  for (let i = 1; i < rows.length; i++) {
    const a = rows[i - 1]!.line
    const b = rows[i]!.line
    if (a.page === b.page) gaps.push(b.box[1] - a.box[1])
  }
  const usual = Math.max(median(gaps), 2.5 * above.size)
  return below.box[1] - above.box[1] > Math.max(3.5 * usual, 10 * above.size)
}

const sumOf = (rows: readonly SolvedRow[]): number =>
  rows.reduce((sum, row) => sum + (row.agreement?.amount ?? row.amount.value), 0)

/** Drops rows that contradict the sums: running totals, and unproven rows without which the rest adds up. */
function selectRows(
  found: readonly SolvedRow[],
  deductions: readonly SolvedRow[],
  reading: Reading,
): { rows: SolvedRow[]; sums: boolean } {
  const rows = dropRunningTotals(found)
  const meets = (subset: readonly SolvedRow[]): boolean =>
    subset.length > 0 && meetsTarget(sumOf(subset), subset.length, reading.targets, reading.unit)
  if (meets(rows)) return { rows, sums: true }
  if (deductions.length > 0 && rows.length > 0) {
    const all = [...rows, ...deductions].sort((a, b) => a.line.index - b.line.index)
    if (meets(all)) return { rows: all, sums: true }
  }
  const proved = rows.filter(isReal)
  if (proved.length > 0 && proved.length < rows.length && meets(proved)) return { rows: proved, sums: true }
  const unproved = rows.filter((row) => !isReal(row))
  for (const row of unproved) {
    const rest = rows.filter((other) => other !== row)
    if (meets(rest)) return { rows: rest, sums: true }
  }
  // Amounts below the rows are often sums without a label: keeps the longest leading part that adds up.
  for (let length = rows.length - 1; length > 0; length--) {
    const part = rows.slice(0, length)
    if (rows.slice(length).some((row) => isReal(row) && row.agreement!.kind !== 'taxed')) break
    if (meets(part)) return { rows: part, sums: true }
  }
  return { rows, sums: false }
}

/** A row without arithmetic whose amount is the sum of all previous rows is a subtotal without a label. */
function dropRunningTotals(rows: readonly SolvedRow[]): SolvedRow[] {
  const kept: SolvedRow[] = []
  let sinceSubtotal: SolvedRow[] = []
  for (const row of rows) {
    const isSum = (part: readonly SolvedRow[]): boolean =>
      part.length > 1 && Math.abs(sumOf(part) - row.amount.value) < 0.011
    if (!isReal(row) && (isSum(kept) || isSum(sinceSubtotal) || isSum(kept.filter(isReal)))) {
      sinceSubtotal = []
      continue
    }
    kept.push(row)
    sinceSubtotal.push(row)
  }
  return kept
}

function rate(rows: readonly SolvedRow[], sums: boolean, roles: Roles): number {
  const classes = roles.amount.heading?.classes
  const headed = classes !== undefined && (classes.has('amount') || classes.has('unit_price'))
  let quality = sums ? 2 + 0.5 * rows.length : 0
  for (const row of rows) {
    if (row.agreement?.kind === 'product') quality += 1.5
    else if (isReal(row)) quality += 1
    else quality += sums ? 0.3 : headed ? 0.2 : -0.1
  }
  return quality + 0.2 * Math.max(-2, Math.min(5, roles.score))
}
