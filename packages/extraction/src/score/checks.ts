import { isIban, parseVat } from '../normalise/ids.ts'
import type { Extraction, HeaderField, LineItem, TaxDetail } from '../types.ts'

/** Returns the consistency checks that hold between the extracted values, and the fields they confirm. */
export function findChecks(
  fields: Extraction['fields'],
  items: readonly LineItem[],
  details: readonly TaxDetail[],
): Extraction['checks'] {
  const checks: Extraction['checks'] = []
  const amount = (field: HeaderField): number | undefined => (fields[field] ? Number(fields[field].value) : undefined)
  const unit = unitOf(fields)
  // `room` in the smallest unit of the currency.
  const holds = (name: string, names: HeaderField[], left: number, right: number, room = 1.1): void => {
    if (Math.abs(left - right) < room * unit) checks.push({ name, fields: names })
  }
  const [total, base, tax] = [amount('amount_total'), amount('amount_total_base'), amount('amount_total_tax')]
  const [due, paid, rounding] = [amount('amount_due'), amount('amount_paid'), amount('amount_rounding')]
  if (total !== undefined && base !== undefined && tax !== undefined) {
    holds('total=base+tax', ['amount_total', 'amount_total_base', 'amount_total_tax'], total, base + tax)
  }
  if (due !== undefined && total !== undefined) {
    const names: HeaderField[] = ['amount_due', 'amount_total']
    if (paid !== undefined) names.push('amount_paid')
    if (rounding !== undefined) names.push('amount_rounding')
    holds('due=total-paid+rounding', names, due, total - Math.abs(paid ?? 0) + (rounding ?? 0))
  }
  const rows = items.map((item) => item.table_column_amount_total_base ?? item.table_column_amount_total)
  if (rows.length > 0 && rows.every((row) => row !== undefined)) {
    const sum = rows.reduce((all, row) => all + Number(row!.value), 0)
    if (base !== undefined) holds('sum(line_items)=base', ['amount_total_base'], sum, base, 2 + rows.length * 0.5)
    if (total !== undefined && total !== base)
      holds('sum(line_items)=total', ['amount_total'], sum, total, 2 + rows.length * 0.5)
  }
  const taxes = details.map((detail) => detail.tax_detail_tax)
  if (tax !== undefined && taxes.length > 0 && taxes.every((entry) => entry !== undefined)) {
    holds(
      'sum(tax_details)=tax',
      ['amount_total_tax'],
      taxes.reduce((all, entry) => all + Number(entry!.value), 0),
      tax,
      3,
    )
  }
  if (fields.date_issue && fields.date_due && fields.date_issue.value <= fields.date_due.value) {
    checks.push({ name: 'issue<=due', fields: ['date_issue', 'date_due'] })
  }
  if (fields.iban && isIban(fields.iban.value)) checks.push({ name: 'mod97', fields: ['iban'] })
  for (const field of ['sender_vat_id', 'recipient_vat_id'] as const) {
    const value = fields[field]
    // A number without the code of its country is checked where its label names the kind.
    if (value && (parseVat(value.value)?.valid || value.evidence.checks?.includes('valid')))
      checks.push({ name: 'vat-checksum', fields: [field] })
  }
  return checks
}

const SUMS = ['amount_total', 'amount_total_base', 'amount_total_tax', 'amount_due'] as const

/** Returns the smallest unit of the sums as they are written: cents, thousandths of dinars, whole yen. */
function unitOf(fields: Extraction['fields']): number {
  const written = SUMS.flatMap((field) => fields[field]?.value ?? [])
  return 10 ** -Math.max(0, ...written.map((value) => value.split('.')[1]?.length ?? 0))
}
