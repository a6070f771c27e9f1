import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readBarcodes } from '../../src/read/barcodes.ts'
import { codeAsPng } from './code-pictures.ts'

/** An A4 page, in points from the top left, with pictures of codes. */
async function aPdf(codes: { png: Buffer; left: number; top: number; width: number; height: number }[]) {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([595, 842])
  for (const { png, left, top, width, height } of codes)
    page.drawImage(await pdf.embedPng(png), { x: left, y: 842 - top - height, width, height })
  return Buffer.from(await pdf.save())
}

describe('barcodes', () => {
  const PAYMENT = 'BCD\n002\n1\nSCT\nGENODEF1XXX\nSample Ltd\nDE89370400440532013000\nEUR119.00'

  it('are read from a page of a PDF, top to bottom, with type, text and box', async () => {
    const qr = await codeAsPng(PAYMENT, 'QRCode', 400)
    const line = await codeAsPng('INV-2026-0042', 'Code128', 600)
    const pdf = await aPdf([
      { png: line, left: 60, top: 400, width: 200, height: 50 },
      { png: qr, left: 300, top: 100, width: 100, height: 100 },
    ])
    const [page] = await readBarcodes(pdf, [{ page: 1 }])
    expect(page).toMatchObject({
      page: 1,
      barcodes: [
        { type: 'QRCode', text: PAYMENT },
        { type: 'Code128', text: 'INV-2026-0042' },
      ],
    })
    // 300 points are 625 pixels at 150 dpi; a code has a quiet zone around it.
    const [left, top, right, bottom] = page!.barcodes[0]!.position
    expect(left).toBeGreaterThan(620)
    expect(top).toBeGreaterThan(205)
    expect(right).toBeLessThan(836)
    expect(bottom).toBeLessThan(420)
  })

  it('are read from pictures, also rotated ones, and from none of a page without codes', async () => {
    const code = await codeAsPng('4006381333931', 'EAN13', 400)
    const picture = await sharp({ create: { width: 1000, height: 800, channels: 3, background: '#fff' } })
      .composite([{ input: code, left: 200, top: 300 }])
      .rotate(90)
      .png()
      .toBuffer()
    const [rotated] = await readBarcodes(picture, [{ page: 1, rotation: 270 }])
    expect(rotated!.barcodes).toMatchObject([{ text: '4006381333931' }])
    expect(rotated!.barcodes[0]!.type).toMatch(/^EAN-?13$/)
    expect(await readBarcodes(await aPdf([]), [{ page: 1 }])).toEqual([{ page: 1, barcodes: [] }])
  })

  it('of a page that the file does not have are refused', async () => {
    await expect(readBarcodes(await aPdf([]), [{ page: 2 }])).rejects.toMatchObject({ code: 'damaged' })
  })
})
