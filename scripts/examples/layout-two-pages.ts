/** A wholesaler's invoice over two pages: the table header is repeated, the totals are on the last page only. */
import type { Invoice } from './invoice.ts'
import { amountOf, date, money, number, spaced, totalsOf } from './invoice.ts'
import type { Column, Pdf } from './pdf.ts'
import { fontFile, makePdf, rule, writeLines, writeRight, writeRow } from './pdf.ts'

const LEFT = 45
const RIGHT = 550
const ROW = 17
const BOTTOM = 740
const REGULAR = fontFile('DejaVuSerifCondensed')
const BOLD = fontFile('DejaVuSerifCondensed-Bold')

const columns: Column[] = [
  { title: 'Line', from: LEFT, to: 70 },
  { title: 'Item no.', from: 75, to: 130 },
  { title: 'Description', from: 135, to: 320 },
  { title: 'Quantity', from: 320, to: 370, align: 'right' },
  { title: 'Unit', from: 380, to: 415 },
  { title: 'Price', from: 415, to: 465, align: 'right' },
  { title: 'Net amount', from: 470, to: RIGHT, align: 'right' },
]

export function twoPageInvoice(invoice: Invoice): Promise<Buffer> {
  const perPage = [Math.floor((BOTTOM - 330) / ROW), invoice.items.length]
  return makePdf({ title: `Invoice ${invoice.number}`, created: invoice.issued }, (pdf) => {
    writeFirstHead(pdf, invoice)
    let y = writeTableHead(pdf, 305)
    let page = 1
    invoice.items.forEach((item, index) => {
      if (index === perPage[0]) {
        pdf.font(REGULAR).fontSize(8.5)
        writeRight(pdf, RIGHT, y + 4, 'Continued on page 2')
        writeFoot(pdf, invoice, page)
        page++
        pdf.addPage()
        pdf.font(REGULAR).fontSize(9).text(`${invoice.seller.name}`, LEFT, 45, { lineBreak: false })
        writeRight(pdf, RIGHT, 45, `Invoice ${invoice.number} of ${date(invoice.issued, 'en')}`)
        y = writeTableHead(pdf, 75)
      }
      writeRow(pdf, y, columns, [
        String((index + 1) * 10), item.code, item.description, number(item.quantity, 'en'), item.unit,
        money(item.price, 'en'), money(amountOf(item), 'en'),
      ]) /* prettier-ignore */ // the cells of one row together
      y += ROW
    })
    writeTotals(pdf, invoice, y)
    writeFoot(pdf, invoice, page)
  })
}

function writeFirstHead(pdf: Pdf, invoice: Invoice): void {
  const { seller, buyer } = invoice
  pdf
    .save()
    .moveTo(LEFT, 70)
    .quadraticCurveTo(LEFT + 15, 40, LEFT + 30, 70)
    .quadraticCurveTo(LEFT + 45, 100, LEFT + 60, 70)
  pdf.lineWidth(5).strokeColor('#17607d').stroke().restore()
  pdf.font(BOLD).fontSize(14).text(seller.name, 120, 50, { lineBreak: false })
  pdf.font(REGULAR).fontSize(9)
  writeLines(pdf, 120, 70, [`${seller.street}, ${seller.city}, ${seller.country}`, `${seller.phone}   ${seller.email}`])
  pdf.font(BOLD).fontSize(9).text('Sold to', LEFT, 135)
  pdf.font(REGULAR).fontSize(10)
  writeLines(pdf, LEFT, 150, [buyer.name, buyer.street, buyer.city, buyer.country, `VAT no. ${buyer.vat_id}`])
  pdf.font(BOLD).fontSize(18).text('Tax invoice', 350, 128, { lineBreak: false })
  const facts: [string, string | undefined][] = [
    ['Invoice no.', invoice.number],
    ['Date of issue', date(invoice.issued, 'en')],
    ['Payment due', date(invoice.due, 'en')],
    ['Purchase order', invoice.order],
    ['Account', invoice.customer_number],
    ['Terms', invoice.terms],
  ]
  facts.forEach(([label, value], index) => {
    pdf
      .font(REGULAR)
      .fontSize(9.5)
      .text(label, 350, 158 + index * 15, { lineBreak: false })
    pdf.text(`: ${value}`, 440, 158 + index * 15, { lineBreak: false })
  })
}

function writeTableHead(pdf: Pdf, y: number): number {
  pdf.font(BOLD).fontSize(9)
  rule(pdf, LEFT, RIGHT, y - 4)
  writeRow(
    pdf,
    y,
    columns,
    columns.map((column) => column.title),
  )
  rule(pdf, LEFT, RIGHT, y + 14)
  pdf.font(REGULAR).fontSize(9)
  return y + 21
}

function writeTotals(pdf: Pdf, invoice: Invoice, from: number): void {
  const totals = totalsOf(invoice)
  rule(pdf, LEFT, RIGHT, from + 2)
  let y = from + 14
  const sums: [string, number][] = [
    ['Net total', totals.base],
    ...totals.rates.map(({ rate, tax }): [string, number] => [`VAT ${rate}%`, tax]),
  ]
  for (const [label, value] of sums) {
    pdf.text(label, 380, y, { lineBreak: false })
    writeRight(pdf, RIGHT, y, money(value, 'en'))
    y += 16
  }
  pdf
    .font(BOLD)
    .fontSize(11)
    .text('Total EUR', 380, y + 4, { lineBreak: false })
  writeRight(pdf, RIGHT, y + 4, money(totals.total, 'en'))
  rule(pdf, 375, RIGHT, y + 22, 1.2)
  pdf.font(REGULAR).fontSize(9.5)
  writeLines(pdf, LEFT, y + 50, [
    `Please pay EUR ${money(totals.total, 'en')} by ${date(invoice.due, 'en')} to:`,
    `${invoice.bank.name}`,
    `IBAN ${spaced(invoice.bank.iban)}    SWIFT ${invoice.bank.bic}`,
    `Reference: ${invoice.number}`,
  ])
}

function writeFoot(pdf: Pdf, { seller }: Invoice, page: number): void {
  pdf.font(REGULAR).fontSize(7.5)
  pdf.text(`${seller.name}, VAT no. ${seller.vat_id}`, LEFT, 800, { lineBreak: false })
  writeRight(pdf, RIGHT, 800, `Page ${page} of 2`)
}
