import { agree, meetsTarget } from './arithmetic.ts'
import type { Figure, TableLine } from './figures.ts'
import { hasNoPrices, solveGoods } from './goods.ts'
import type { TableHeader } from './headers.ts'
import { areGoods, isAccount, withoutTaxes } from './plausible.ts'
import { solveFurther, solveRuns } from './runs-of-amounts.ts'
import { solveTable } from './solve.ts'
import type { Reading, Solution } from './solve.ts'

/** Returns the line item tables of a document: under their headings if there are any, else by arithmetic. */
export function findSolutions(reading: Reading, headers: readonly TableHeader[]): Solution[] {
  if (hasNoPrices(reading.lines)) {
    const goods = findGoods(headers, reading)
    if (goods.length > 0) return goods
  }
  const headed = solveHeaded(headers, reading).filter((solution) => !isAccount(solution))
  // Rows under headings that add up need no alternative.
  if (headed.some((item) => item.sums && item.quality > 3)) {
    const good = headed.filter((solution) => solution.quality > 0)
    return [...good, ...solveFurther(good, reading)]
  }
  const bare = solveBare(headers, reading).map(withoutTaxes).filter(areGoods)
  const sum = (solutions: readonly Solution[]): number => solutions.reduce((total, item) => total + item.quality, 0)
  const best =
    sum(headed) >= sum(bare) || headed.some((item) => item.sums && !bare.some((other) => other.sums)) ? headed : bare
  const kept = (best.length > 0 ? best : bare).filter((solution) => solution.quality > 0)
  const isOpen = ![...headed, ...bare].some((item) => item.sums)
  if (isOpen || kept.every(({ rows }) => rows.every((row) => row.agreement === null))) {
    const runs = solveRuns(reading)
    if (runs.length > 0 && (isOpen ? contains(runs, kept) : areSumsOf(runs, kept))) return runs
  }
  return kept.length > 0 ? kept : headed.filter(isPlausible).slice(0, 1)
}

/** Whether lines that add up contain all rows of tables that do not: those that are proved, or as many. */
function contains(runs: readonly Solution[], tables: readonly Solution[]): boolean {
  const lines = new Set(runs.flatMap(({ rows }) => rows.map(({ line }) => line)))
  const rows = tables.flatMap((table) => table.rows)
  return rows.length <= lines.size && rows.every(({ line, agreement }) => agreement === null || lines.has(line))
}

/** Whether the rows of a table are the sums of several sections. */
function areSumsOf(runs: readonly Solution[], tables: readonly Solution[]): boolean {
  const sums = runs.map(({ rows }) => rows.reduce((total, row) => total + row.amount.value, 0))
  const rows = tables.flatMap((table) => table.rows)
  return runs.length > 1 && rows.length === runs.length && rows.every((row) => meetsTarget(row.amount.value, 1, sums))
}

/** Without any arithmetic, rows under a heading count if each has a text and most have two figures. */
function isPlausible({ rows, headings }: Solution): boolean {
  const text = rows.filter(({ line }) => line.words.some((word) => /\p{L}{3}/u.test(word.text))).length
  const figures = rows.filter(({ line }) => line.figures.filter((figure) => !figure.percent).length >= 2).length
  return headings.length >= 2 && text === rows.length && figures * 2 >= rows.length
}

function findGoods(headers: readonly TableHeader[], reading: Reading): Solution[] {
  const solutions: Solution[] = []
  const used = new Set<TableHeader>()
  for (const [index, header] of headers.entries()) {
    if (header.kind !== 'items' || used.has(header)) continue
    const solution = solveGoods(header, bodyOf(header, headers, index, reading, used), reading)
    if (solution) solutions.push(solution)
  }
  return solutions
}

/** Returns the lines below a header, also where the same labels come again, usually on the next page; adds these headers to `used`. */
function bodyOf(
  header: TableHeader,
  headers: readonly TableHeader[],
  index: number,
  reading: Reading,
  used: Set<TableHeader>,
): TableLine[] {
  used.add(header)
  const body = stretch(header, headers, index, reading)
  for (let j = index + 1; j < headers.length; j++) {
    const other = headers[j]!
    if (other.kind !== 'items' || !isSame(header, other)) continue
    used.add(other)
    body.push(...stretch(other, headers, j, reading))
  }
  return body
}

function solveHeaded(headers: readonly TableHeader[], reading: Reading): Solution[] {
  const solutions: Solution[] = []
  const used = new Set<TableHeader>()
  for (const [index, header] of headers.entries()) {
    if (header.kind !== 'items' || used.has(header)) continue
    const body = bodyOf(header, headers, index, reading, used)
    const solution = solveTable(body, header.headings, reading)
    const over =
      index + 1 < headers.length && isWeaker(headers[index + 1]!, header) ? solveOver(headers, index, reading) : null
    if (over && over.quality > (solution?.quality ?? 0) + 1) {
      solutions.push(over)
      for (const other of headers) if (other.first <= over.rows[over.rows.length - 1]!.line.index) used.add(other)
    } else if (solution) solutions.push(solution)
  }
  return choose(solutions, reading)
}

