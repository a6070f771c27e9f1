import { decimal, money, quantity, writeDate } from '../../content/format.ts'
import { round, type Row } from '../../content/rows.ts'
import { measure, piece, plain, wrap, type Style, type Text } from '../../draw/sheet.ts'
import type { LabelKey } from '../../labels/index.ts'
import { type Draft, styleOf } from '../draft.ts'

interface Column {
  key: string
  title: string
  align: 'left' | 'right' | 'center'
  x: number
  width: number
}

const TITLES: Readonly<Record<string, LabelKey>> = {
  pos: 'c_pos', code: 'c_code', desc: 'c_desc', qty: 'c_qty', unit: 'c_unit', price: 'c_price', discount: 'c_discount', rate: 'c_rate',
  tax: 'c_tax', net: 'c_net', gross: 'c_gross', date: 'c_date',
} /* prettier-ignore */

/** Columns that a narrow table leaves out, the least important first. */
const OPTIONAL = ['date', 'tax', 'discount', 'unit', 'code', 'rate', 'pos', 'gross']

const field = (index: number, name: string): string => `line_items[${index}].${name}`

/** Prints the rows; returns the columns for sums that are aligned with them. */
export function writeTable(draft: Draft): Column[] {
  const { program, sheet, content } = draft
  let names = chooseColumns(draft)
  const style = styleOf(draft)
  let columns: Column[]
  for (;;) {
    columns = place(draft, names, style)
    const room = columns.find((column) => column.key === 'desc')!.width
    const surplus = OPTIONAL.find((name) => names.includes(name) && names.length > 2)
    if (room >= Math.max(90, style.size * 11) || surplus === undefined) break
    names = names.filter((name) => name !== surplus)
  }
  const header = program.header !== 'none'
  if (header) writeHeader(draft, columns, style)
  const top = draft.y
  let shade = false
  let sum = 0
  let sectionSum = 0
  content.rows.forEach((row, index) => {
    const step = style.size * program.leading
    const cells = columns.map((column) => cellText(draft, row, index, column.key))
    const description = columns.findIndex((column) => column.key === 'desc')
    const texts = descriptionLines(draft, row, index, columns[description]!.width, style)
    const above = program.rowText === 'above'
    const height = step * (texts.length + (above ? 1 : 0)) + (program.rows === 'open' ? 2 : 5)
    if (draft.y + height + (row.section ? 2 * step : 0) > draft.bottom - step) {
      if (draft.random.chance(0.4)) carry(draft, columns, sum, style)
      sheet.addPage()
      draft.y = program.margin + (program.page ? step : 0)
      if (header && draft.random.chance(0.85)) writeHeader(draft, columns, style)
    }
    if (row.section) {
      if (index > 0 && content.type !== 'delivery_note')
        writeSum(draft, columns, draft.wording.label('section'), sectionSum, style)
      sheet.write(row.section, columns[0]!.x, draft.y + style.size * 0.9 + 2, { ...style, bold: true })
      draft.y += step + 3
      sectionSum = 0
    }
    if (program.rows === 'zebra' && shade) sheet.fill(draft.left, draft.y, draft.right - draft.left, height, '#eeeeee')
    shade = !shade
    const first = draft.y + style.size * 0.85 + (program.rows === 'open' ? 1 : 2.5)
    const figures = above
      ? first + step * texts.length
      : program.rowText === 'last'
        ? first + step * (texts.length - 1)
        : first
    columns.forEach((column, i) => {
      if (i === description) texts.forEach((text, line) => sheet.write(text, column.x, first + line * step, style))
      else sheet.write(cells[i]!, edgeOf(column), figures, style, column.align)
    })
    draft.y += height
    if (program.rows === 'ruled' || program.rows === 'grid')
      sheet.line(draft.left, draft.y, draft.right - draft.left, 0, 0.4, '#999999')
    sum = round(sum + row.amount)
    sectionSum = round(sectionSum + row.amount)
  })
  if (program.rows === 'grid' || program.rows === 'columns') rules(draft, columns, top)
  if (program.rows === 'open' && program.header === 'ruled')
    sheet.line(draft.left, draft.y + 1, draft.right - draft.left)
  draft.y += 4
  return columns
}

/** Where text of a column is aligned. */
const edgeOf = ({ align, x, width }: Column): number =>
  x + (align === 'left' ? 0 : align === 'right' ? width : width / 2)

