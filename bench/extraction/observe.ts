import { HEADER_KEYS, LINE_KEYS } from '@sheaf/extraction/stages'
import type { Extraction, HeaderField, LineItem } from '@sheaf/extraction/types'
import type { Entry, TruthValue } from './corpus.ts'
import { isRight } from './match.ts'
import { type Observation, type Score, scoreOf } from './metrics.ts'

/** Fields of the report, in its order. */
export const REPORTED = [
  'document_id',
  'order_id',
  'date_issue',
  'date_due',
  'date_uzp',
  'amount_total',
  'amount_total_tax',
  'amount_total_base',
  'amount_due',
  'currency',
  'iban',
  'bic',
  'sender_vat_id',
  'recipient_vat_id',
  'sender_name',
  'sender_address',
  'recipient_name',
] as const satisfies readonly HeaderField[]

/** Returns the prediction for one field, or null if the truth is incomplete. */
export function observe(entry: Entry, extraction: Extraction, field: HeaderField): Observation | null {
  const key = HEADER_KEYS[field]
  const found = extraction.fields[field]
  const truth = entry.visible.includes(key)
  if (!truth && !entry.absent.includes(key)) return null
  return {
    group: entry.group,
    source: entry.source,
    truth,
    predicted: found !== undefined,
    right: truth && found !== undefined && isRight(key, found.value, entry.truth[key] as TruthValue),
    confidence: found?.confidence ?? 0,
  }
}

export interface RowCounts {
  group: string
  source: string
  right: number
  predicted: number
  truth: number
  /** Rows whose description, quantity and amount are all correct. */
  complete: number
}

/** Compares the line items by the amount of the row; null for documents without line items in the truth. */
export function observeRows(entry: Entry, extraction: Extraction): RowCounts | null {
  const truth = (entry.truth.line_items ?? []).filter((item) => typeof item.amount_total === 'number')
  if (truth.length === 0) return null
  const left = extraction.line_items.map(keysOf).filter((item) => item.amount_total !== undefined)
  const counts: RowCounts = {
    group: entry.group,
    source: entry.source,
    right: 0,
    predicted: left.length,
    truth: truth.length,
    complete: 0,
  }
  for (const item of truth) {
    const same = left.filter((row) => isRight('amount_total', row.amount_total!, item.amount_total!))
    const match = same.find((row) => isComplete(row, item)) ?? same[0]
    if (!match) continue
    left.splice(left.indexOf(match), 1)
    counts.right += 1
    if (isComplete(match, item)) counts.complete += 1
  }
  return counts
}

function isComplete(row: Record<string, string>, item: Record<string, TruthValue>): boolean {
  const quantity =
    item.quantity === undefined ||
    item.quantity === null ||
    (row.quantity !== undefined && Math.abs(Number(row.quantity) - Number(item.quantity)) < 0.0005)
  const description =
    !item.description || (row.description !== undefined && isRight('description', row.description, item.description))
  return quantity && description
}

function keysOf(item: LineItem): Record<string, string> {
  const row: Record<string, string> = {}
  for (const [column, key] of LINE_KEYS) if (item[column]) row[key] ??= item[column].value
  return row
}

/** Returns precision, recall and F1 of rows by their amount, and the share of complete rows, averaged over groups. */
export function scoreRows(rows: readonly RowCounts[]): Score & { complete: number } {
  const groups = [...Map.groupBy(rows, ({ group }) => group).values()].map((own) => {
    const sum = (key: 'right' | 'predicted' | 'truth' | 'complete'): number =>
      own.reduce((all, one) => all + one[key], 0)
    return { ...scoreOf(sum('right'), sum('predicted'), sum('truth')), complete: sum('complete') / sum('truth') }
  })
  const mean = (key: 'precision' | 'recall' | 'f1' | 'complete'): number =>
    groups.reduce((all, one) => all + one[key], 0) / groups.length
  return { precision: mean('precision'), recall: mean('recall'), f1: mean('f1'), complete: mean('complete') }
}
