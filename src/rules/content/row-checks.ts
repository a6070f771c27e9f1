/** Arithmetic within one row of a table: cells that are confirmed by other cells. */
import type { EngineValues } from './sources.ts'

type Three<T> = readonly [T, T, T]

type Rule = { cells: Three<string>; holds: (...values: Three<number>) => boolean }

/** Printed amounts are rounded to the cent, or truncated in some documents. */
const CENT = 0.011
const same = (a: number, b: number) => Math.abs(a - b) < CENT

const item = (...[a, b, c]: Three<string>): Three<string> => [
  `table_column_${a}`,
  `table_column_${b}`,
  `table_column_${c}`,
]
const tax = (...[a, b, c]: Three<string>): Three<string> => [`tax_detail_${a}`, `tax_detail_${b}`, `tax_detail_${c}`]

const RULES: readonly Rule[] = [
  { cells: item('amount', 'amount_base', 'tax'), holds: (amount, base, tax) => same(amount, base + tax) },
  { cells: item('amount_total_base', 'amount_base', 'quantity'), holds: (total, base, n) => same(total, base * n) },
  { cells: item('amount_total', 'amount', 'quantity'), holds: (total, amount, n) => same(total, amount * n) },
  { cells: tax('total', 'base', 'tax'), holds: (total, base, tax) => same(total, base + tax) },
  { cells: tax('tax', 'base', 'rate'), holds: (tax, base, rate) => same(tax, (base * rate) / 100) },
]

/** Returns the names of the cells of a row that a rule confirms. Rows of zeros confirm nothing. */
export function vouchedInRow(cells: EngineValues): Set<string> {
  const read = (name: string) => Number(cells[name]?.value ?? NaN)
  const vouched = new Set<string>()
  for (const { cells: names, holds } of RULES) {
    const [a, b, c] = names
    const values = [read(a), read(b), read(c)] as const
    if (values.every((value) => Number.isFinite(value) && value !== 0) && holds(...values))
      for (const name of names) vouched.add(name)
  }
  return vouched
}
