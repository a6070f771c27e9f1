/** Finds line items and tax details among the words of a document (docs/tables.md). */
import type { DecimalMark } from '../normalise/amounts.ts'
import type { ExtractedValue, LineItem, ReadDocument, TaxDetail } from '../types.ts'
import { findSolutions } from './candidates.ts'
import type { RowSupport } from './confidence.ts'
import { agreementOf, describeRows, SUM_CHECK } from './describe.ts'
import { describeTaxes } from './describe-taxes.ts'
import { readTableLines } from './figures.ts'
import { findHeaders } from './headers.ts'
import { labelLines, ratesOf, targetsOf } from './labels.ts'
import type { Reading } from './solve.ts'
import { findTaxRows } from './taxes.ts'

/** Results of the previous stages for the document. */
export interface TableContext {
  decimal: DecimalMark
  /** The decimals of the currency; 2 by default. */
  decimals?: number
  /** Totals found by the header stage; each may be missing. */
  totals?: { base?: number; tax?: number; total?: number; due?: number }
  /** ISO 639-3. */
  language?: string | null
  locale?: string
}

/**
 * Extracts line items and tax details of a document. Rows are found by arithmetic (quantity × price = amount, rows that add up to a sum on
 * the document) and by headings; docs/tables.md describes the method.
 */
export function findTables(
  document: ReadDocument,
  context: TableContext,
): { line_items: LineItem[]; tax_details: TaxDetail[] } {
  const lines = readTableLines(document.pages, context.decimal)
  const labels = labelLines(lines)
  const totals = context.totals ?? {}
  const reading: Reading = {
    lines,
    unit: 10 ** -(context.decimals ?? 2),
    labels,
    targets: targetsOf(lines, labels, Object.values(totals)),
    rates: ratesOf(lines, labels),
  }
  const headers = findHeaders(lines)
  const solutions = findSolutions(reading, headers)
  const itemLines = new Set(solutions.flatMap((solution) => solution.rows.map((row) => row.line)))
  return {
    line_items: solutions.flatMap((solution) => describeRows(solution, reading, totals)),
    tax_details: describeTaxes(findTaxRows(reading, headers, itemLines, taxOf(totals)), totals, reading.unit),
  }
}

/** Returns the tax by the totals of a document: total − base, or else the tax that the header stage found. */
function taxOf({ base, tax, total }: NonNullable<TableContext['totals']>): number | undefined {
  return base !== undefined && total !== undefined ? Math.abs(total - base) : tax
}

/** Returns the amount of a row: its net amount if the document prints one, else the gross amount. */
export function rowAmount(item: LineItem): ExtractedValue | undefined {
  return item.table_column_amount_total_base ?? item.table_column_amount_total
}

/** Returns the evidence for a row: the key of its confidence. */
export function rowSupport(item: LineItem): RowSupport {
  const evidence = rowAmount(item)?.evidence
  const checks = evidence?.checks ?? []
  return {
    agreement: agreementOf(checks),
    sums: checks.includes(SUM_CHECK),
    headed: evidence?.generator === 'table.headed',
  }
}

/** Returns the unit price of a row, without tax if the document prints that. */
export function rowUnitPrice(item: LineItem): ExtractedValue | undefined {
  return item.table_column_amount_base ?? item.table_column_amount
}
