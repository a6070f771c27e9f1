import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readPicturePages } from '../../src/sandbox/children/picture-pages.ts'
import { hugePng } from '../support/bad-files.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { jpeg, picture, png, tiff } from '../support/pictures.ts'

const read = (bytes: Uint8Array, maxPages = 10) => readPicturePages(bytes, { maxPages })
const failure = (code: string) => expect.objectContaining({ name: 'ReadError', code })

describe('readPicturePages', () => {
  it('keeps a JPEG unchanged and returns its rotation', async () => {
    const bytes = await jpeg(300, 200, 6)
    expect(await read(bytes)).toEqual({
      pageCount: 1,
      pages: [{ coding: 'jpeg', width: 300, height: 200, colours: 3, orientation: 6, dpi: null, bytes }],
    })
  })

  it('returns the pixels of pictures that a PDF cannot contain directly', async () => {
    const cmyk = await picture(300, 200).toColourspace('cmyk').jpeg().toBuffer()
    const deep = await picture(300, 200).toColourspace('rgb16').png().toBuffer()
    const clear = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    for (const bytes of [await png(300, 200), cmyk, deep, clear]) {
      const { pages } = await read(bytes)
      expect(pages).toEqual([expect.objectContaining({ coding: 'png', width: 300, height: 200, colours: 3 })])
    }
  })

  it('separates the requested number of pages of a TIFF, and counts all', async () => {
    const bytes = await tiff(300, 200, 3)
    expect((await read(bytes)).pages).toHaveLength(3)
    const { pages, pageCount } = await read(bytes, 2)
    expect([pages.length, pageCount]).toEqual([2, 3])
  })

  it('returns pictures as JPEG that would be large without compression', async () => {
    const raw = { width: 1500, height: 1200, channels: 3 } as const
    const noise = randomFillSync(Buffer.alloc(raw.width * raw.height * raw.channels))
    const bytes = await sharp(noise, { raw }).png().toBuffer()
    expect((await read(bytes)).pages[0]).toMatchObject({ coding: 'jpeg', width: 1500, height: 1200 })
  })

  it('reports why it cannot read a picture', async () => {
    for (const whole of [await png(300, 200), await jpeg(300, 200), await tiff(300, 200, 2)]) {
      await expect(read(whole.subarray(0, whole.length / 2))).rejects.toEqual(failure('damaged'))
    }
    await expect(read(hugePng())).rejects.toEqual(failure('too_many_pixels'))
    await expect(read(await invoicePdf('A-1'))).rejects.toEqual(failure('unsupported'))
  })
})
