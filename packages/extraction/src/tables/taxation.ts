import type { Column } from './columns.ts'
import type { Figure, TableLine } from './figures.ts'
import { cellNear } from './roles.ts'
import type { Solution } from './solve.ts'

/** Whether the amounts of a table include tax, and the related columns. */
export interface Taxation {
  /** True if the column by which the rows were found contains amounts with tax. */
  gross: boolean
  /** The other kind of amount, if the table prints both. */
  partner?: Column
  rate?: Column
  tax?: Column
}

interface Totals {
  base?: number
  total?: number
}

/** Finds rate, tax and the second amount of the rows by arithmetic, or by the headings if that is inconclusive. */
export function findTaxation(solution: Solution, totals: Totals): Taxation {
  const { roles, rows, columns } = solution
  const lines = rows.map((row) => row.line)
  const anchors = new Set(lines)
  const free = columns.filter(
    (column) => column !== roles.amount && column !== roles.price && column !== roles.quantity,
  )
  const inRows = (column: Column): number => lines.filter((line) => column.cells.has(line)).length
  const common = free.filter((column) => inRows(column) * 2 > rows.length)
  const rates = common.filter((column) => isRate(column))
  const rate = rates.find((column) => column.heading?.classes.has('rate')) ?? rates[0]
  const rateOf = (line: TableLine): number | undefined => rate && cellNear(rate, line, anchors)?.value
  const share = (test: (line: TableLine, amount: number) => boolean): number =>
    rows.filter((row) => test(row.line, row.agreement?.amount ?? row.amount.value)).length / rows.length
  let partner: Column | undefined
  let tax: Column | undefined
  let gross: boolean | undefined
  for (const column of common) {
    if (column === rate || column.percent) continue
    const value = (line: TableLine): number => column.cells.get(line)?.value ?? Number.NaN
    if (share((line, amount) => isTaxOf(value(line), amount, rateOf(line))) > 0.6) {
      tax = column
      continue
    }
    if (!partner && share((line, amount) => isTaxed(amount, value(line), rateOf(line))) > 0.6) {
      partner = column
      gross = false
    } else if (!partner && share((line, amount) => isTaxed(value(line), amount, rateOf(line))) > 0.6) {
      partner = column
      gross = true
    }
    if (!tax && column.heading?.classes.has('tax')) tax = column
  }
  partner ??= common.find((column) => {
    const heading = column.heading
    const other = roles.amount.heading
    return (
      column !== tax &&
      heading &&
      other &&
      heading.classes.has('amount') &&
      (heading.gross || other.gross) &&
      heading.gross !== other.gross
    )
  })
  const heading = roles.amount.heading
  if (gross === undefined && heading && heading.gross !== heading.net) gross = heading.gross
  if (gross === undefined && totals.base !== undefined && totals.total !== undefined && totals.base !== totals.total) {
    const sum = rows.reduce((total, row) => total + row.amount.value, 0)
    gross = Math.abs(sum - totals.total) < 0.02 && Math.abs(sum - totals.base) > 0.02
  }
  return { gross: gross ?? false, ...(partner ? { partner } : {}), ...(rate ? { rate } : {}), ...(tax ? { tax } : {}) }
}

function isRate(column: Column): boolean {
  const classes = column.heading?.classes
  const figures = [...column.cells.values()]
  if (classes?.has('discount') && !classes.has('rate')) return false
  if (column.percent) return figures.every((figure) => figure.value >= 0 && figure.value <= 30)
  if (!classes?.has('rate') || classes.has('amount')) return false
  return figures.every((figure) => isWhole(figure) && figure.value >= 0 && figure.value <= 30)
}

const isWhole = (figure: Figure): boolean => figure.places <= 1 || Number.isInteger(figure.value)

/** Returns true if `tax` is the tax of an amount, which is with or without it. */
function isTaxOf(tax: number, amount: number, rate: number | undefined): boolean {
  if (!Number.isFinite(tax) || tax === 0 || !rate) return false
  const room = 0.0151 + 0.00002 * Math.abs(amount)
  return [rate / 100, rate / (100 + rate)].some((part) => Math.abs(Math.abs(amount * part) - Math.abs(tax)) <= room)
}

/** Returns true if `full` is `net` plus tax: with the rate of the row, else with one of the usual rates. */
function isTaxed(net: number, full: number, rate: number | undefined): boolean {
  if (!Number.isFinite(full) || net === 0 || Math.abs(full) <= Math.abs(net)) return false
  return rate !== undefined && Math.abs(net * (1 + rate / 100) - full) <= 0.0151 + 0.00002 * Math.abs(net)
}
