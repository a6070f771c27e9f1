import { crc32, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { invoicePdf } from './invoice-pdf.ts'

/** Returns a PDF that ends in the middle of its first page. */
export const truncatedPdf = async (): Promise<Buffer> => (await invoicePdf('T-1')).subarray(0, 400)

/** Returns a PDF that requires a password. */
export async function encryptedPdf(): Promise<Buffer> {
  const pdf = new PDFDocument({ userPassword: 'open sesame', ownerPassword: 'owner', pdfVersion: '1.7' })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => pdf.on('end', resolve))
  pdf.text('Invoice number: SECRET-1').end()
  await ended
  return Buffer.concat(chunks)
}

/** Returns a valid PNG of a single colour: a few kilobytes that expand to gigabytes of pixels. */
export function hugePng(side = 30_000): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rowBytes = 1 + Math.ceil(side / 8)
  const pixels = deflateSync(Buffer.alloc(rowBytes * side))
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** Returns the header of a Windows program that also contains a PDF header. */
export const program = (): Buffer =>
  Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.from('%PDF-1.7\n')])
