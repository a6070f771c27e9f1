import type { DecimalMark } from '../normalise/amounts.ts'
import { formatAmount } from '../normalise/amounts.ts'
import type { ExtractedValue, LineItem, ReadDocument, TaxDetail, Word } from '../types.ts'
import { findSolutions } from './candidates.ts'
import { readTableLines, unionBox } from './figures.ts'
import type { Figure, TableLine } from './figures.ts'
import { labelLines, targetsOf } from './labels.ts'
import { cellNear } from './roles.ts'
import type { Reading, Solution, SolvedRow } from './solve.ts'
import { attachTexts } from './text.ts'
import type { RowText } from './text.ts'

/** What the stages before know of the document. */
export interface TableContext {
  decimal: DecimalMark
  /** Totals the header stage has found; any of them may be missing. */
  totals?: { base?: number; tax?: number; total?: number; due?: number }
  /** ISO 639-3. */
  language?: string | null
  locale?: string
}

/** Line items and tax details of a document. */
export function findTables(
  document: ReadDocument,
  context: TableContext,
): { line_items: LineItem[]; tax_details: TaxDetail[] } {
  const lines = readTableLines(document.pages, context.decimal)
  const labels = labelLines(lines)
  const reading: Reading = { lines, labels, targets: targetsOf(lines, labels, Object.values(context.totals ?? {})) }
  const items: LineItem[] = []
  for (const solution of findSolutions(reading)) items.push(...describeRows(solution, reading))
  return { line_items: items, tax_details: [] }
}

/** The amount a row is known by: its net amount where the document prints one, else the other. */
export function rowAmount(item: LineItem): ExtractedValue | undefined {
  return item.table_column_amount_total_base ?? item.table_column_amount_total
}

/** The price of one unit of a row, without tax where the document prints that. */
export function rowUnitPrice(item: LineItem): ExtractedValue | undefined {
  return item.table_column_amount_base ?? item.table_column_amount
}

function describeRows(solution: Solution, reading: Reading): LineItem[] {
  const texts = attachTexts(solution, reading)
  const anchors = new Set(solution.rows.map((row) => row.line))
  return solution.rows.map((row, index) => describeRow(solution, row, texts[index]!, anchors))
}

function describeRow(solution: Solution, row: SolvedRow, text: RowText, anchors: ReadonlySet<TableLine>): LineItem {
  const { roles } = solution
  const item: LineItem = {}
  const page = row.line.page
  const checks = row.agreement ? [`quantity*price=amount:${row.agreement.kind}`] : []
  if (solution.sums) checks.push('sum(rows)=total')
  const put = (name: keyof LineItem, words: readonly Word[], value: string, text: string, label?: string): void => {
    item[name] = {
      text,
      value,
      confidence: 0.5,
      page,
      position: unionBox(words),
      evidence: { generator: 'table', ...(label ? { label } : {}), ...(checks.length > 0 ? { checks } : {}) },
    }
  }
  const putFigure = (
    name: keyof LineItem,
    figure: Figure | undefined,
    value: number | undefined,
    label?: string,
  ): void => {
    if (figure) put(name, figure.words, formatAmount(value ?? figure.value, figure.places), figure.text, label)
  }
  const putWords = (name: keyof LineItem, words: readonly Word[]): void => {
    if (words.length === 0) return
    const joined = words.map((word) => word.text).join(' ')
    put(name, words, joined, joined)
  }
  const gross = roles.amount.heading?.gross === true && !roles.amount.heading.net
  putWords('table_column_description', text.description)
  putWords('table_column_code', text.code)
  putWords('table_column_other', text.details)
  const quantity = roles.quantity && cellNear(roles.quantity, row.line, anchors)
  const price = roles.price && cellNear(roles.price, row.line, anchors)
  putFigure('table_column_quantity', quantity, row.agreement?.quantity, roles.quantity?.heading?.text)
  if (quantity?.unit) put('table_column_uom', quantity.unit.words, quantity.unit.text, quantity.unit.text)
  else putWords('table_column_uom', text.uom)
  putFigure(
    gross ? 'table_column_amount' : 'table_column_amount_base',
    price,
    row.agreement?.price,
    roles.price?.heading?.text,
  )
  putFigure(
    gross ? 'table_column_amount_total' : 'table_column_amount_total_base',
    row.amount,
    row.agreement?.amount,
    roles.amount.heading?.text,
  )
  return item
}
