import { crc32, deflateSync } from 'node:zlib'
import { degrees, PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import PDFKit from 'pdfkit'

/** A4 in points. */
export const A4: [number, number] = [595, 842]

export interface Text {
  text: string
  x: number
  /** Distance from the top of the page to the baseline, in points. */
  y: number
  size?: number
  bold?: boolean
  /** Degrees counter-clockwise. */
  turned?: number
}

export async function makePdf(
  pages: Text[][],
  more: (pdf: PDFDocument) => Promise<void> | void = () => undefined,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const plain = await pdf.embedFont(StandardFonts.Helvetica)
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  for (const texts of pages) {
    const page = pdf.addPage(A4)
    for (const item of texts) {
      page.drawText(item.text, {
        x: item.x,
        y: A4[1] - item.y,
        size: item.size ?? 11,
        font: item.bold ? bold : plain,
        color: rgb(0, 0, 0),
        rotate: degrees(item.turned ?? 0),
      })
    }
  }
  await more(pdf)
  return pdf.save({ useObjectStreams: false })
}

export const INVOICE: Text[] = [
  { text: 'Invoice INV-2024-17', x: 60, y: 80, size: 18, bold: true },
  { text: 'Date of issue', x: 60, y: 120 },
  { text: '2024-03-05', x: 300, y: 120 },
  { text: 'Total amount due', x: 60, y: 140 },
  { text: '1,234.50 EUR', x: 300, y: 140 },
]

export function makeEncryptedPdf(password: string): Promise<Buffer> {
  const pdf = new PDFKit({ userPassword: password })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.text('secret')
  pdf.end()
  return new Promise((resolve) => pdf.on('end', () => resolve(Buffer.concat(chunks))))
}

/** Returns a PNG whose header declares a picture of that size, with almost no data. */
export function makeHugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), body.length + 4)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns the start of a Windows program, long enough to resemble a real file. */
export const makeExecutable = (): Buffer =>
  Buffer.concat([Buffer.from('MZ\x90\0\x03\0%PDF-1.4'), Buffer.alloc(2000, 7)])
