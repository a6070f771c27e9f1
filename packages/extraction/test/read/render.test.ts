import * as xlsx from '@e965/xlsx'
import { degrees } from 'pdf-lib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import { renderPage } from '../../src/read/render.ts'
import type { Box } from '../../src/types.ts'
import { INVOICE, makeHugePng, makePdf } from './files.ts'

/** Returns the share of dark pixels inside a box of the picture, with a small margin. */
async function ink(png: Buffer, box: Box, scale = 1): Promise<number> {
  const [left, top, right, bottom] = box.map((side) => Math.round(side * scale)) as Box
  const { data } = await sharp(png)
    .extract({ left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data.filter((value) => value < 128).length / data.length
}

describe('renderPage', () => {
  it('draws a PDF page at 150 dpi with ink at the positions of the words', async () => {
    const bytes = await makePdf([INVOICE])
    const { pages } = await readDocument(bytes)
    const { png, width, height } = await renderPage(bytes, { page: 1 })
    expect([width, height]).toEqual([pages[0]!.width, pages[0]!.height])
    for (const word of pages[0]!.words) expect(await ink(png, word.box)).toBeGreaterThan(0.05)
    expect(await ink(png, [600, 900, 1200, 1700])).toBe(0)
  })

  it('scales down, never up', async () => {
    const bytes = await makePdf([INVOICE])
    expect(await renderPage(bytes, { page: 1, width: 300 })).toMatchObject({ width: 300, height: 424 })
    expect(await renderPage(bytes, { page: 1, width: 5000 })).toMatchObject({ width: 1240 })
  })

  it('draws a rotated page upright, like its words', async () => {
    const bytes = await makePdf([INVOICE], (pdf) => pdf.getPage(0).setRotation(degrees(90)))
    const page = (await readDocument(bytes)).pages[0]!
    const { png, width } = await renderPage(bytes, { page: 1 })
    expect(width).toBe(page.width)
    for (const word of page.words) expect(await ink(png, word.box)).toBeGreaterThan(0.05)
    expect(await renderPage(bytes, { page: 1, width: 300, rotation: page.rotation })).toMatchObject({
      width: 300,
      height: 424,
    })
  })

  it('rotates a picture by camera orientation and rotation found by the engine', async () => {
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await renderPage(bytes, { page: 1 })).toMatchObject({ width: 200, height: 300 })
    expect(await renderPage(bytes, { page: 1, rotation: 180 })).toMatchObject({ width: 300, height: 200 })
    expect(await renderPage(bytes, { page: 1, rotation: 180, width: 150 })).toMatchObject({ width: 150, height: 100 })
  })

  it('draws the synthetic page of a workbook with ink at the positions of the words', async () => {
    const book = xlsx.utils.book_new()
    xlsx.utils.book_append_sheet(
      book,
      xlsx.utils.aoa_to_sheet([
        ['Žlutý', 'Größe'],
        ['Widget', 12.5],
      ]),
      'S',
    )
    const bytes = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    const page = (await readDocument(bytes)).pages[0]!
    const { png, width } = await renderPage(bytes, { page: 1 })
    expect(width).toBe(page.width)
    for (const word of page.words) expect(await ink(png, word.box)).toBeGreaterThan(0.05)
    expect(await renderPage(bytes, { page: 1, width: 400 })).toMatchObject({ width: 400 })
  })

  it('refuses a picture with too many pixels and a missing page', async () => {
    await expect(renderPage(makeHugePng(30_000, 30_000), { page: 1 })).rejects.toMatchObject({
      code: 'too_many_pixels',
    })
    await expect(renderPage(await makePdf([INVOICE]), { page: 2 })).rejects.toMatchObject({ name: 'ReadError' })
  })
})
