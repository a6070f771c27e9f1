/** A French invoice: seller and customer side by side, boxed table, totals in a frame. */
import type { Invoice } from './invoice.ts'
import { amountOf, date, money, number, spaced, totalsOf } from './invoice.ts'
import type { Column, Pdf } from './pdf.ts'
import { makePdf, rule, writeLines, writeRight, writeRow } from './pdf.ts'

const LEFT = 48
const RIGHT = 547
const BLUE = '#1f3c6e'

const columns: Column[] = [
  { title: 'Référence', from: LEFT + 5, to: 110 },
  { title: 'Désignation', from: 115, to: 300 },
  { title: 'Qté', from: 305, to: 340, align: 'right' },
  { title: 'Unité', from: 348, to: 385 },
  { title: 'PU HT', from: 390, to: 430, align: 'right' },
  { title: 'TVA', from: 435, to: 475, align: 'right' },
  { title: 'Total HT', from: 480, to: RIGHT - 5, align: 'right' },
]

export function frenchInvoice(invoice: Invoice): Promise<Buffer> {
  return makePdf({ title: `Facture ${invoice.number}`, created: invoice.issued }, (pdf) => {
    writeHead(pdf, invoice)
    const end = writeTable(pdf, invoice)
    writeTotals(pdf, invoice, end)
    const { seller } = invoice
    pdf.font('Helvetica').fontSize(7.5).fillColor('#444444')
    const foot = `${seller.name} - ${seller.street}, ${seller.city} - TVA intracommunautaire ${seller.vat_id}`
    pdf.text(foot, LEFT, 800, { lineBreak: false })
  })
}

function writeHead(pdf: Pdf, invoice: Invoice): void {
  const { seller, buyer } = invoice
  pdf.font('Helvetica-Bold').fontSize(14).fillColor(BLUE).text(seller.name, LEFT, 48, { lineBreak: false })
  pdf.font('Helvetica').fontSize(9).fillColor('black')
  writeLines(pdf, LEFT, 68, [
    seller.street,
    seller.city,
    seller.phone && `Tél. ${seller.phone}`,
    seller.email,
    `N° TVA : ${seller.vat_id}`,
  ])
  pdf.font('Helvetica-Bold').fontSize(20).fillColor(BLUE)
  writeRight(pdf, RIGHT, 46, 'FACTURE')
  pdf.fillColor('black').fontSize(9)
  pdf
    .roundedRect(320, 90, RIGHT - 320, 78, 4)
    .lineWidth(0.7)
    .strokeColor(BLUE)
    .stroke()
  pdf.text('Client', 330, 98)
  pdf.font('Helvetica').fontSize(10)
  writeLines(pdf, 330, 112, [buyer.name, buyer.street, buyer.city, `N° TVA : ${buyer.vat_id}`])

  const facts: [string, string | undefined][] = [
    ['Facture n°', invoice.number],
    ['Date de facture', date(invoice.issued, 'fr')],
    ["Date d'échéance", date(invoice.due, 'fr')],
    ['Commande', invoice.order],
    ['Code client', invoice.customer_number],
  ]
  facts.forEach(([label, value], index) => {
    const x = LEFT + index * 100
    pdf.font('Helvetica').fontSize(8).fillColor('#444444').text(label, x, 196, { lineBreak: false })
    pdf
      .font('Helvetica-Bold')
      .fontSize(9.5)
      .fillColor('black')
      .text(value ?? '', x, 208, { lineBreak: false })
  })
}

function writeTable(pdf: Pdf, invoice: Invoice): number {
  let y = 246
  pdf
    .save()
    .rect(LEFT, y - 6, RIGHT - LEFT, 20)
    .fill('#dfe6f1')
    .restore()
  pdf.font('Helvetica-Bold').fontSize(9).fillColor('black')
  writeRow(
    pdf,
    y,
    columns,
    columns.map((column) => column.title),
  )
  pdf.font('Helvetica')
  for (const item of invoice.items) {
    y += 21
    writeRow(pdf, y, columns, [
      item.code, item.description, number(item.quantity, 'fr'), item.unit, money(item.price, 'fr'),
      `${number(item.rate, 'fr')} %`, money(amountOf(item), 'fr'),
    ]) /* prettier-ignore */ // the cells of one row together
  }
  pdf
    .rect(LEFT, 240, RIGHT - LEFT, y - 240 + 18)
    .lineWidth(0.7)
    .strokeColor(BLUE)
    .stroke()
  return y + 36
}

function writeTotals(pdf: Pdf, invoice: Invoice, from: number): void {
  const totals = totalsOf(invoice)
  const sums: [string, number][] = [
    ['Total HT', totals.base],
    ...totals.rates.map(({ rate, tax }): [string, number] => [`TVA ${number(rate, 'fr')} %`, tax]),
  ]
  let y = from
  for (const [label, value] of sums) {
    pdf.text(label, 380, y, { lineBreak: false })
    writeRight(pdf, RIGHT - 5, y, `${money(value, 'fr')} €`)
    y += 16
  }
  rule(pdf, 375, RIGHT, y - 3, 0.8, BLUE)
  pdf
    .font('Helvetica-Bold')
    .fontSize(11)
    .text('Total TTC', 380, y + 3, { lineBreak: false })
  writeRight(pdf, RIGHT - 5, y + 3, `${money(totals.total, 'fr')} €`)
  pdf.font('Helvetica').fontSize(9)
  writeLines(pdf, LEFT, from, [
    'Règlement',
    invoice.terms,
    `Banque : ${invoice.bank.name}`,
    `IBAN : ${spaced(invoice.bank.iban)}`,
    `BIC : ${invoice.bank.bic}`,
  ])
  writeLines(pdf, LEFT, y + 60, [
    "En cas de retard de paiement, une pénalité de trois fois le taux d'intérêt légal sera appliquée,",
    "ainsi qu'une indemnité forfaitaire de 40 € pour frais de recouvrement.",
  ])
}
