import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { degrees, PDFDocument, type PDFImage, type PDFPage } from 'pdf-lib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPdf, type PdfFile } from '../../src/read/pdf.ts'
import { decodeScan } from '../../src/read/stored-scan.ts'
import { A4 } from './files.ts'

const [WIDTH, HEIGHT] = A4
const EXAMPLE = readFileSync(join(import.meta.dirname, '../../../../examples/documents/bergmann-rechnung-scan.pdf'))

let jpeg: Buffer
beforeAll(async () => {
  const stripes = '<rect width="400" height="90"/><rect y="600" width="800" height="40" fill="#c33"/>'
  const page = `<svg width="827" height="1170"><rect width="827" height="1170" fill="#fff"/>${stripes}</svg>`
  jpeg = await sharp(Buffer.from(page)).jpeg({ quality: 90 }).toBuffer()
})

async function within<T>(bytes: Uint8Array, work: (pdf: PdfFile) => Promise<T> | T): Promise<T> {
  const pdf = await openPdf(bytes)
  try {
    return await work(pdf)
  } finally {
    pdf.close()
  }
}

async function scanPdf(draw: (page: PDFPage, image: PDFImage, pdf: PDFDocument) => unknown): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const image = await pdf.embedJpg(jpeg)
  await draw(pdf.addPage(A4), image, pdf)
  return pdf.save({ useObjectStreams: false })
}

const whole = { x: 0, y: 0, width: WIDTH, height: HEIGHT }

describe('the picture of a scanned page', () => {
  it('is the JPEG file in the PDF', async () => {
    const bytes = await scanPdf((page, image) => page.drawImage(image, whole))
    expect(await within(bytes, (pdf) => pdf.scanOf(0))).toEqual(jpeg)
  })

  it.each<[string, (page: PDFPage, image: PDFImage, pdf: PDFDocument) => unknown]>([
    ['text', (page, image) => (page.drawImage(image, whole), page.drawText('PAID'))],
    ['a second picture', (page, image) => (page.drawImage(image, whole), page.drawImage(image, { width: 90 }))],
    ['a drawing', (page, image) => (page.drawImage(image, whole), page.drawRectangle({ width: 90, height: 90 }))],
    ['an edge', (page, image) => page.drawImage(image, { ...whole, width: 0.9 * WIDTH })],
    ['a rotation', (page, image) => (page.drawImage(image, whole), page.setRotation(degrees(90)))],
    [
      'a picture upside down',
      (page, image) => page.drawImage(image, { ...whole, x: WIDTH, y: HEIGHT, rotate: degrees(180) }),
    ],
    ['transparency', (page, image) => page.drawImage(image, { ...whole, opacity: 0.5 })],
    [
      'a mask elsewhere in the file',
      async (page, image, pdf) => {
        page.drawImage(image, whole)
        const clear = { r: 0, g: 0, b: 0, alpha: 0.5 }
        const png = await sharp({ create: { width: 9, height: 9, channels: 4, background: clear } })
          .png()
          .toBuffer()
        pdf.addPage(A4).drawImage(await pdf.embedPng(png))
      },
    ],
  ])('is rendered if the page has %s', async (_, draw) => {
    expect(await within(await scanPdf(draw), (pdf) => pdf.scanOf(0))).toBeUndefined()
  })

  it('looks like the rendered page', async () => {
    const { rendered, stored } = await within(EXAMPLE, async (pdf) => {
      const drawn = pdf.draw(0, { dpi: 250, grey: true })
      return { rendered: drawn, stored: await decodeScan(pdf.scanOf(0)!, drawn) }
    })
    expect(stored).toMatchObject({ channels: 1 })
    const small = async ({ data, width, height }: { data: Buffer; width: number; height: number }) =>
      await sharp(data, { raw: { width, height, channels: 1 } })
        .resize(60, 85, { fit: 'fill' })
        .greyscale()
        .raw()
        .toBuffer()
    const [ours, theirs] = [await small(stored!), await small(rendered)]
    const difference = ours.reduce((sum, value, at) => sum + Math.abs(value - theirs[at]!), 0) / ours.length
    expect(difference).toBeLessThan(3)
  })

  it('is scaled to the wanted size if it has far more or fewer pixels', async () => {
    expect(await decodeScan(jpeg, { width: 400, height: 566 })).toMatchObject({ width: 400, height: 566 })
    expect(await decodeScan(jpeg, { width: 900, height: 1273 })).toMatchObject({ width: 827, height: 1170 })
    expect(await decodeScan(jpeg, { width: 827, height: 600 })).toMatchObject({ width: 827, height: 600 })
  })

  it('is rendered if the JPEG file is damaged or has other colours than a scan', async () => {
    expect(await decodeScan(jpeg.subarray(0, 2000), { width: 827, height: 1170 })).toBeUndefined()
    const print = await sharp(jpeg).toColourspace('cmyk').jpeg().toBuffer()
    expect(await decodeScan(print, { width: 827, height: 1170 })).toBeUndefined()
  })
})
