import PDFDocument from 'pdfkit'

/** Creates the report of a person who reads meters: nothing of it is in the catalogue of the engine. */
export async function meterReport(number: string, reading: string): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin: 50, info: { CreationDate: new Date(0) } })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => pdf.on('end', resolve))
  pdf.fontSize(18).text('Fenwick Water Board', 50, 50).fontSize(10).text('Field report of the reading round', 50, 76)
  const lines = [
    ['Meter number', number],
    ['Date of reading', '14 March 2026'],
    ['Previous reading', '1,204.0'],
    ['Current reading', reading],
    ['Inspector', 'Ruth Adair'],
  ] as const
  lines.forEach(([label, value], i) => pdf.text(label, 50, 130 + i * 22).text(value, 220, 130 + i * 22))
  pdf.text('Supply:  [ ] Gas   [x] Water', 50, 260)
  pdf.text('The cover of the shaft is damaged on its north side and has to be replaced before winter.', 50, 320)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}
