import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decideDecimalMark } from '@sheaf/extraction/normalise'
import {
  cellConfidence,
  setBins,
  ONE_OF_CODES,
  supportKey,
  type Bins,
  type Cell,
  type RowSupport,
  readTableLines,
  findTables,
  rowAmount,
  rowSupport,
  rowUnitPrice,
} from '@sheaf/extraction/stages'
import type { LineItem } from '@sheaf/extraction/types'
import { loadEntries, readEntry } from './corpus.ts'
import type { Entry } from './corpus.ts'

/**
 * Counts how often the cells of line items are correct, by the evidence for their row, and writes the table that
 * packages/extraction/src/tables/confidence.ts reads. Prints the calibration error with each layout left out in turn. Usage: fit-tables.ts
 * DATA_FOLDER CACHE_FOLDER
 */
interface Sample {
  group: string
  cell: Cell
  support: RowSupport
  right: boolean
}

/** Maximum count of one layout per bin, so that the largest does not dominate. */
const MAX_PER_LAYOUT = 8

/** Cells beside the description and the amounts, with their column and the comparison of a truth with a value. */
const TEXT_CELLS = [
  ['code', 'table_column_code', similar],
  ['unit', 'table_column_uom', similar],
  ['rate', 'table_column_rate', (truth: unknown, value: string) => same(truth, Number(value))],
] as const

const [dataFolder, cacheFolder] = process.argv.slice(2)
if (!dataFolder || !cacheFolder) throw new Error('Usage: fit-tables.ts DATA_FOLDER CACHE_FOLDER')

const samples: Sample[] = []
for (const entry of loadEntries(dataFolder)) {
  if (entry.truth.line_items && entry.truth.line_items.length > 0) samples.push(...(await judge(entry, cacheFolder)))
}
report(samples)
writeFileSync(
  join(import.meta.dirname, '../../packages/extraction/src/model/tables.json'),
  `${JSON.stringify(count(samples), null, 2)}\n`,
)

async function judge(entry: Entry, cache: string): Promise<Sample[]> {
  const document = await readEntry(entry, cache)
  const decimal = decideDecimalMark(document.pages.flatMap((page) => page.words.map((word) => word.text)))
  const truth = entry.truth.line_items!
  const printed = new Set(
    readTableLines(document.pages, decimal).flatMap((line) => line.figures.map((f) => Math.abs(f.value).toFixed(2))),
  )
  const shown = truth.filter((row) => printed.has(Math.abs(Number(row['amount_total'])).toFixed(2)))
  // Truth that was not printed does not show whether the reading is correct.
  if (shown.length * 2 < truth.length) return []
  const open = [...truth]
  const words = fold(document.pages.flatMap((page) => page.words.map((word) => word.text)).join(' '))
  return findTables(document, { decimal }).line_items.flatMap((item) => judgeRow(entry.group, item, open, words))
}

/** @param words All words of the document, folded: a code or a unit counts only if its truth is printed as it is. */
function judgeRow(group: string, item: LineItem, open: Record<string, unknown>[], words: string): Sample[] {
  const support = rowSupport(item)
  const amount = Number(rowAmount(item)?.value)
  const fits = open.filter((row) => same(row['amount_total'], amount))
  const match = fits.find((row) => similar(row['description'], item.table_column_description?.value)) ?? fits[0]
  if (match) open.splice(open.indexOf(match), 1)
  const cells: Sample[] = [{ group, cell: 'amount', support, right: match !== undefined }]
  if (item.table_column_description) {
    const right = match !== undefined && similar(match['description'], item.table_column_description.value)
    cells.push({ group, cell: 'description', support, right })
  }
  if (item.table_column_quantity && (!match || match['quantity'] != null)) {
    const right = match !== undefined && same(match['quantity'], Number(item.table_column_quantity.value))
    cells.push({ group, cell: 'quantity', support, right })
  }
  const price = rowUnitPrice(item)
  if (price && (!match || match['unit_price'] != null)) {
    cells.push({
      group,
      cell: 'price',
      support,
      right: match !== undefined && same(match['unit_price'], Number(price.value)),
    })
  }
  const truths = { code: match?.['code'], unit: match?.['unit'], rate: match?.['tax_rate'] }
  for (const [cell, column, fits] of TEXT_CELLS) {
    const [found, truth] = [item[column], truths[cell]]
    if (!found || truth === undefined || truth === null) continue
    if (cell !== 'rate' && !words.includes(fold(String(truth)))) continue
    const isOneOf = found.evidence.generator === ONE_OF_CODES
    cells.push({ group, cell: isOneOf ? 'one of codes' : cell, support, right: fits(truth, found.value) })
  }
  return cells
}

function fold(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim()
}

function same(truth: unknown, value: number): boolean {
  return Math.abs(Math.abs(Number(truth)) - Math.abs(value)) < 0.006
}

function similar(truth: unknown, value: string | undefined): boolean {
  const a = fold(String(truth ?? ''))
  const b = fold(value ?? '')
  const longest = Math.max(a.length, b.length)
  return longest === 0 || distance(a, b) <= 0.1 * longest
}

function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    above = row
  }
  return above[b.length]!
}

function count(all: readonly Sample[]): Bins {
  const perLayout = new Map<string, { cell: Cell; key: string; right: number; total: number }>()
  for (const { group, cell, support, right } of all) {
    const key = supportKey(support)
    const bin = perLayout.get(`${group}/${cell}/${key}`) ?? { cell, key, right: 0, total: 0 }
    perLayout.set(`${group}/${cell}/${key}`, bin)
    bin.total++
    if (right) bin.right++
  }
  const bins: Bins = {}
  for (const { cell, key, right, total } of perLayout.values()) {
    const weight = Math.min(1, MAX_PER_LAYOUT / total)
    const bin = ((bins[cell] ??= {})[key] ??= { right: 0, total: 0 })
    bin.right = Math.round((bin.right + weight * right) * 100) / 100
    bin.total = Math.round((bin.total + weight * total) * 100) / 100
  }
  return bins
}

function report(all: readonly Sample[]): void {
  const groups = [...new Set(all.map((sample) => sample.group))]
  const judged: { cell: Cell; confidence: number; right: boolean }[] = []
  for (const group of groups) {
    setBins(count(all.filter((sample) => sample.group !== group)))
    for (const sample of all.filter((item) => item.group === group)) {
      judged.push({
        cell: sample.cell,
        confidence: cellConfidence(sample.cell, sample.support, 1),
        right: sample.right,
      })
    }
  }
  for (const cell of new Set(judged.map((item) => item.cell))) {
    const own = judged.filter((item) => item.cell === cell)
    const buckets = Map.groupBy(own, (item) => Math.floor(item.confidence * 10))
    let error = 0
    for (const bucket of buckets.values()) {
      const mean = bucket.reduce((sum, item) => sum + item.confidence, 0) / bucket.length
      const right = bucket.filter((item) => item.right).length / bucket.length
      error += (Math.abs(mean - right) * bucket.length) / own.length
    }
    const accuracy = own.filter((item) => item.right).length / own.length
    process.stdout.write(
      `${cell}: ${own.length} cells, right ${accuracy.toFixed(3)}, calibration error ${error.toFixed(3)}\n`,
    )
  }
}
