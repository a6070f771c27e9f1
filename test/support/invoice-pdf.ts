import PDFDocument from 'pdfkit'

/** Creates a digital invoice, which differs from others by its number. */
export async function invoicePdf(number: string, total = '119.00', pages = 1): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin: 50, info: { CreationDate: new Date(0) } })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => pdf.on('end', resolve))
  pdf.fontSize(20).text('INVOICE', 50, 50)
  pdf.fontSize(10).text('Northwind Paper Ltd', 50, 90).text('12 Mill Lane, Leeds LS1 4AB', 50, 104)
  pdf
    .text(`Invoice number: ${number}`, 350, 90)
    .text('Invoice date: 2026-02-03', 350, 104)
    .text('Due date: 2026-03-05', 350, 118)
  pdf.text('Bill to: Harbour Books GmbH', 50, 140)
  const row = (y: number, ...cells: string[]) =>
    cells.forEach((cell, index) => pdf.text(cell, [50, 300, 380, 480][index]!, y))
  row(200, 'Description', 'Quantity', 'Unit price', 'Amount')
  row(220, 'Copy paper A4', '10', '5.00', '50.00')
  row(236, 'Envelopes C5', '25', '2.00', '50.00')
  row(280, '', '', 'Subtotal', '100.00')
  row(296, '', '', 'VAT 19%', '19.00')
  row(312, '', '', 'Total', `${total} EUR`)
  for (let page = 1; page < pages; page++) pdf.addPage().text(`Terms, page ${page + 1}`, 50, 50)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}