/** Returns true for text inside a table that looks like a weaker header. */
const isWeaker = (other: TableHeader, header: TableHeader): boolean =>
  other.kind === 'items' && other.score < 0.75 * header.score

/** Returns the table under a header if weaker headers inside it are treated as text. */
function solveOver(headers: readonly TableHeader[], index: number, reading: Reading): Solution | null {
  const header = headers[index]!
  const next = headers.slice(index + 1).find((other) => !isWeaker(other, header))
  return solveTable(reading.lines.slice(header.last + 1, next?.first), header.headings, reading)
}

/** Returns the lines from a header to the next one. */
function stretch(header: TableHeader, headers: readonly TableHeader[], index: number, reading: Reading): TableLine[] {
  const next = headers[index + 1]
  return reading.lines.slice(header.last + 1, next ? next.first : undefined)
}

function isSame(a: TableHeader, b: TableHeader): boolean {
  // The same labels are set closer together on one page than on another.
  const [labels, others] = [a, b].map(({ headings }) => headings.flatMap((heading) => heading.parts ?? [heading]))
  if (labels!.length !== others!.length) return false
  return labels!.every((heading, i) => {
    const other = others![i]!
    return heading.text === other.text || Math.abs(heading.box[0] - other.box[0]) < 8
  })
}

/** Several tables: all that add up, or have proven rows, unless one of them contains the others. */
function choose(solutions: Solution[], reading: Reading): Solution[] {
  if (solutions.length < 2) return solutions
  const ranked = [...solutions].sort((a, b) => b.quality - a.quality)
  const best = ranked[0]!
  const kept = ranked.filter((solution) => {
    if (solution === best) return true
    const proved = solution.rows.filter(
      (row) => row.agreement?.kind === 'product' || row.agreement?.kind === 'equal',
    ).length
    if (best.sums) return solution.sums && proved * 2 > solution.rows.length && !coversTotal(best, reading)
    return solution.quality > 1 && proved * 2 >= solution.rows.length
  })
  return kept.sort((a, b) => a.rows[0]!.line.index - b.rows[0]!.line.index)
}

/** Returns true if the rows of one table already account for the largest sums of the document. */
function coversTotal(solution: Solution, reading: Reading): boolean {
  const sum = Math.abs(solution.rows.reduce((total, row) => total + row.amount.value, 0))
  const largest = Math.max(...reading.targets.map(Math.abs))
  return sum >= 0.6 * largest
}

/** Without a header: ranges with lines on which one figure is the product of two others, or one column that adds up. */
function solveBare(headers: readonly TableHeader[], reading: Reading): Solution[] {
  const seeds = reading.lines.filter((line) => hasProduct(line) && reading.labels.get(line) !== 'summary')
  const stretches: TableLine[][] = []
  const pages = new Set(seeds.map((line) => line.page))
  if (seeds.length > 0) {
    const first = seeds[0]!.index
    stretches.push(reading.lines.slice(Math.max(0, first - 6)).filter((line) => line.page >= Math.min(...pages)))
  }
  const taxes = headers.find((header) => header.kind === 'taxes')
  const start = reading.lines.findIndex((line) => line.figures.some((figure) => figure.places === 2))
  if (start >= 0)
    stretches.push(reading.lines.slice(Math.max(0, start - 3), taxes && taxes.first > start ? taxes.first : undefined))
  const solutions: Solution[] = []
  for (const body of stretches) {
    const solution = solveTable(body, [], reading)
    if (!solution) continue
    const proved = solution.rows.filter((row) => row.agreement?.kind === 'product').length
    const equal = solution.rows.every((row) => row.agreement?.kind === 'product' || row.agreement?.kind === 'equal')
    if (proved > 0 || (solution.sums && (solution.rows.length > 1 || equal))) solutions.push(solution)
  }
  return solutions.sort((a, b) => b.quality - a.quality).slice(0, 1)
}

/** Returns true if, of three figures from left to right, the last or any amount of money is the product of the others. */
function hasProduct(line: TableLine): boolean {
  const figures = line.figures.filter((figure) => !figure.percent).slice(0, 10)
  const isMoney = (figure: Figure): boolean => figure.places >= 2 || figure.currency
  return figures.some((amount, place) =>
    figures.some((price, other) =>
      figures.some((quantity, third) => {
        if (price === amount || quantity === amount || quantity === price) return false
        if (!isMoney(amount) && (Math.abs(amount.value) < 20 || other > place || third > place)) return false
        return agree(quantity, price, amount)?.kind === 'product'
      }),
    ),
  )
}
