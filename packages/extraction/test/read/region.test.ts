import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import type { OcrEngine, OcrImage } from '../../src/read/ocr/types.ts'
import { readRegion } from '../../src/read/region.ts'

/** An engine that finds one word: the dark pixels of the image. */
function inkFinder() {
  const images: OcrImage[] = []
  const engine: OcrEngine = {
    name: 'ink',
    read: (image) => {
      images.push(image)
      let [left, top, right, bottom] = [image.width, image.height, 0, 0]
      for (let index = 0; index < image.width * image.height; index++) {
        if (image.data[index * image.channels]! > 128) continue
        const [x, y] = [index % image.width, Math.floor(index / image.width)]
        ;[left, top, right, bottom] = [
          Math.min(left, x),
          Math.min(top, y),
          Math.max(right, x + 1),
          Math.max(bottom, y + 1),
        ]
      }
      const words = [
        { text: 'ink', box: [left, top, right, bottom] as [number, number, number, number], confidence: 1, size: 10 },
      ]
      return Promise.resolve({ words, rotation: 0, width: image.width, height: image.height, skew: 0 })
    },
    close: () => Promise.resolve(),
  }
  return { images, ocr: () => Promise.resolve(engine) }
}

/** A page of 400 × 300 points (833 × 625 pixels) with a black square of 100 points at (200, 50) from the top left. */
async function aPdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  pdf.addPage([400, 300]).drawRectangle({ x: 200, y: 150, width: 100, height: 100 })
  return Buffer.from(await pdf.save())
}
const rounded = (box: readonly number[]) => box.map((side) => Math.round(side / 4) * 4)

describe('a region read by OCR', () => {
  it('is drawn alone, and its words have positions on the page', async () => {
    const { images, ocr } = inkFinder()
    const [word] = await readRegion(await aPdf(), { page: 1, box: [380, 60, 700, 400], ocr })
    expect(rounded(word!.box)).toEqual(rounded([417, 104, 625, 312]))
    // 320 × 340 pixels at 150 dpi are 533 × 567 at 250, with a margin of 24 on each side.
    expect(images).toHaveLength(1)
    expect(Math.abs(images[0]!.width - 581)).toBeLessThan(4)
    expect(Math.abs(images[0]!.height - 615)).toBeLessThan(4)
  })

  it('follows the rotation of the page', async () => {
    const { ocr } = inkFinder()
    const [word] = await readRegion(await aPdf(), { page: 1, rotation: 90, box: [250, 380, 600, 700], ocr })
    expect(rounded(word!.box)).toEqual(rounded([312, 417, 521, 625]))
  })

  it('of a picture keeps its resolution', async () => {
    const { images, ocr } = inkFinder()
    const ink = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
      .composite([{ input: ink, left: 100, top: 60 }])
      .png()
      .toBuffer()
    const [word] = await readRegion(picture, { page: 1, box: [80, 40, 180, 100], ocr })
    expect(word!.box).toEqual([100, 60, 140, 80])
    expect(images[0]).toMatchObject({ width: 148, height: 108 })
  })

  it('has no words if it is blank, too small or outside of the page', async () => {
    const { images, ocr } = inkFinder()
    const bytes = await aPdf()
    for (const box of [
      [10, 10, 200, 90],
      [450, 150, 452, 152],
      [2000, 2000, 2100, 2100],
    ] as const)
      expect(await readRegion(bytes, { page: 1, box: [...box], ocr })).toEqual([])
    expect(images).toHaveLength(0)
  })

  it('and barcodes are read only if they are requested', async () => {
    const { ocr } = inkFinder()
    const [without] = (await readDocument(await aPdf(), { ocr })).pages
    const [with_] = (await readDocument(await aPdf(), { ocr, barcodes: true })).pages
    expect(without).not.toHaveProperty('barcodes')
    expect(with_!.barcodes).toEqual([])
  })
})
