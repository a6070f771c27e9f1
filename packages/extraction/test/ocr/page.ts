import PDFDocument from 'pdfkit'
import { openPdf } from '../../src/read/pdf.ts'
import type { OcrImage } from '../../src/read/ocr/types.ts'

/** The lines of the test page, with words long enough for any engine. */
export const SENTENCES = [
  'Invoice number 2024-0815',
  'Date 17.03.2024',
  'Customer Northwind Trading Limited',
  'Delivery of printed paper',
  'Cartridges for the office printer',
  'Amount due 1,284.50 EUR',
  'Please transfer within thirty days',
]

/** Draws a page of text with the standard PDF fonts, so that no installed fonts are needed. */
export async function drawTextPage(sentences: string[] = SENTENCES, dpi = 200): Promise<OcrImage> {
  const document = new PDFDocument({ size: 'A5', margin: 36 })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.on('end', resolve))
  sentences.forEach((sentence, index) =>
    document.fontSize(15).text(sentence, 40, 60 + index * 60, { lineBreak: false }),
  )
  document.end()
  await ended
  const pdf = await openPdf(Buffer.concat(chunks))
  try {
    return pdf.draw(0, { dpi, grey: true })
  } finally {
    pdf.close()
  }
}
