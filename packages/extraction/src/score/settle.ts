/**
 * The amounts of a document together, after each has been chosen: signs that agree, the decimals of the currency, and the check that total −
 * base is the tax. And its dates, whose day and month may be swapped.
 */
import type { Analysis } from '../find/analyse.ts'
import { AMBIGUOUS } from '../find/dates.ts'
import { formatAmount, parseAmount } from '../normalise/amounts.ts'
import { decimalsOf } from '../normalise/currencies.ts'
import type { ExtractedValue, Extraction, HeaderField } from '../types.ts'
import type { DescribedByKind } from './describe.ts'
import { doubt } from './doubts.ts'

type Fields = Extraction['fields']
const SUMS = ['amount_total', 'amount_total_base', 'amount_total_tax'] as const

const negate = (value: ExtractedValue): ExtractedValue => ({
  ...value,
  value: value.value.startsWith('-') ? value.value.slice(1) : `-${value.value}`,
})

const numberOf = (value: ExtractedValue | undefined): number | undefined => (value ? Number(value.value) : undefined)

/**
 * Gives base, tax and total of a document the same sign, in place. Documents print the sign of one of them only, or mark some by parentheses
 * and one by a minus. On a credit note one negative amount makes the others negative; elsewhere the sign of the total counts, if they add up.
 * An amount whose printed sign is another one is doubtful, and so is a total against which the others are.
 */
export function settleSigns(fields: Fields, type: string | undefined, decimals: number): void {
  const known = SUMS.flatMap((field) => {
    const number = numberOf(fields[field])
    return number ? [{ field, number }] : []
  })
  const negative = known.filter(({ number }) => number < 0).length
  if (known.length > 1 && negative > 0 && negative < known.length) {
    const isCredit = type === 'credit_note'
    const [total, base, tax] = SUMS.map((field) => Math.abs(numberOf(fields[field]) ?? Number.NaN))
    const addsUp = Math.abs(base! + tax! - total!) < 1.5 * 10 ** -decimals
    if (!isCredit && !addsUp) return
    const isNegative = isCredit || known[0]!.number < 0
    const others = known.filter(({ number }) => number < 0 !== isNegative)
    for (const { field } of others) fields[field] = doubt(negate(fields[field]!), 'sign-disagrees')
    if (!isCredit && others.length * 2 > known.length)
      fields.amount_total = doubt(fields.amount_total!, 'sign-disagrees')
  }
  const [total, due] = [numberOf(fields.amount_total), numberOf(fields.amount_due)]
  // What is to be paid back is the total of a credit note.
  if (type === 'credit_note' && total && due && total === -due && total < 0)
    fields.amount_due = doubt(negate(fields.amount_due!), 'sign-disagrees')
}

/**
 * Limits the confidence of a tax that is not the difference of total and base, in place: one of several taxes, or a base. What else the total
 * contains is printed: a discount, a rounding, costs of shipping.
 */
export function checkTax(fields: Fields, amounts: DescribedByKind['amount'], decimals: number): void {
  const [total, base, tax] = SUMS.map((field) => numberOf(fields[field]))
  if (total === undefined || base === undefined || tax === undefined) return
  const room = 1.5 * 10 ** -decimals
  const rest = Math.abs(Math.abs(total) - Math.abs(base) - Math.abs(tax))
  if (rest < room) return
  const isExplained = amounts.some(({ candidate, relations, features }) => {
    const label = relations.left[0]?.label
    return (
      Math.abs(Math.abs(candidate.number!) - rest) < room &&
      !candidate.traits.includes('percent') &&
      label !== undefined &&
      !label.classes.has('tax') &&
      !features.includes('A=tax')
    )
  })
  if (!isExplained) fields.amount_total_tax = doubt(fields.amount_total_tax!, 'tax-disagrees')
}

