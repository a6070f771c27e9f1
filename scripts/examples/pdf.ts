import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import PDFDocument from 'pdfkit'

export type Pdf = PDFKit.PDFDocument

const dejavu = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')
export const fontFile = (name: string): string => join(dejavu, `${name}.ttf`)

interface PdfOptions {
  title: string
  /** The date in the file's metadata; a fixed one keeps the bytes identical in every run. */
  created: string
  /** In points; default A4. */
  size?: [number, number]
}

/** Returns the bytes of a PDF drawn by `draw`. */
export async function makePdf({ title, created, size }: PdfOptions, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const when = new Date(`${created}T08:00:00Z`)
  const pdf = new PDFDocument({
    size: size ?? 'A4',
    margin: 0,
    info: { Title: title, Creator: 'Sheaf examples', CreationDate: when, ModDate: when },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => pdf.on('end', resolve))
  draw(pdf)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

export interface Column {
  title: string
  /** Left and right edge in points. */
  from: number
  to: number
  align?: 'left' | 'right'
}

/** Writes one line of cells; none of them wraps. */
export function writeRow(pdf: Pdf, y: number, columns: readonly Column[], cells: readonly string[]): void {
  columns.forEach(({ from, to, align = 'left' }, index) => {
    const cell = cells[index] ?? ''
    if (align === 'right') writeRight(pdf, to, y, cell)
    else pdf.text(cell, from, y, { lineBreak: false })
  })
}

/** Writes lines of text below each other; returns the position of the next. */
export function writeLines(pdf: Pdf, x: number, y: number, lines: readonly (string | undefined)[], step = 13): number {
  let at = y
  for (const line of lines) {
    if (line === undefined) continue
    pdf.text(line, x, at, { lineBreak: false })
    at += step
  }
  return at
}

export function writeRight(pdf: Pdf, right: number, y: number, text: string): void {
  pdf.text(text, right - pdf.widthOfString(text), y, { lineBreak: false })
}

export function rule(pdf: Pdf, from: number, to: number, y: number, width = 0.6, colour = '#333333'): void {
  pdf.save().moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor(colour).stroke().restore()
}
