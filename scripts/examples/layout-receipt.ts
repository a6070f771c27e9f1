import { fontFile, makePdf, writeLines, writeRight } from './pdf.ts'
import type { Pdf } from './pdf.ts'

/** The content of the receipt; the totals are those of the rows. */
export const RECEIPT = {
  name: 'The Copper Kettle',
  number: '004187',
  date: '14/05/2026',
  iso: '2026-05-14',
  rows: [
    ['2 Flat white', 7.2],
    ['1 Pot of tea', 3.4],
    ['2 Cheese scone', 6.5],
    ['1 Soup of the day', 7.95],
    ['1 Still water', 2.2],
  ] as [string, number][],
  total: 27.25,
  vat: 4.54,
}

const WIDTH = 226
const MONO = fontFile('DejaVuSansMono')
const BOLD = fontFile('DejaVuSansMono-Bold')
const MARGIN = 16

/** A till receipt on 80 mm paper. */
export function receipt(): Promise<Buffer> {
  return makePdf({ title: 'Receipt', created: RECEIPT.iso, size: [WIDTH, 420] }, (pdf) => {
    centred(pdf, BOLD, 13, 22, RECEIPT.name.toUpperCase())
    centred(pdf, MONO, 8.5, 42, 'Coffee house & bakery')
    centred(pdf, MONO, 8.5, 54, '9 Market Cross, Lower Marden')
    centred(pdf, MONO, 8.5, 66, 'VAT No. GB 999 9999 73')
    dashes(pdf, 82)
    pdf.font(MONO).fontSize(8.5)
    writeLines(
      pdf,
      MARGIN,
      94,
      [`Receipt no. ${RECEIPT.number}`, `Date ${RECEIPT.date}   12:47`, 'Table 6  Served by Ines'],
      12,
    )
    dashes(pdf, 134)
    let y = 146
    for (const [what, price] of RECEIPT.rows) {
      pdf.text(what, MARGIN, y, { lineBreak: false })
      writeRight(pdf, WIDTH - MARGIN, y, price.toFixed(2))
      y += 14
    }
    dashes(pdf, y + 2)
    pdf
      .font(BOLD)
      .fontSize(13)
      .text('TOTAL', MARGIN, y + 16, { lineBreak: false })
    writeRight(pdf, WIDTH - MARGIN, y + 16, `£${RECEIPT.total.toFixed(2)}`)
    pdf.font(MONO).fontSize(8.5)
    const below: [string, string][] = [
      ['Card (contactless)', RECEIPT.total.toFixed(2)],
      ['Net at 20%', (RECEIPT.total - RECEIPT.vat).toFixed(2)],
      ['VAT 20%', RECEIPT.vat.toFixed(2)],
    ]
    y += 42
    for (const [label, value] of below) {
      pdf.text(label, MARGIN, y, { lineBreak: false })
      writeRight(pdf, WIDTH - MARGIN, y, value)
      y += 13
    }
    dashes(pdf, y + 4)
    centred(pdf, MONO, 8.5, y + 20, 'Thank you for your visit!')
    centred(pdf, MONO, 8.5, y + 33, 'www.copperkettle.example')
  })
}

function centred(pdf: Pdf, font: string, size: number, y: number, text: string): void {
  pdf.font(font).fontSize(size)
  pdf.text(text, (WIDTH - pdf.widthOfString(text)) / 2, y, { lineBreak: false })
}

function dashes(pdf: Pdf, y: number): void {
  pdf
    .save()
    .moveTo(MARGIN, y)
    .lineTo(WIDTH - MARGIN, y)
    .dash(3, { space: 2 })
    .lineWidth(0.8)
    .stroke()
    .restore()
}
