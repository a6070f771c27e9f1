/** A PDF whose text is visible, but whose characters have no meaning: its font has no mapping to Unicode. */
import { fileURLToPath } from 'node:url'
import PDFKit from 'pdfkit'
import type { Text } from '@sheaf/extraction/fixtures'

const FONT = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))

export async function withoutUnicode(texts: Text[]): Promise<Buffer> {
  const pdf = new PDFKit({ size: 'A4', compress: false })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => pdf.on('end', resolve))
  pdf.font(FONT)
  for (const { text, x, y, size = 11 } of texts) pdf.fontSize(size).text(text, x, y, { lineBreak: false })
  pdf.end()
  await ended
  const file = Buffer.concat(chunks).toString('latin1')
  if (!file.includes('/ToUnicode')) throw new Error('The font has no mapping that could be removed.')
  // Entries of the same length, so that the cross references remain correct.
  return Buffer.from(file.replaceAll('/ToUnicode', '/ToNothing'), 'latin1')
}