function rules(draft: Draft, columns: readonly Column[], top: number): void {
  if (draft.y <= top) return
  for (const column of columns.slice(1)) draft.sheet.line(column.x - 3.5, top, 0, draft.y - top, 0.4, '#777777')
  draft.sheet.frame(draft.left, top, draft.right - draft.left, draft.y - top, 0.5)
}

function chooseColumns(draft: Draft): string[] {
  const { program, content } = draft
  let names = program.columns.split(' ')
  if (content.type === 'delivery_note')
    names = names.filter((name) => ['pos', 'code', 'desc', 'qty', 'unit'].includes(name))
  if (content.type === 'delivery_note' && !names.includes('qty')) names = ['qty', ...names]
  if (program.code !== 'column') names = names.filter((name) => name !== 'code')
  if (!content.rows.some((row) => row.discount > 0)) names = names.filter((name) => name !== 'discount')
  else if (!names.includes('discount') && names.includes('price'))
    names.splice(names.indexOf('price') + 1, 0, 'discount')
  if (content.isExempt)
    names = names.filter((name) => !['rate', 'tax'].includes(name) && (name !== 'gross' || !names.includes('net')))
  if (content.isGross && !names.includes('gross')) names = names.map((name) => (name === 'net' ? 'gross' : name))
  return names
}

function cellText(draft: Draft, row: Row, index: number, key: string): Text {
  const { content, format, program } = draft
  const { signs } = program
  const tax = content.isGross
    ? round(row.amount - row.amount / (1 + row.rate / 100))
    : round((row.amount * row.rate) / 100)
  const net = content.isGross ? round(row.amount - tax) : row.amount
  const both = program.columns.includes('net') && program.columns.includes('gross')
  if (key === 'pos')
    return [
      program.number % 3 === 0
        ? `${index + 1}.`
        : program.number % 7 === 0
          ? String((index + 1) * 10).padStart(4, '0')
          : String(index + 1),
    ]
  if (key === 'code') return [piece(field(index, 'code'), row.code)]
  if (key === 'qty') {
    const text = piece(
      field(index, 'quantity'),
      quantity(format, row.quantity, program.number % 4 === 0 ? 2 : program.number % 17 === 0 ? 3 : undefined),
    )
    const glued = !program.columns.split(' ').includes('unit') && program.number % 3 === 1
    return glued ? [text, program.number % 2 === 0 ? '' : ' ', piece(field(index, 'unit'), row.unit)] : [text]
  }
  if (key === 'unit') return [piece(field(index, 'unit'), row.unit)]
  const signed = signs === 'each' || signs === 'prices'
  if (key === 'price') return money(format, [field(index, 'unit_price')], row.price, signed, row.priceDecimals)
  if (key === 'discount')
    return [
      row.discount
        ? `${decimal(format, row.discount, Number.isInteger(row.discount) ? 0 : 1)}${program.number % 2 ? '%' : ' %'}`
        : '',
    ]
  if (key === 'rate') return [piece(field(index, 'tax_rate'), percent(draft, row.rate))]
  if (key === 'tax') return money(format, [], tax, signed)
  if (key === 'date') return [writeDate(format, content.delivered)]
  if (key === 'gross')
    return money(
      format,
      both ? [] : [field(index, 'amount_total')],
      content.isGross ? row.amount : round(row.amount + tax),
      signed,
    )
  return money(format, [field(index, 'amount_total')], net, signed)
}

export function percent({ format, program }: Draft, rate: number): string {
  const places = program.number % 5 === 1 ? 2 : Number.isInteger(rate) ? 0 : Number.isInteger(rate * 10) ? 1 : 3
  return `${decimal(format, rate, places)}${['%', ' %', '%', '', ' %'][program.number % 5]}`
}

function descriptionLines(draft: Draft, row: Row, index: number, width: number, style: Style): Text[] {
  const { program, format, content } = draft
  const mark = {}
  const key = field(index, 'description')
  const code = piece(field(index, 'code'), row.code)
  const showsCode = program.code !== 'column' && program.columns.includes('code')
  const first: Text =
    showsCode && program.code === 'prefix'
      ? [code, program.number % 2 ? ' ' : ' - ', piece(key, row.description, mark)]
      : [piece(key, row.description, mark)]
  const lines = wrap(first, width, style)
  for (const detail of row.details) {
    const text = detail
      .replace('{date}', writeDate(format, content.delivered))
      .replace('{date2}', writeDate(format, content.issued))
    lines.push(...wrap([piece(key, text, mark)], width, style))
  }
  if (showsCode && program.code === 'below')
    lines.push(...wrap([`${draft.wording.named('c_code')} `, code], width, style))
  return lines
}

