/** Arithmetic within one row of a table: cells that are confirmed by other cells. */
import type { EngineValues } from './sources.ts'

type Three<T> = readonly [T, T, T]

/** `room` is how much two sides may differ. */
type Rule = { cells: Three<string>; holds: (values: Three<number>, room: number) => boolean }

const same = (a: number, b: number, room: number) => Math.abs(a - b) < room

/** Printed amounts are rounded to the cent, those in dinars to the thousandth, or truncated in some documents. */
const roomOf = (amount: string): number => 1.1 * 10 ** -((amount.split('.')[1]?.length ?? 0) === 3 ? 3 : 2)

const item = (...[a, b, c]: Three<string>): Three<string> => [
  `table_column_${a}`,
  `table_column_${b}`,
  `table_column_${c}`,
]
const tax = (...[a, b, c]: Three<string>): Three<string> => [`tax_detail_${a}`, `tax_detail_${b}`, `tax_detail_${c}`]

const RULES: readonly Rule[] = [
  { cells: item('amount', 'amount_base', 'tax'), holds: ([amount, base, tax], room) => same(amount, base + tax, room) },
  {
    cells: item('amount_total_base', 'amount_base', 'quantity'),
    holds: ([total, base, n], room) => same(total, base * n, room),
  },
  {
    cells: item('amount_total', 'amount', 'quantity'),
    holds: ([total, amount, n], room) => same(total, amount * n, room),
  },
  { cells: tax('total', 'base', 'tax'), holds: ([total, base, tax], room) => same(total, base + tax, room) },
  { cells: tax('tax', 'base', 'rate'), holds: ([tax, base, rate], room) => same(tax, (base * rate) / 100, room) },
]

/** Returns the names of the cells of a row that a rule confirms. Rows of zeros confirm nothing. */
export function vouchedInRow(cells: EngineValues): Set<string> {
  const read = (name: string) => Number(cells[name]?.value ?? NaN)
  const vouched = new Set<string>()
  for (const { cells: names, holds } of RULES) {
    const [a, b, c] = names
    const values = [read(a), read(b), read(c)] as const
    if (values.every((value) => Number.isFinite(value) && value !== 0) && holds(values, roomOf(cells[a]!.value)))
      for (const name of names) vouched.add(name)
  }
  return vouched
}
