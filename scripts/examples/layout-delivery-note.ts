import type { Column, Pdf } from './pdf.ts'
import { makePdf, rule, writeLines, writeRight, writeRow } from './pdf.ts'

export const DELIVERY_NOTE = {
  number: 'LS-55210',
  iso: '2026-02-16',
  seller: 'Tidewater Marine Supplies Ltd',
  order: '4500071936',
}

const columns: Column[] = [
  { title: 'Item no.', from: 60, to: 130 },
  { title: 'Description', from: 140, to: 380 },
  { title: 'Quantity', from: 380, to: 450, align: 'right' },
  { title: 'Unit', from: 465, to: 520 },
]

export const PALLETS = [
  [
    ['RP-06R', 'Sheet rope 6 mm, red', '120', 'm'],
    ['RP-08B', 'Sheet rope 8 mm, blue', '180', 'm'],
    ['RP-10W', 'Mooring line 10 mm, white', '200', 'm'],
    ['FD-05', 'Fender, cylindrical, size 5', '16', 'pc'],
    ['FD-07', 'Fender, cylindrical, size 7', '8', 'pc'],
  ],
  [
    ['LJ-M', 'Life jacket 150 N, medium', '12', 'pc'],
    ['LJ-L', 'Life jacket 150 N, large', '10', 'pc'],
    ['AN-06', 'Anchor, folding, 6 kg', '4', 'pc'],
    ['CH-08', 'Chain 8 mm, galvanised', '40', 'm'],
  ],
]

/** Two pages, one for each pallet: goods without prices. */
export function deliveryNote(): Promise<Buffer> {
  return makePdf({ title: `Delivery note ${DELIVERY_NOTE.number}`, created: DELIVERY_NOTE.iso }, (pdf) => {
    PALLETS.forEach((rows, index) => {
      if (index > 0) pdf.addPage()
      writePage(pdf, rows, index + 1)
    })
  })
}

function writePage(pdf: Pdf, rows: string[][], page: number): void {
  pdf.font('Courier-Bold').fontSize(18).text('DELIVERY NOTE', 60, 60, { lineBreak: false })
  pdf.font('Courier').fontSize(11)
  writeLines(pdf, 60, 92, [DELIVERY_NOTE.seller, 'Unit 6, Old Ropeworks, Ballyfinnan, Ireland'], 15)
  writeLines(
    pdf,
    60,
    140,
    [
      `Delivery note no.: ${DELIVERY_NOTE.number}`,
      'Delivery date:     16 February 2026',
      `Purchase order:    ${DELIVERY_NOTE.order}`,
      `Pallet:            ${page} of 2`,
    ],
    16,
  )
  writeLines(pdf, 60, 225, ['Deliver to:', 'Nordhavn Sailing School ApS', 'Bådehavnsvej 3, 9999 Nordhavn, Denmark'], 15)
  pdf.font('Courier-Bold')
  rule(pdf, 60, 535, 290, 1, 'black')
  writeRow(
    pdf,
    298,
    columns,
    columns.map((column) => column.title),
  )
  rule(pdf, 60, 535, 314, 1, 'black')
  pdf.font('Courier')
  rows.forEach((row, index) => writeRow(pdf, 324 + index * 20, columns, row))
  rule(pdf, 60, 535, 326 + rows.length * 20, 1, 'black')
  if (page === 2) pdf.text('Received in good order: ______________________', 60, 520, { lineBreak: false })
  writeRight(pdf, 535, 790, `Page ${page} of 2`)
}
