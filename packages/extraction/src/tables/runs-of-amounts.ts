/**
 * Rows without headings and columns: lines that end in an amount, down to a line with their sum. `6 × Articles at 140.00   840.00` has its
 * figures anywhere in the text, so each line is read on its own.
 */
import { currencyOf } from '../normalise/currencies.ts'
import type { Word } from '../types.ts'
import { agree, meetsTarget } from './arithmetic.ts'
import type { Agreement } from './arithmetic.ts'
import { gap } from './bands.ts'
import type { Column } from './columns.ts'
import { countLetters, unionBox, type Figure, type TableLine } from './figures.ts'
import { areGoods, isDate, isTax } from './plausible.ts'
import type { Reading, Solution, SolvedRow } from './solve.ts'
import type { RowText } from './text.ts'

/** A line with an amount, and the lines of its description. */
interface Entry {
  line: TableLine
  amount: Figure
  texts: TableLine[]
}

interface Run {
  entries: Entry[]
  sum: number
}

/** Lines of text between two amounts, and lines of a run, beyond which nothing is searched. */
const MAX_TEXTS = 3
const MAX_ENTRIES = 60
/** Amounts of which the sum is no accident; a section may have a single one. */
const MIN_ENTRIES = 2

/** Returns the runs of lines that add up to the sum below them; several if their sums add up to another one. */
export function solveRuns(reading: Reading): Solution[] {
  const runs = findRuns(reading)
  // A summary lists the sums of the sections that follow or precede it.
  const isSummary = (run: Run): boolean =>
    run.entries.every(({ amount }) => runs.some((other) => other !== run && other.sum === amount.value))
  const details = runs.filter((run) => !isSummary(run))
  const all = details.reduce((total, run) => total + run.sum, 0)
  const chosen =
    details.length > 1 && meetsTarget(all, details.length, reading.targets, reading.unit)
      ? details
      : [...(details.length > 0 ? details : runs)]
          .filter(({ entries }) => entries.length >= MIN_ENTRIES)
          .sort((a, b) => Math.abs(b.sum) - Math.abs(a.sum))
          .slice(0, 1)
  return chosen.map(toSolution).filter(areGoods)
}

/** Returns runs outside of tables that were found, if their sums and those of the tables add up to another one. */
export function solveFurther(tables: readonly Solution[], reading: Reading): Solution[] {
  const used = new Set(tables.flatMap(({ rows }) => rows.map(({ line }) => line)))
  const runs = findRuns(reading).filter(({ entries }) => entries.every(({ line }) => !used.has(line)))
  const known = tables.reduce((sum, { rows }) => sum + rows.reduce((part, { amount }) => part + amount.value, 0), 0)
  const all = known + runs.reduce((sum, run) => sum + run.sum, 0)
  if (runs.length === 0 || !meetsTarget(all, 1, reading.targets, reading.unit)) return []
  return runs.map(toSolution).filter(areGoods)
}

function findRuns(reading: Reading): Run[] {
  const runs: Run[] = []
  const used = new Set<TableLine>()
  for (const line of reading.lines) {
    const sum = lastAmount(line)
    if (!sum || sum.value === 0) continue
    // A sum with a label that is unknown is one of the totals of the document.
    if (reading.labels.get(line) !== 'summary' && !reading.targets.includes(sum.value)) continue
    const entries = entriesAbove(line, sum, reading, used)
    if (entries.length === 0) continue
    for (const entry of entries) used.add(entry.line)
    runs.push({ entries, sum: sum.value })
  }
  return runs
}

