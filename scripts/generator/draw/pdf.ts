import PDFDocument from 'pdfkit'
import { fontOf } from './fonts.ts'
import type { DrawnPage } from './sheet.ts'

/** Kerning and ligatures would move letters away from the positions that `wordsOfPages` computes. */
const UNSHAPED = { kern: false, liga: false, clig: false, calt: false, rlig: false, ccmp: false, locl: false } as never

/** Draws the pages as a PDF with a text layer; `perWord` writes each word by itself, as some programs do. */
export async function drawPages(pages: readonly DrawnPage[], title: string, perWord: boolean): Promise<Buffer> {
  const when = new Date('2026-01-01T08:00:00Z')
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    info: { Title: title, Creator: 'Sheaf examples', CreationDate: when, ModDate: when },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => pdf.on('end', resolve))
  for (const page of pages) {
    pdf.addPage({ size: [page.width, page.height], margin: 0 })
    for (const { kind, x, y, width, height, colour, weight } of page.shapes) {
      if (kind === 'fill') pdf.rect(x, y, width, height).fill(colour)
      else if (kind === 'frame') pdf.lineWidth(weight).rect(x, y, width, height).stroke(colour)
      else {
        pdf
          .lineWidth(weight)
          .moveTo(x, y)
          .lineTo(x + width, y + height)
          .stroke(colour)
      }
    }
    for (const run of page.runs) {
      const font = fontOf(run.family, run.bold ?? false)
      pdf
        .font(font.file)
        .fontSize(run.size)
        .fillColor(run.colour ?? '#000000')
      const parts = perWord ? run.text.split(/(?<= )/) : [run.text]
      let x = run.x
      for (const part of parts) {
        pdf.text(part.trimEnd(), x, run.y, { lineBreak: false, baseline: 'alphabetic', features: UNSHAPED })
        x += font.width(part) * run.size
      }
    }
  }
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}
