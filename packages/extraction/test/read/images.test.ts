import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import { fakeOcr } from './fake-ocr.ts'
import { makeHugePng } from './files.ts'

/** Creates a white picture with a black bar, so that it is not blank. */
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite([
    { input: { create: { width: 40, height: 10, channels: 3, background: '#000' } }, left: 10, top: 10 },
  ])

const oneWord = (box: [number, number, number, number]) => ({ text: 'Total', box, confidence: 0.8, size: 20 })
const failure = (code: string) => expect.objectContaining({ name: 'ReadError', code })

describe('pictures', () => {
  it('become one page each, with boxes in pixels of the picture', async () => {
    const { ocr } = fakeOcr(() => ({ words: [oneWord([10, 20, 60, 40])] }))
    const document = await readDocument(await picture(300, 200).png().toBuffer(), { ocr })
    expect(document).toMatchObject({ pageCount: 1, reader: 'ppocr fake' })
    expect(document.pages[0]).toMatchObject({ number: 1, width: 300, height: 200, rotation: 0, source: 'ocr' })
    expect(document.pages[0]!.lines.map((line) => line.text)).toEqual(['Total'])
  })

  it('are rotated by the camera orientation, which counts as rotation', async () => {
    const { seen, ocr } = fakeOcr(() => ({ words: [oneWord([0, 0, 50, 20])] }))
    const bytes = await picture(300, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const page = (await readDocument(bytes, { ocr })).pages[0]!
    expect(seen[0]).toMatchObject({ width: 200, height: 300 })
    expect(page).toMatchObject({ width: 200, height: 300, rotation: 90 })
  })

  it('add the rotation found by the engine to the camera orientation', async () => {
    const { ocr } = fakeOcr((image) => ({
      words: [oneWord([0, 0, 50, 20])],
      rotation: 270,
      width: image.height,
      height: image.width,
    }))
    const bytes = await picture(300, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect((await readDocument(bytes, { ocr })).pages[0]).toMatchObject({ width: 300, height: 200, rotation: 0 })
  })

  it('in a TIFF of several pages are read one by one', async () => {
    // Sharp writes pages of equal height from a picture that contains them one below the other.
    const stack = await picture(300, 600).raw().toBuffer()
    const bytes = await sharp(stack, { raw: { width: 300, height: 600, channels: 3, pageHeight: 200 } })
      .tiff({ compression: 'lzw' })
      .toBuffer()
    const { seen, ocr } = fakeOcr(() => ({ words: [oneWord([0, 0, 50, 20])] }))
    const document = await readDocument(bytes, { ocr })
    expect(document.pageCount).toBe(3)
    expect(document.pages.map((page) => [page.number, page.width, page.height])).toEqual([
      [1, 300, 200],
      [2, 300, 200],
      [3, 300, 200],
    ])
    // Only the first one has ink.
    expect(seen).toHaveLength(1)
  })

  it('above sixteen million pixels are scaled down for reading, with boxes in original pixels', async () => {
    const bytes = await picture(6000, 4000).jpeg().toBuffer()
    const { seen, ocr } = fakeOcr((image) => ({ words: [oneWord([0, 0, image.width, image.height])] }))
    const page = (await readDocument(bytes, { ocr })).pages[0]!
    expect(seen[0]!.width * seen[0]!.height).toBeLessThanOrEqual(16_000_000)
    expect(page.words[0]!.box.map(Math.round)).toEqual([0, 0, 6000, 4000])
  })

  it('of 30,000 by 30,000 pixels are refused by their header', async () => {
    const { seen, ocr } = fakeOcr(() => ({}))
    await expect(readDocument(makeHugePng(30_000, 30_000), { ocr })).rejects.toEqual(failure('too_many_pixels'))
    expect(seen).toEqual([])
  })

  it('that are truncated are reported as damaged', async () => {
    const noise = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, i) => (i * 7919) % 251))
    const bytes = await sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
      .jpeg()
      .toBuffer()
    const { ocr } = fakeOcr(() => ({}))
    const half = bytes.subarray(0, bytes.length / 2)
    await expect(readDocument(half, { ocr })).rejects.toEqual(failure('damaged'))
    await expect(readDocument(bytes.subarray(0, 30), { ocr })).rejects.toEqual(failure('damaged'))
  })
})
