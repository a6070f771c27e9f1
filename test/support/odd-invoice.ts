import PDFDocument from 'pdfkit'

/** Creates an invoice of a sender whose labels are in no lexicon: its number stands after `Chit`, below a number of something else. */
export async function oddInvoice(number: string, total: string): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin: 50, info: { CreationDate: new Date(0) } })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => pdf.on('end', resolve))
  pdf.fontSize(10).text('Quillfeather Bindery Ltd', 50, 60).text('4 Sparrow Row, Dunmouth DN3 8QT', 50, 74)
  pdf.text('www.quillfeather.example', 50, 88).text('Workshop, ledger and storehouse', 50, 102)
  pdf.text('Invoice number of your agent: 40-2291', 330, 60).text(`Chit ${number}`, 330, 88)
  pdf.text('Date: 2026-02-03', 330, 116)
  pdf.text('Rebinding of volumes as agreed with the archive', 50, 220).text(total, 480, 220)
  pdf.text('Deposit', 50, 280).text('500.00', 480, 280)
  pdf.text('Grand total', 50, 300).text('900.00', 480, 300)
  pdf.text('Reckoning of this work', 50, 330).text(total, 480, 330)
  pdf.text('Paid work is kept for ninety days in the storehouse beside the harbour', 50, 700)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}
