import table from '../model/tables.json' with { type: 'json' }
import type { Agreement } from './arithmetic.ts'

/** What speaks for a row: its arithmetic, the sum of all rows, the headings over its columns. */
export interface RowSupport {
  agreement: Agreement['kind'] | null
  sums: boolean
  headed: boolean
}

export type Cell = 'amount' | 'quantity' | 'price' | 'description' | 'other' | 'tax'

interface Bin {
  right: number
  total: number
}
const bins = table as Record<string, Record<string, Bin>>

/** Key of the table of counts; written by scripts that fit it, read here. */
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
 * Probability that a cell is right, from counts on the development set (weighted by layout), smoothed towards the rows
 * with the same proof; multiplied by the reader's own confidence in the ink.
 */
export function cellConfidence(cell: Cell, support: RowSupport, ink: number): number {
  const counts = bins[cell] ?? {}
  const key = supportKey(support)
  const own = counts[key] ?? { right: 0, total: 0 }
  const [proof] = key.split('|')
  let right = 0
  let total = 0
  for (const [other, bin] of Object.entries(counts)) {
    if (other.startsWith(`${proof}|`)) {
      right += bin.right
      total += bin.total
    }
  }
  const prior = (right + 1) / (total + 2)
  const probability = (own.right + 2 * prior) / (own.total + 2)
  return Math.min(0.99, Math.max(0.02, probability * ink))
}
