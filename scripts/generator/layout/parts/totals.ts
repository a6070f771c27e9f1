import { decimal, money } from '../../content/format.ts'
import { measure, piece, plain, type Piece, type Text } from '../../draw/sheet.ts'
import { amount, type Draft, ensure, type Line, styleOf, widthOf, writeLines } from '../draft.ts'
import { percent } from './table.ts'

interface Sum {
  label: string
  value: (string | Piece)[]
  strong?: boolean
}

/** The lines of sums in their order. */
export function makeSums(draft: Draft): Sum[] {
  const { content, wording, random, program, format } = draft
  const { totals, rows } = content
  const sums: Sum[] = []
  const add = (label: string, keys: readonly string[], value: number, strong = false): void =>
    void sums.push({ label: label + program.colon, value: amount(draft, keys, value, strong), strong })
  const rateOf = (rate: number) => ({
    rate: decimal(
      format,
      rate,
      program.number % 5 === 1 ? 2 : Number.isInteger(rate) ? 0 : Number.isInteger(rate * 10) ? 1 : 3,
    ),
  })
  if (content.type === 'reminder') {
    const open = content.open.reduce((sum, one) => sum + one.amount, 0)
    if (content.fee) add(wording.label('fee'), [], content.fee)
    add(wording.label('due_amount'), ['amount_due', 'amount_total'], open + content.fee, true)
    return sums
  }
  const extras = totals.discount !== 0 || totals.shipping !== 0
  const showsTaxes = !content.isExempt || random.chance(0.35)
  const rowsAreBase = !content.isGross && !extras
  if (extras && (rows.length > 1 || random.chance(0.7))) add(wording.label('section'), [], totals.rows)
  if (totals.discount) add(wording.label('discount', rateOf(totals.discountRate)), [], -totals.discount)
  if (totals.shipping) add(wording.label('shipping'), [], totals.shipping)
  const base = (): void => {
    if (showsTaxes && (!content.isGross || random.chance(0.75)) && random.chance(rowsAreBase ? 0.94 : 0.9)) {
      if (totals.rates.length > 1 && random.chance(0.2))
        for (const { rate, base } of totals.rates) add(wording.label('net_of', rateOf(rate)), [], base)
      add(wording.label('base'), ['amount_total_base'], totals.base)
      draft.has.add('base')
    }
  }
  const taxes = (): void => {
    if (!showsTaxes) return
    const single = totals.rates.length === 1
    if (single)
      add(
        wording.label(random.chance(0.75) ? 'tax_of' : 'tax_sum', rateOf(totals.rates[0]!.rate)),
        ['amount_total_tax'],
        totals.tax,
      )
    else if (random.chance(0.3)) add(wording.label('tax_sum'), ['amount_total_tax'], totals.tax)
    else {
      for (const { rate, tax } of totals.rates) add(wording.label('tax_of', rateOf(rate)), [], tax)
      if (random.chance(0.3)) add(wording.label('tax_sum'), ['amount_total_tax'], totals.tax)
      draft.has.add('split-tax')
    }
    draft.has.add('tax')
  }
  const finals = totals.paid !== 0 || totals.advance !== 0 || totals.previous !== 0
  const showsDue = finals || program.due !== 'never'
  const instead = !finals && program.due === 'instead'
  const total = (): void => {
    if (totals.rounding) add(wording.label('rounding'), ['amount_rounding'], totals.rounding)
    if (!instead) add(wording.label('total', { currency: format.sign }), ['amount_total'], totals.total, true)
  }
  if (content.isGross && random.chance(0.5)) {
    total()
    base()
    taxes()
  } else {
    base()
    taxes()
    total()
  }
  if (totals.previous) add(wording.label('previous'), [], totals.previous)
  if (totals.advance) add(wording.label('advance'), ['amount_paid'], -totals.advance)
  if (totals.paid) add(wording.label('paid'), ['amount_paid'], random.chance(0.6) ? -totals.paid : totals.paid)
  if (showsDue && content.type !== 'order')
    add(
      wording.label('due_amount', { currency: format.sign }),
      instead ? ['amount_due', 'amount_total'] : ['amount_due'],
      totals.due,
      true,
    )
  else if (instead) add(wording.label('total', { currency: format.sign }), ['amount_total'], totals.total, true)
  return sums
}

