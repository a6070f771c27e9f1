import table from '../model/tables.json' with { type: 'json' }
import type { Agreement } from './arithmetic.ts'

/** Evidence for a row: its arithmetic, the sum of all rows, the headings of its columns. */
export interface RowSupport {
  agreement: Agreement['kind'] | null
  sums: boolean
  headed: boolean
}

export type Cell =
  'amount' | 'quantity' | 'price' | 'description' | 'code' | 'one of codes' | 'unit' | 'rate' | 'other' | 'tax'

interface Bin {
  right: number
  total: number
}
export type Bins = Record<string, Record<string, Bin>>
let bins = table as Bins

/** Replaces the shipped counts, to evaluate a table that was fitted on other layouts. */
export function setBins(other: Bins): void {
  bins = other
}

/** Returns the key of the table of counts, which is written by training scripts and read here. */
export function supportKey(support: RowSupport): string {
  const proof =
    support.agreement === 'product'
      ? 'product'
      : support.agreement === null
        ? 'none'
        : support.agreement === 'equal'
          ? 'equal'
          : 'extended'
  return `${proof}|${support.sums ? 'sums' : 'open'}|${support.headed ? 'headed' : 'bare'}`
}

/**
 * Expected share of correct rows on an unseen layout, before any count: the development set is smaller than the variety of documents, and
 * most of its tables add up. Based on the precision of row finders in docs/tables.md.
 */
const EXPECTED: Record<string, number> = {
  'product|sums': 0.97,
  'product|open': 0.9,
  'equal|sums': 0.95,
  'equal|open': 0.8,
  'extended|sums': 0.93,
  'extended|open': 0.75,
  'none|sums': 0.85,
  'none|open': 0.4,
}
/** Of codes, units and rates: the share of correct cells on any row of the development set, by the rule of succession. */
const CELL_FACTOR: Record<Cell, number> = {
  amount: 1,
  quantity: 1,
  price: 1,
  description: 0.85,
  code: 0.9,
  'one of codes': 0.41,
  unit: 0.98,
  rate: 0.99,
  other: 0.85,
  tax: 0.97,
}
/** Weight of the expectation as a number of counted cells. */
const EXPECTED_WEIGHT = 8

/**
 * Returns the probability that a cell is correct: counts on the development set, each layout capped, blended with the expectation for new
 * layouts, times the reader's confidence in the words.
 */
export function cellConfidence(cell: Cell, support: RowSupport, ink: number): number {
  const key = supportKey(support)
  // Without a heading a product does not show which factor is the price.
  const doubt = !support.headed && (cell === 'quantity' || cell === 'price') ? 0.85 : 1
  const expected = EXPECTED[key.slice(0, key.lastIndexOf('|'))]! * CELL_FACTOR[cell] * doubt
  const { right, total } = bins[cell]?.[key] ?? { right: 0, total: 0 }
  const probability = (right + EXPECTED_WEIGHT * expected) / (total + EXPECTED_WEIGHT)
  return Math.min(0.99, Math.max(0.02, probability * ink))
}