/** Cells of rows that are sums, whose sign is that of the document. */
const ROW_SUMS = ['table_column_amount_total_base', 'table_column_amount_total', 'table_column_tax'] as const
const TAX_SUMS = ['tax_detail_base', 'tax_detail_tax', 'tax_detail_total'] as const

/** Gives the rows and taxes of a document with a negative total its sign, in place, if they add up to it but for their sign. */
export function settleRows(
  tables: Pick<Extraction, 'line_items' | 'tax_details'>,
  fields: Fields,
  decimals: number,
): void {
  const [total, base, tax] = SUMS.map((field) => numberOf(fields[field]))
  if (total === undefined || total >= 0) return
  negateRows(tables.line_items, ROW_SUMS, [base, total], decimals)
  negateRows(tables.tax_details, TAX_SUMS, [tax], decimals)
}

function negateRows(
  rows: Partial<Record<string, ExtractedValue>>[],
  names: readonly string[],
  sums: readonly (number | undefined)[],
  decimals: number,
): void {
  const room = (1 + rows.length / 2) * 10 ** -decimals
  const isSum = names.some((name) => {
    const cells = rows.flatMap((row) => numberOf(row[name]) ?? [])
    if (cells.length < rows.length || cells.some((cell) => cell < 0)) return false
    const sum = cells.reduce((all, cell) => all + cell, 0)
    return sum > 0 && sums.some((other) => other !== undefined && Math.abs(sum + other) < room)
  })
  if (!isSum) return
  for (const row of rows)
    for (const name of names)
      if (row[name] && Number(row[name].value) !== 0) row[name] = doubt(negate(row[name]), 'sign-disagrees')
}

/**
 * Limits the confidence of amounts with three decimals in a document whose currency has two, in place: the mark of the decimals may be that
 * of the thousands.
 */
export function checkDecimals(fields: Fields, { decimal, decimals }: Pick<Analysis, 'decimal' | 'decimals'>): void {
  if (decimals === 3) return
  for (const field of [...SUMS, 'amount_due'] as const) {
    const found = fields[field]
    if (found && parseAmount(found.text, decimal)?.places === 3) fields[field] = doubt(found, 'decimals-unsure')
  }
}

/** Limits the confidence of dates whose day and month may be swapped (`find/date-order.ts`), in place, whatever their label. */
export function checkDates(fields: Fields, { candidates }: Pick<Analysis, 'candidates'>): void {
  const ambiguous = candidates.date.filter(({ traits }) => traits.includes(AMBIGUOUS))
  if (ambiguous.length === 0) return
  for (const [field, found] of Object.entries(fields) as [HeaderField, ExtractedValue][])
    if (
      ambiguous.some(
        ({ value, text, segment }) =>
          value === found.value && text === found.text && segment.page.number === found.page,
      )
    )
      fields[field] = doubt(found, 'date-ambiguous')
}

const isAmount = (field: string): field is HeaderField => field.startsWith('amount_')

/**
 * Writes all amounts with the decimals that are printed, and at least those of the currency, in place: `12.250` in dinars, `1234` in yen,
 * `12.50` in euros, also if the cents are left out.
 */
export function writeDecimals(
  { fields, alternatives = {} }: Pick<Extraction, 'fields' | 'alternatives'>,
  { decimal }: Pick<Analysis, 'decimal'>,
): void {
  const least = fields.currency ? decimalsOf(fields.currency.value) : 2
  const write = (found: ExtractedValue): ExtractedValue => {
    const number = Number(found.value)
    if (found.value === '' || !Number.isFinite(number)) return found
    const exact = (/\.(\d*?)0*$/.exec(found.value)?.[1] ?? '').length
    const printed = parseAmount(found.text, decimal)?.places ?? 0
    return { ...found, value: formatAmount(number, Math.max(least, exact, printed)) }
  }
  for (const [field, value] of Object.entries(fields)) if (isAmount(field)) fields[field] = write(value)
  for (const [field, values] of Object.entries(alternatives))
    if (isAmount(field)) alternatives[field] = values.map(write)
}