/** Widths by content; the description takes what is left. */
function place(draft: Draft, names: readonly string[], style: Style): Column[] {
  const { content, program, wording } = draft
  const gap = Math.max(8, style.size * 0.95)
  const bold: Style = { ...style, bold: true }
  const columns = names.map((key): Column => {
    const title = headerTitle(draft, wording.label(TITLES[key]!), key)
    const words = program.header === 'none' ? [] : title.split(' ')
    const cells =
      key === 'desc' ? [] : content.rows.map((row, index) => measure(cellText(draft, row, index, key), style))
    const numeric = !['desc', 'code', 'unit', 'date', 'pos'].includes(key)
    return {
      key,
      title,
      align:
        key === 'desc' || key === 'code' || key === 'unit'
          ? 'left'
          : key === 'pos' || key === 'date'
            ? 'left'
            : numeric && program.number % 9 === 0 && key === 'qty'
              ? 'center'
              : 'right',
      x: 0,
      width: Math.max(...cells, ...words.map((word) => measure(word, bold)), 8),
    }
  })
  const used =
    columns.reduce((sum, column) => sum + (column.key === 'desc' ? 0 : column.width), 0) + gap * (columns.length - 1)
  const room = draft.right - draft.left - 6 - used
  let x = draft.left + 3
  const spread = room > 330 ? Math.min(30, (room - 330) / columns.length) : 0
  for (const column of columns) {
    if (column.key === 'desc') column.width = room - spread * (columns.length - 1)
    column.x = x
    x += column.width + gap + spread
  }
  return columns
}

function headerTitle({ program, format }: Draft, title: string, key: string): string {
  return program.signs === 'header' && ['net', 'gross', 'price'].includes(key) ? `${title} (${format.sign})` : title
}

function writeHeader(draft: Draft, columns: readonly Column[], style: Style): void {
  const { program, sheet, format } = draft
  const bold: Style = {
    ...style,
    bold: program.header !== 'plain' || program.boldLabels,
    ...(program.header === 'dark' ? { colour: '#ffffff' } : {}),
  }
  const step = style.size * program.leading
  const titles = columns.map((column) =>
    wrap(withSign(column.title, format.sign), column.key === 'desc' ? column.width : column.width + 1, bold),
  )
  const height = step * Math.max(...titles.map((lines) => lines.length)) + 5
  if (program.header === 'dark') sheet.fill(draft.left, draft.y, draft.right - draft.left, height, program.accent)
  if (program.header === 'grey') sheet.fill(draft.left, draft.y, draft.right - draft.left, height, '#dddddd')
  columns.forEach((column, i) => {
    titles[i]!.forEach((text, line) => {
      sheet.write(text, edgeOf(column), draft.y + style.size * 0.9 + 2 + line * step, bold, column.align)
    })
  })
  draft.y += height
  if (program.header === 'ruled' || program.rows === 'grid')
    sheet.line(draft.left, draft.y, draft.right - draft.left, 0, 0.8)
  draft.y += 2
}

/** The sign of the currency in a heading is its value on the page. */
function withSign(title: string, sign: string): Text {
  const end = `(${sign})`
  return title.endsWith(end) ? [title.slice(0, -end.length), '(', piece('currency', sign), ')'] : [title]
}

function carry(draft: Draft, columns: readonly Column[], sum: number, style: Style): void {
  if (draft.content.type !== 'delivery_note') writeSum(draft, columns, draft.wording.label('carried'), sum, style)
}

function writeSum(draft: Draft, columns: readonly Column[], label: string, sum: number, style: Style): void {
  const last = columns.findLast((column) => column.key === 'net' || column.key === 'gross')
  const first = columns.find((column) => column.key === 'desc')!
  if (!last || last === first || last.x < first.x) return
  const y = draft.y + style.size * 0.9 + 1
  const text = plain(money(draft.format, [], sum, false))
  const edge = last.x + last.width - measure(text, style) - 12
  const at = Math.min(first.x, edge - measure(label, style))
  if (at < draft.left) return
  draft.sheet.write(label, at, y, style)
  draft.sheet.write(text, last.x + last.width, y, style, 'right')
  draft.y += style.size * draft.program.leading + 2
}