/** Prints the sums below the table. */
export function writeTotals(draft: Draft): void {
  const { program, sheet, content } = draft
  const sums = makeSums(draft)
  const style = styleOf(draft)
  const step = style.size * program.leading
  ensure(draft, step * (sums.length + 2) + (program.taxTable === 'none' ? 0 : step * (content.totals.rates.length + 2)))
  draft.y += step * 0.5
  if (program.taxTable === 'before') writeTaxTable(draft)
  const width = draft.right - draft.left
  if (program.totals === 'sentence' && sums.length < 5) {
    const text: Text = sums.flatMap(({ label, value }, i): Text => [
      ...(i === 0 ? [] : [draft.random.pick([', ', '; ', '   '])]),
      `${label} `,
      ...value,
    ])
    draft.y = writeLines(draft, [{ text }], draft.left, draft.y, width)
  } else if (program.totals === 'inline') {
    const lines = sums.map(({ label, value, strong }): Line => ({
      text: [`${label} `, ...value],
      ...(strong ? { bold: true } : {}),
    }))
    draft.y = writeLines(draft, lines, draft.left, draft.y, width - 3, program.rightAlign ? 'right' : 'left')
  } else if (program.totals === 'columns' && sums.length <= 5) writeAcross(draft, sums)
  else {
    const labels = Math.max(...sums.map(({ label }) => widthOf(draft, label, { bold: true })))
    const values = Math.max(...sums.map(({ value }) => widthOf(draft, value, { bold: true, scale: 1.15 })))
    const needs = labels + values + 24
    const block = program.totals === 'full' ? width : Math.min(width, Math.max(needs, width * 0.36))
    const from = program.totals === 'left' ? draft.left : draft.right - block
    const top = draft.y
    for (const { label, value, strong } of sums) {
      const bold = strong ?? false
      const line = { ...style, ...(bold ? { bold: true } : {}) }
      if (bold && program.header === 'dark') sheet.fill(from, draft.y, block, step + 2, '#e8e8e8')
      const y = draft.y + style.size * 0.9 + 1
      const alignLabels = program.rightAlign && program.totals === 'right'
      if (alignLabels) sheet.write(label, from + block - values - 15, y, line, 'right')
      else sheet.write(label, from + 3, y, line)
      sheet.write(value, from + block - 3, y, line, 'right')
      draft.y += step + 2
      if (bold && program.rows === 'ruled') sheet.line(from, draft.y - step - 2.5, block, 0, 0.5)
    }
    if (program.totals === 'boxed') sheet.frame(from - 1, top - 1, block + 2, draft.y - top + 3)
  }
  if (program.taxTable === 'after') writeTaxTable(draft)
  draft.y += step * 0.5
}

/** Labels side by side with the amounts below, as programs of accounting offices print them. */
function writeAcross(draft: Draft, sums: readonly Sum[]): void {
  const { program, sheet } = draft
  const style = styleOf(draft)
  const step = style.size * program.leading
  const width = (draft.right - draft.left) / sums.length
  const top = draft.y
  let tallest = 0
  sums.forEach(({ label, value, strong }, i) => {
    const x = draft.left + i * width
    const bottom = writeLines(
      draft,
      [{ text: [label], bold: program.boldLabels, scale: 0.9 }],
      x + 4,
      top + 2,
      width - 10,
    )
    tallest = Math.max(tallest, bottom)
    void value
    void strong
  })
  sums.forEach(({ value, strong }, i) => {
    const bold = strong ?? false
    const narrow = measure(value, { ...style, bold }) > width - 12
    sheet.write(
      value,
      draft.left + (i + 1) * width - 8,
      tallest + style.size,
      { ...style, bold, size: narrow ? style.size * 0.8 : style.size },
      'right',
    )
  })
  draft.y = tallest + step + 4
  if (program.rows === 'grid' || program.rows === 'columns')
    sheet.frame(draft.left, top, draft.right - draft.left, draft.y - top)
}

/** A row for each rate with base, tax and sum. */
function writeTaxTable(draft: Draft): void {
  const { program, sheet, content, wording, format } = draft
  if (content.isExempt || content.type === 'reminder') return
  const style = styleOf(draft, { scale: 0.92 })
  const step = style.size * program.leading
  const titles = [wording.label('x_rate'), wording.label('x_base'), wording.label('x_tax'), wording.label('x_gross')]
  const plainAmount = (value: number): Text => [decimal(format, value)]
  const rows: Text[][] = content.totals.rates.map(({ rate, base, tax }) => [
    [percent(draft, rate)],
    plainAmount(base),
    plainAmount(tax),
    plainAmount(base + tax),
  ])
  const { base, tax, total } = content.totals
  if (rows.length > 1) {
    rows.push([
      [wording.label('x_sum')],
      [piece('amount_total_base', decimal(format, base))],
      [piece('amount_total_tax', decimal(format, tax))],
      [decimal(format, base + tax)],
    ])
    draft.has.add('base').add('tax')
  } else {
    rows[0]![1] = money(format, ['amount_total_base'], base, false)
    rows[0]![2] = money(format, ['amount_total_tax'], tax, false)
    void total
  }
  const widths = titles.map(
    (title, i) =>
      Math.max(measure(title, { ...style, bold: true }), ...rows.map((row) => measure(plain(row[i]!), style))) +
      style.size * 1.3,
  )
  const used = widths.reduce((sum, width) => sum + width, 0)
  if (used > draft.right - draft.left) return
  const from = program.totals === 'left' ? draft.right - used : draft.left
  draft.y += step * 0.4
  const write = (cells: readonly (Text | string)[], bold: boolean): void => {
    let x = from
    cells.forEach((cell, i) => {
      x += widths[i]!
      sheet.write(cell, x - 4, draft.y + style.size * 0.9, { ...style, ...(bold ? { bold: true } : {}) }, 'right')
    })
    draft.y += step + 1
  }
  write(titles, true)
  sheet.line(from, draft.y - 1, used, 0, 0.4)
  for (const row of rows) write(row, false)
  draft.y += step * 0.4
}
