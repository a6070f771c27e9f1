import { formatAmount } from '../normalise/amounts.ts'
import type { TaxColumn, TaxDetail } from '../types.ts'
import { cellConfidence } from './confidence.ts'
import type { Figure } from './figures.ts'
import type { TaxRow } from './taxes.ts'

/** Converts the rows of the tax summary to tax details; a row confirmed by the totals of the document has a higher confidence. */
export function describeTaxes(
  rows: readonly TaxRow[],
  totals: { base?: number; tax?: number },
  unit = 0.01,
): TaxDetail[] {
  const sum = (pick: (row: TaxRow) => Figure | undefined): number =>
    rows.reduce((total, row) => total + (pick(row)?.value ?? 0), 0)
  const meets = (value: number, target: number | undefined): boolean =>
    target !== undefined && Math.abs(Math.abs(value) - Math.abs(target)) < 2 * unit
  const sums = meets(
    sum((row) => row.tax),
    totals.tax,
  )
  return rows.map((row) => {
    const detail: TaxDetail = {}
    const checks = [...row.checks, ...(sums ? ['sum(taxes)=tax'] : [])]
    const put = (name: TaxColumn, figure: Figure | undefined): void => {
      if (!figure) return
      const ink = figure.confidence
      detail[name] = {
        text: figure.text,
        value: formatAmount(figure.value, figure.places),
        confidence: cellConfidence('tax', { agreement: 'product', sums, headed: row.headed }, ink),
        page: row.line.page,
        position: figure.box,
        evidence: { generator: row.headed ? 'taxes.headed' : 'taxes.arithmetic', checks },
      }
    }
    put('tax_detail_base', row.base)
    put('tax_detail_rate', row.rate)
    put('tax_detail_tax', row.tax)
    put('tax_detail_total', row.total)
    return detail
  })
}
