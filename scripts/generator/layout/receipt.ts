import { decimal, money, quantity } from '../content/format.ts'
import { round } from '../content/rows.ts'
import { measure, piece, plain, type Text } from '../draw/sheet.ts'
import { begin, date, type Draft, type Line, styleOf, writeLines } from './draft.ts'
import { registerLine, vatLine } from './parts/party.ts'

/** Lays out a till receipt on a strip of paper; returns the height used. */
export function composeReceipt(draft: Draft): number {
  const { program, content, random, wording, format, sheet } = draft
  const { seller, totals } = content
  const width = draft.right - draft.left
  const style = styleOf(draft)
  const step = style.size * program.leading
  const centre = program.number % 3 !== 0
  const mark = {}
  const head: Line[] = [
    {
      text: [piece('sender_name', program.upperNames ? seller.name.toUpperCase() : seller.name)],
      bold: true,
      scale: random.pick([1, 1.2, 1.4]),
    },
  ]
  const register = random.chance(0.5) ? registerLine(draft, seller, 'sender') : null
  const vat = random.chance(0.6) ? vatLine(draft, seller, 'sender') : null
  if (register) head.push(register)
  head.push(...[seller.street, ...seller.city].map((text): Line => ({ text: [piece('sender_address', text, mark)] })))
  if (random.chance(0.7)) head.push({ text: [`${wording.named('phone')} ${seller.phone}`] })
  if (vat) head.push(vat)
  draft.y = writeLines(draft, head, draft.left, draft.y, width, centre ? 'center' : 'left') + step * 0.6
  if (random.chance(0.7))
    draft.y =
      writeLines(
        draft,
        [{ text: [piece('document_type', wording.sentence('t_receipt'))], bold: true }],
        draft.left,
        draft.y,
        width,
        centre ? 'center' : 'left',
      ) + 3
  const time = `${String(random.integer(7, 22)).padStart(2, '0')}:${String(random.integer(0, 59)).padStart(2, '0')}${random.chance(0.3) ? `:${random.integer(10, 59)}` : ''}`
  const facts: Text[] = []
  if (random.chance(0.15)) facts.push([`${wording.named('r_time')} ${time}`])
  if (random.chance(0.75)) facts.push([`${wording.named('no_receipt')} `, piece('invoice_id', content.number)])
  facts.push(
    random.chance(0.5)
      ? [date(draft, 'date_issue', content.issued), random.pick(['  ', ' ']), time]
      : [`${wording.named('date')} `, date(draft, 'date_issue', content.issued), random.chance(0.5) ? `  ${time}` : ''],
  )
  if (random.chance(0.5))
    facts.push([`${wording.named('r_cashier')} ${random.pick([String(random.integer(1, 20)), seller.contact])}`])
  if (random.chance(0.3)) facts.push([`${wording.named('r_table')} ${random.integer(1, 40)}`])
  if (random.chance(0.4)) facts.sort(() => random.next() - 0.5)
  draft.y = writeLines(
    draft,
    facts.map((text): Line => ({ text })),
    draft.left,
    draft.y,
    width,
  )
  const rule = (): void => {
    if (random.chance(0.5)) sheet.line(draft.left, draft.y + step * 0.4, width, 0, 0.5)
    else
      sheet.write(
        random.pick(['-', '=', '*']).repeat(Math.floor(width / measure('=', style)) - 2),
        draft.left,
        draft.y + style.size * 0.85,
        style,
      )
    draft.y += step
  }
  rule()
  begin(draft, 'items')
  writeItems(draft, width)
  rule()
  const signed = program.signs === 'each' || program.signs === 'totals' || program.signs === 'total'
  const pair = (label: string, value: Text, bold = false, scale = 1): void => {
    const own = styleOf(draft, { bold, scale })
    if (measure(label, own) + measure(value, own) + 8 > width) {
      draft.y = writeLines(draft, [{ text: [label], bold, scale }], draft.left, draft.y, width)
      sheet.write(value, draft.right, draft.y + own.size * 0.85, own, 'right')
    } else {
      sheet.write(label, draft.left, draft.y + own.size * 0.85, own)
      sheet.write(value, draft.right, draft.y + own.size * 0.85, own, 'right')
    }
    draft.y += own.size * program.leading
  }
  const show = (keys: readonly string[], value: number, isTotal = false): Text =>
    money(format, keys, value, isTotal ? signed : program.signs === 'each')
  const netFirst = !content.isGross
  if (random.chance(0.35)) pair(wording.label('r_items'), [String(content.rows.length)])
  if (netFirst || random.chance(0.3))
    pair(wording.named('base'), show(netFirst ? ['amount_total_base'] : [], netFirst ? totals.base : totals.rows))
  if (netFirst)
    for (const { rate, tax } of totals.rates)
      pair(
        wording.named('tax_of', { rate: decimal(format, rate, Number.isInteger(rate) ? 0 : 2) }),
        show(totals.rates.length === 1 ? ['amount_total_tax'] : [], tax),
      )
  if (totals.rounding) pair(wording.named('rounding'), show(['amount_rounding'], totals.rounding))
  pair(
    wording.named('total', { currency: format.sign }),
    show(['amount_total'], totals.total, true),
    true,
    random.pick([1, 1.3, 1.6]),
  )
  const cash = random.chance(0.55)
  const given = cash ? Math.ceil(totals.total / 5) * 5 + random.pick([0, 0, 5, 10]) : totals.total
  pair(wording.sentence(cash ? 'r_cash' : 'r_card'), show([], given))
  if (cash) pair(wording.sentence('r_change'), show([], round(given - totals.total)))
  else if (random.chance(0.6)) pair('************', [`${random.integer(1000, 9999)}`])
  if (content.isGross && random.chance(0.75)) writeTaxes(draft)
  if (random.chance(0.7)) {
    draft.y += step * 0.6
    draft.y = writeLines(
      draft,
      [{ text: [wording.sentence('s_thanks')] }],
      draft.left,
      draft.y,
      width,
      centre ? 'center' : 'left',
    )
  }
  if (random.chance(0.3))
    draft.y = writeLines(draft, [{ text: [String(random.integer(1e11, 9e11))] }], draft.left, draft.y, width, 'center')
  return draft.y
}