/** Returns the lines above a sum that add up to it; none if there are no such lines. */
function entriesAbove(end: TableLine, sum: Figure, reading: Reading, used: ReadonlySet<TableLine>): Entry[] {
  const entries: Entry[] = []
  let texts: TableLine[] = []
  let below = end
  let total = 0
  for (let i = end.index - 1; i >= 0 && entries.length < MAX_ENTRIES; i--) {
    const line = reading.lines[i]!
    const label = reading.labels.get(line)
    if (line.page !== end.page || used.has(line) || label === 'summary' || label === 'carry') break
    if (gap(line, below) > 4 * line.size || texts.length > MAX_TEXTS) break
    below = line
    const amount = lastAmount(line)
    if (!amount) {
      texts.unshift(line)
      continue
    }
    const entry = readEntry(line, amount, texts, reading)
    if (!entry) break
    texts = []
    entries.unshift(entry)
    total += amount.value
    if (meetsTarget(total, 1, [sum.value], reading.unit)) return entries
  }
  // Sections and what they consist of are twice the sum.
  const parts = meetsTarget(total, 1, [2 * sum.value], reading.unit) ? withoutHeads(entries, reading.unit) : []
  return meetsTarget(sumOf(parts), 1, [sum.value], reading.unit) ? parts : []
}

const sumOf = (entries: readonly Entry[]): number => entries.reduce((sum, { amount }) => sum + amount.value, 0)

/** Leaves out the entries whose amounts are the sums of those that follow: `Storage 28.00`, `Disks 20.00`, `Backup 8.00`. */
function withoutHeads(entries: readonly Entry[], unit: number): Entry[] {
  const parts: Entry[] = []
  for (let i = 0; i < entries.length;) {
    const head = entries[i]!
    let end = i + 1
    while (end < entries.length && sumOf(entries.slice(i + 1, end)) < head.amount.value - unit / 2) end++
    const group = entries.slice(i + 1, end)
    const isHead = group.length > 0 && meetsTarget(sumOf(group), 1, [head.amount.value], unit)
    parts.push(...(isHead ? group : [head]))
    i = isHead ? end : i + 1
  }
  return parts
}

/** The description is on the line of the amount or directly above it, and continues below it. */
function readEntry(line: TableLine, amount: Figure, below: readonly TableLine[], reading: Reading): Entry | null {
  const texts: TableLine[] = [line]
  let last = line
  for (const text of below) {
    if (gap(last, text) > 0.9 * line.size || text.box[0] > amount.box[0]) break
    texts.push(text)
    last = text
  }
  if (textLetters(line, amount) > 0) return { line, amount, texts }
  const above = reading.lines[line.index - 1]
  const isName = above?.page === line.page && !lastAmount(above) && gap(above, line) < 0.9 * line.size
  return isName && textLetters(above, amount) > 0 ? { line, amount, texts: [above, ...texts] } : null
}

const textLetters = (line: TableLine, amount: Figure): number =>
  countLetters(line.words.filter((word) => !amount.words.includes(word) && word.box[0] < amount.box[0]))

/** Returns the amount of money at the end of a line, apart from what is before it. */
function lastAmount(line: TableLine): Figure | undefined {
  const figure = line.figures.at(-1)
  if (!figure || figure.percent || (figure.places < 2 && !figure.currency)) return undefined
  const end = line.words.at(-1)!
  if (!figure.words.includes(end) && countLetters([end]) > 1) return undefined
  const before = line.words.findLast((word) => word.box[2] <= figure.box[0] + 1 && !figure.words.includes(word))
  // The last word of a sentence is an amount too, but one space away from the others.
  return before && figure.box[0] - before.box[2] < 1.5 * line.size ? undefined : figure
}

function toSolution(run: Run): Solution {
  const entries = run.entries.filter(({ line }) => !isTax(line))
  const amount = columnOf(entries.map(({ line, amount }) => [line, amount]))
  const prices: [TableLine, Figure][] = []
  const quantities: [TableLine, Figure][] = []
  const rows: SolvedRow[] = []
  const texts: RowText[] = []
  for (const entry of entries) {
    const { line } = entry
    const factors = factorsOf(entry)
    if (factors?.price) prices.push([line, factors.price])
    if (factors?.quantity) quantities.push([line, factors.quantity])
    rows.push({ line, amount: entry.amount, agreement: factors?.agreement ?? null })
    texts.push(textOf(entry, [factors?.price, factors?.quantity]))
  }
  const price = columnOf(prices)
  const quantity = columnOf(quantities)
  const lines = entries.flatMap((entry) => entry.texts)
  return {
    headings: [],
    columns: [quantity, price, amount].filter((column) => column.cells.size > 0),
    roles: {
      amount,
      ...(prices.length > 0 ? { price } : {}),
      ...(quantities.length > 0 ? { quantity } : {}),
      score: 0,
    },
    rows,
    sums: true,
    texts,
    body: lines,
    quality: 2 + 0.5 * rows.length,
  }
}

