/** German business letters: address window, facts in a column on the right, tax by rate below the table. */
import type { Invoice } from './invoice.ts'
import { amountOf, date, money, number, spaced, totalsOf } from './invoice.ts'
import type { Column, Pdf } from './pdf.ts'
import { fontFile, makePdf, rule, writeLines, writeRight, writeRow } from './pdf.ts'

const LEFT = 57
const RIGHT = 540

interface Look {
  regular: string
  bold: string
  colour: string
  letterhead: (pdf: Pdf, look: Look) => void
}

const columns: Column[] = [
  { title: 'Pos.', from: LEFT, to: 80 },
  { title: 'Art.-Nr.', from: 84, to: 130 },
  { title: 'Bezeichnung', from: 134, to: 315 },
  { title: 'Menge', from: 315, to: 350, align: 'right' },
  { title: 'Einh.', from: 356, to: 385 },
  { title: 'Einzelpreis', from: 385, to: 440, align: 'right' },
  { title: 'MwSt.', from: 445, to: 478, align: 'right' },
  { title: 'Gesamt', from: 482, to: RIGHT, align: 'right' },
]

export const germanInvoice = (invoice: Invoice): Promise<Buffer> =>
  draw(invoice, {
    regular: fontFile('DejaVuSansCondensed'),
    bold: fontFile('DejaVuSansCondensed-Bold'),
    colour: '#6b3e26',
    letterhead: (pdf, look) => {
      pdf.font(look.bold).fontSize(17).fillColor(look.colour)
      writeRight(pdf, RIGHT, 45, 'MÜHLBACH')
      pdf.font(look.regular).fontSize(9)
      writeRight(pdf, RIGHT, 67, 'Kaffee & Tee seit 1987')
      pdf
        .save()
        .moveTo(RIGHT - 140, 84)
        .lineTo(RIGHT, 84)
        .lineWidth(2)
        .strokeColor(look.colour)
        .stroke()
        .restore()
    },
  })

/** The output of a craftsman's office program: one typewriter-like serif, no colour. */
export const plainGermanInvoice = (invoice: Invoice): Promise<Buffer> =>
  draw(invoice, {
    regular: 'Times-Roman',
    bold: 'Times-Bold',
    colour: 'black',
    letterhead: (pdf, look) => {
      pdf.font(look.bold).fontSize(19).text(invoice.seller.name, LEFT, 48, { lineBreak: false })
      pdf.font(look.regular).fontSize(10).text('Heizung · Sanitär · Solar', LEFT, 72, { lineBreak: false })
      rule(pdf, LEFT, RIGHT, 90, 1.2, 'black')
    },
  })

function draw(invoice: Invoice, look: Look): Promise<Buffer> {
  return makePdf({ title: `Rechnung ${invoice.number}`, created: invoice.issued }, (pdf) => {
    look.letterhead(pdf, look)
    pdf.fillColor('black')
    writeAddresses(pdf, invoice, look)
    pdf.font(look.bold).fontSize(14).text(`Rechnung Nr. ${invoice.number}`, LEFT, 262, { lineBreak: false })
    pdf.font(look.regular).fontSize(9.5)
    pdf.text('Wir danken für Ihren Auftrag und berechnen wie folgt:', LEFT, 286, { lineBreak: false })
    const end = writeTable(pdf, invoice, look)
    writeEnd(pdf, invoice, look, end)
  })
}

function writeAddresses(pdf: Pdf, invoice: Invoice, look: Look): void {
  const { seller, buyer } = invoice
  pdf.font(look.regular).fontSize(7)
  pdf.text(`${seller.name} · ${seller.street} · ${seller.city}`, LEFT, 128, { underline: true, lineBreak: false })
  pdf.fontSize(10.5)
  writeLines(pdf, LEFT, 146, [buyer.name, buyer.street, buyer.city], 14)
  pdf.fontSize(9.5)
  const facts = [
    ['Rechnungsnummer:', invoice.number],
    ['Rechnungsdatum:', date(invoice.issued, 'de')],
    ['Leistungsdatum:', invoice.delivered && date(invoice.delivered, 'de')],
    ['Kundennummer:', invoice.customer_number],
    ['Ihre Bestellung:', invoice.order],
    ['USt-IdNr.:', seller.vat_id],
  ] as const
  let y = 146
  for (const [label, value] of facts) {
    if (!value) continue
    pdf.text(label, 365, y, { lineBreak: false })
    writeRight(pdf, RIGHT, y, value)
    y += 14
  }
}

function writeTable(pdf: Pdf, invoice: Invoice, look: Look): number {
  let y = 312
  pdf.font(look.bold).fontSize(9)
  rule(pdf, LEFT, RIGHT, y - 4, 0.8)
  writeRow(
    pdf,
    y,
    columns,
    columns.map((column) => column.title),
  )
  rule(pdf, LEFT, RIGHT, y + 14, 0.8)
  pdf.font(look.regular)
  invoice.items.forEach((item, index) => {
    y += 19
    writeRow(pdf, y, columns, [
      String(index + 1), item.code, item.description, number(item.quantity, 'de'), item.unit, money(item.price, 'de'),
      `${number(item.rate, 'de')} %`, money(amountOf(item), 'de'),
    ]) /* prettier-ignore */ // the cells of one row together
  })
  rule(pdf, LEFT, RIGHT, y + 16, 0.8)
  return y + 24
}

function writeEnd(pdf: Pdf, invoice: Invoice, look: Look, from: number): void {
  const totals = totalsOf(invoice)
  const sums: [string, number][] = [
    ['Summe netto', totals.base],
    ...totals.rates.map(({ rate, base, tax }): [string, number] => [
      `${rate} % MwSt. auf ${money(base, 'de')} EUR`,
      tax,
    ]),
  ]
  let y = from
  for (const [label, value] of sums) {
    pdf.text(label, 330, y, { lineBreak: false })
    writeRight(pdf, RIGHT, y, `${money(value, 'de')} EUR`)
    y += 15
  }
  pdf
    .font(look.bold)
    .fontSize(11)
    .text('Rechnungsbetrag', 330, y + 3, { lineBreak: false })
  writeRight(pdf, RIGHT, y + 3, `${money(totals.total, 'de')} EUR`)
  rule(pdf, 330, RIGHT, y + 19, 1.2)
  pdf.font(look.regular).fontSize(9.5)
  writeLines(pdf, LEFT, y + 46, [
    invoice.terms,
    `Fällig am ${date(invoice.due, 'de')}.`,
    undefined,
    'Mit freundlichen Grüßen',
    invoice.seller.name,
  ])
  writeFooter(pdf, invoice)
}

function writeFooter(pdf: Pdf, { seller, bank }: Invoice): void {
  rule(pdf, LEFT, RIGHT, 765, 0.4)
  pdf.fontSize(8.5)
  writeLines(pdf, LEFT, 772, [seller.name, seller.street, seller.city], 11)
  writeLines(pdf, 225, 772, [seller.phone && `Telefon ${seller.phone}`, seller.email, `USt-IdNr. ${seller.vat_id}`], 11)
  writeLines(pdf, 395, 772, [bank.name, `IBAN ${spaced(bank.iban)}`, `BIC ${bank.bic}`], 11)
}