/** Goods with their amounts on one line or on two. */
function writeItems(draft: Draft, width: number): void {
  const { program, content, random, format, sheet } = draft
  const style = styleOf(draft)
  const step = style.size * program.leading
  const style2 = program.number % 4
  const codes = program.number % 5 === 0
  content.rows.forEach((row, index) => {
    const mark = {}
    const key = `line_items[${index}]`
    const value = money(format, [`${key}.amount_total`], row.amount, program.signs === 'each')
    const letter =
      content.totals.rates.length > 1
        ? ` ${'ABC'[content.totals.rates.findIndex((rate) => rate.rate === row.rate)]}`
        : ''
    const count = piece(`${key}.quantity`, quantity(format, row.quantity))
    const price = money(format, [`${key}.unit_price`], row.price, false, row.priceDecimals)
    const reserve = measure([...value, letter], style) + style.size
    const write = (text: Text): void => {
      draft.y = writeLines(draft, [{ text }], draft.left, draft.y, width - reserve)
    }
    const name = piece(`${key}.description`, row.description, mark)
    if (codes) write([piece(`${key}.code`, row.code)])
    if (style2 === 0) write([count, ' ', name])
    else if (style2 === 1) {
      write([name])
      write([count, ' x ', ...price])
    } else if (style2 === 2) {
      write([count, random.pick([' x ', ' X ', ' @ ']), ...price])
      write([name])
    } else write([name])
    sheet.write([...value, letter], draft.right, draft.y - step + style.size * 0.85, style, 'right')
  })
}

function writeTaxes(draft: Draft): void {
  const { content, format, wording, sheet, program } = draft
  const style = styleOf(draft, { scale: 0.9 })
  const step = style.size * program.leading
  const { rates } = content.totals
  const edges = [0.22, 0.5, 0.73, 1].map((share) => draft.left + share * (draft.right - draft.left))
  const titles = [wording.label('x_rate'), wording.label('x_base'), wording.label('x_tax'), wording.label('x_gross')]
  draft.y += step * 0.5
  const room = (draft.right - draft.left) * 0.22
  const cellWidth = Math.max(
    ...titles.map((title) => measure(title, style)),
    ...rates.map(({ base }) => measure(decimal(format, base), style)),
  )
  if (cellWidth > room) return
  titles.forEach((title, i) => sheet.write(title, edges[i]!, draft.y + style.size, style, 'right'))
  draft.y += step
  for (const { rate, base, tax } of rates) {
    const single = rates.length === 1
    const cells: Text[] = [
      [`${quantity(format, rate)}%`],
      money(format, single ? ['amount_total_base'] : [], base, false),
      money(format, single ? ['amount_total_tax'] : [], tax, false),
      [decimal(format, base + tax)],
    ]
    cells.forEach((cell, i) => sheet.write(plain(cell) ? cell : '', edges[i]!, draft.y + style.size, style, 'right'))
    draft.y += step
  }
}