function columnOf(cells: [TableLine, Figure][]): Column {
  const [left, , right] = unionBox(cells.map(([, figure]) => figure))
  return { left, right, percent: false, cells: new Map(cells) }
}

interface Factors {
  quantity: Figure
  price?: Figure
  agreement?: Agreement
}

/** Returns quantity and price in the text before the amount: by their product, a number beside a sign of multiplication or with a unit. */
function factorsOf({ line, amount, texts }: Entry): Factors | undefined {
  const figures = texts.flatMap((line) => line.figures).filter((figure) => figure !== amount && !figure.percent)
  for (const price of figures) {
    if (!price.currency && price.places < 2) continue
    for (const quantity of figures) {
      if (quantity === price || quantity.currency) continue
      const agreement = agree(quantity, price, amount)
      if (!agreement) continue
      // The dash in `Surcharge – 1 at 35.00` is no minus.
      const isPositive = agreement.price * agreement.amount > 0
      return {
        quantity,
        price,
        agreement: isPositive ? { ...agreement, quantity: Math.abs(agreement.quantity) } : agreement,
      }
    }
  }
  const words = texts.flatMap((line) => line.words)
  const quantity = figures.find(({ places, words: own }) => {
    const [before, after] = [words[words.indexOf(own[0]!) - 1], words[words.indexOf(own.at(-1)!) + 1]]
    return places === 0 && [before, after].some((word) => word && isTimes(word))
  })
  return quantity ? { quantity } : measureOf(line, amount, figures)
}

/** Returns a figure with its unit in a place of its own before the amount: `412 Hrs`. */
function measureOf(line: TableLine, amount: Figure, figures: readonly Figure[]): Factors | undefined {
  const words = line.words.filter((word) => !amount.words.includes(word))
  for (const figure of figures) {
    const at = words.indexOf(figure.words[0]!)
    const before = words[at - 1]
    const [unit, ...others] = words.slice(at + figure.words.length)
    if (at < 0 || !before || !unit || others.length > 0 || figure.currency || countLetters([unit]) === 0) continue
    if (figure.box[0] - before.box[2] < 2 * line.size || unit.box[0] - figure.box[2] > line.size) continue
    return { quantity: { ...figure, unit: { text: unit.text, words: [unit] } } }
  }
  return undefined
}

const isTimes = ({ text }: Word): boolean => /^[x×]$/i.test(text)
/** Words between the name and the figures of a line: `at`, `à`, `je`, a currency that may belong to either figure beside it. */
const isJoint = ({ text }: Word): boolean =>
  /^(?:[x×@*–-]|at|à|á|a|je|zu|per|za|po)$/i.test(text) || currencyOf(text) !== null

function textOf(entry: Entry, factors: readonly (Figure | undefined)[]): RowText {
  const taken = new Set(
    [entry.amount, ...factors].flatMap((figure) => [...(figure?.words ?? []), ...(figure?.unit?.words ?? [])]),
  )
  const description: Word[] = []
  for (const line of entry.texts) {
    const free = line.words.filter((word) => !taken.has(word))
    const hasFactor = free.length < line.words.length
    while (free.length > 1 && (isDate(free[0]!) || (hasFactor && isJoint(free[0]!)))) free.shift()
    while (hasFactor && free.length > 0 && isJoint(free.at(-1)!)) free.pop()
    description.push(...free)
  }
  return { description, details: [], code: [], uom: [] }
}
