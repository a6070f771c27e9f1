/** A British invoice of one page: logo left, facts in a grey box, ruled table. */
import type { Invoice } from './invoice.ts'
import { amountOf, date, money, number, spaced, totalsOf } from './invoice.ts'
import type { Column } from './pdf.ts'
import { makePdf, rule, writeLines, writeRight, writeRow } from './pdf.ts'

const LEFT = 50
const RIGHT = 545
const GREEN = '#2f5d50'

const columns: Column[] = [
  { title: 'Code', from: LEFT + 4, to: 115 },
  { title: 'Description', from: 118, to: 310 },
  { title: 'Qty', from: 315, to: 350, align: 'right' },
  { title: 'Unit', from: 360, to: 395 },
  { title: 'Unit price', from: 395, to: 450, align: 'right' },
  { title: 'VAT', from: 455, to: 485, align: 'right' },
  { title: 'Amount', from: 490, to: RIGHT - 4, align: 'right' },
]

export function englishInvoice(invoice: Invoice): Promise<Buffer> {
  const { seller, buyer, items, language: lang } = invoice
  const totals = totalsOf(invoice)
  return makePdf({ title: `Invoice ${invoice.number}`, created: invoice.issued }, (pdf) => {
    pdf.save().circle(66, 64, 16).fill(GREEN).restore()
    pdf.save().circle(74, 58, 9).fill('#d9a441').restore()
    pdf.font('Helvetica-Bold').fontSize(15).fillColor(GREEN).text(seller.name, 92, 54, { lineBreak: false })
    pdf.fillColor('black').font('Helvetica').fontSize(8.5)
    pdf.text([seller.street, seller.city, seller.phone, seller.email].join('  |  '), 92, 74, { lineBreak: false })
    rule(pdf, LEFT, RIGHT, 98, 1, GREEN)

    pdf.font('Helvetica-Bold').fontSize(22)
    writeRight(pdf, RIGHT, 116, 'INVOICE')
    pdf.font('Helvetica-Bold').fontSize(9).text('Bill to', LEFT, 122)
    pdf.font('Helvetica').fontSize(10)
    writeLines(pdf, LEFT, 137, [buyer.name, buyer.street, buyer.city])

    pdf
      .save()
      .rect(330, 150, RIGHT - 330, 92)
      .fill('#f0f2f0')
      .restore()
    const facts = [
      ['Invoice number', invoice.number],
      ['Invoice date', date(invoice.issued, lang)],
      ['Due date', date(invoice.due, lang)],
      ['Your order', invoice.order ?? ''],
      ['Customer number', invoice.customer_number ?? ''],
    ] as const
    facts.forEach(([label, value], index) => {
      const y = 158 + index * 16
      pdf.fillColor('black').font('Helvetica').fontSize(9).text(label, 340, y, { lineBreak: false })
      pdf.font('Helvetica-Bold')
      writeRight(pdf, RIGHT - 10, y, value)
    })

    let y = 275
    pdf
      .save()
      .rect(LEFT, y - 6, RIGHT - LEFT, 20)
      .fill(GREEN)
      .restore()
    pdf.fillColor('white').font('Helvetica-Bold').fontSize(9)
    writeRow(
      pdf,
      y,
      columns,
      columns.map((column) => column.title),
    )
    pdf.fillColor('black').font('Helvetica')
    for (const item of items) {
      y += 22
      writeRow(pdf, y, columns, [
        item.code, item.description, number(item.quantity, lang), item.unit, money(item.price, lang),
        `${number(item.rate, lang)}%`, money(amountOf(item), lang),
      ]) /* prettier-ignore */ // the cells of one row together
      rule(pdf, LEFT, RIGHT, y + 14, 0.4, '#bbbbbb')
    }

    y += 34
    const sums = [
      ['Subtotal', money(totals.base, lang)],
      ...totals.rates.map(({ rate, tax }) => [`VAT ${rate}%`, money(tax, lang)]),
    ] as [string, string][]
    for (const [label, value] of sums) {
      pdf.text(label, 395, y, { lineBreak: false })
      writeRight(pdf, RIGHT - 4, y, value)
      y += 16
    }
    rule(pdf, 390, RIGHT, y - 2, 1, GREEN)
    pdf
      .font('Helvetica-Bold')
      .fontSize(11)
      .text('Total due', 395, y + 4, { lineBreak: false })
    writeRight(pdf, RIGHT - 4, y + 4, `£${money(totals.total, lang)}`)

    y += 60
    pdf.fontSize(9).text('How to pay', LEFT, y)
    pdf.font('Helvetica')
    writeLines(pdf, LEFT, y + 15, [
      invoice.terms,
      `Bank: ${invoice.bank.name}     BIC: ${invoice.bank.bic}`,
      `IBAN: ${spaced(invoice.bank.iban)}`,
      `Please quote ${invoice.number}.`,
    ])
    rule(pdf, LEFT, RIGHT, 785, 0.4)
    pdf
      .fontSize(7.5)
      .text(`${seller.name}, ${seller.street}, ${seller.city}. VAT registration ${seller.vat_id}`, LEFT, 792, {
        lineBreak: false,
      })
  })
}
