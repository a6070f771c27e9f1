import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { decodeHeic } from '../../src/read/heic.ts'
import { readDocument } from '../../src/read/index.ts'
import { openPicture } from '../../src/read/open-picture.ts'
import { renderPage } from '../../src/read/render.ts'
import { sniff } from '../../src/sniff.ts'
import { fakeOcr } from './fake-ocr.ts'
import { bmp, heic, type BmpForm } from './picture-files.ts'

const [WIDTH, HEIGHT] = [64, 48]
const drawn = () =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#fff' } }).composite([
    { input: { create: { width: 32, height: 12, channels: 3, background: '#000' } }, left: 8, top: 8 },
  ])

/** A picture with a second frame, which is black. */
const animated = async () => {
  const first = await drawn().raw().toBuffer()
  const frames = Buffer.concat([first, Buffer.alloc(first.length)])
  return sharp(frames, { raw: { width: WIDTH, height: 2 * HEIGHT, channels: 3, pageHeight: HEIGHT } })
}

/** Returns the brightness of a pixel in the bar and of one beside it. */
async function contrast(bytes: Uint8Array): Promise<[number, number]> {
  const picture = (await openPicture(bytes, 0)).flatten({ background: '#fff' }).greyscale()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return [data[12 * info.width + 20]!, data[40 * info.width + 50]!]
}

const failure = (code: string) => expect.objectContaining({ name: 'ReadError', code })
const read = (bytes: Uint8Array) => readDocument(bytes, { ocr: fakeOcr(() => ({})).ocr })

describe.each<[string, string, () => Promise<Buffer> | Buffer]>([
  ['WebP', 'webp', () => drawn().webp({ lossless: true }).toBuffer()],
  ['animated WebP', 'webp', async () => (await animated()).webp({ lossless: true }).toBuffer()],
  ['AVIF', 'avif', () => drawn().avif({ quality: 90 }).toBuffer()],
  ['GIF', 'gif', () => drawn().gif().toBuffer()],
  ['animated GIF', 'gif', async () => (await animated()).gif().toBuffer()],
  ['HEIC', 'heic', heic],
  ['BMP', 'bmp', () => bmp({ bits: 24 })],
])('%s', (_, type, make) => {
  it('is read as one page, its first picture', async () => {
    const bytes = await make()
    expect(sniff(bytes)).toBe(type)
    const document = await read(bytes)
    expect(document).toMatchObject({ pageCount: 1, pages: [{ width: WIDTH, height: HEIGHT, source: 'ocr' }] })
    const [bar, beside] = await contrast(bytes)
    expect(bar).toBeLessThan(40)
    expect(beside).toBeGreaterThan(215)
  })

  it('is shown', async () => {
    const { png, width, height } = await renderPage(await make(), { page: 1 })
    expect([width, height]).toEqual([WIDTH, HEIGHT])
    expect(sniff(png)).toBe('png')
  })

  it('is reported as damaged if half of it is missing', async () => {
    const bytes = await make()
    // A BMP has no marks: what it lacks stays white.
    const half = bytes.subarray(0, type === 'bmp' ? 40 : bytes.length * 0.6)
    await expect(read(half)).rejects.toEqual(failure('damaged'))
  })
})

describe('BMP', () => {
  it.each<[string, BmpForm]>([
    ['1 bit', { bits: 1 }],
    ['4 bits', { bits: 4 }],
    ['8 bits', { bits: 8 }],
    ['8 bits of OS/2', { bits: 8, old: true }],
    ['4 bits in runs', { bits: 4, packed: true }],
    ['8 bits in runs', { bits: 8, packed: true }],
    ['16 bits', { bits: 16 }],
    ['16 bits with masks', { bits: 16, masks: [0xf800, 0x7e0, 0x1f] }],
    ['24 bits of OS/2', { bits: 24, old: true }],
    ['24 bits from the top', { bits: 24, topDown: true }],
    ['32 bits', { bits: 32 }],
    ['32 bits with masks', { bits: 32, masks: [0xff000000, 0xff0000, 0xff00] }],
  ])('of %s is decoded', async (_, form) => {
    expect(await contrast(bmp(form))).toEqual([0, 255])
  })

  it('of too many pixels is refused by its header', async () => {
    await expect(read(bmp({ bits: 8, width: 50_000, height: 50_000 }))).rejects.toEqual(failure('too_many_pixels'))
    await expect(read(bmp({ bits: 8, packed: true, width: 2 ** 31 - 1, height: 1000 }))).rejects.toEqual(
      failure('too_many_pixels'),
    )
  })

  it('with impossible values is reported as damaged', async () => {
    await expect(read(bmp({ bits: 8, width: 0 }))).rejects.toEqual(failure('damaged'))
    await expect(read(bmp({ bits: 8, width: -64 }))).rejects.toEqual(failure('damaged'))
    await expect(read(bmp({ bits: 32, masks: [0, 0, 0] }))).rejects.toEqual(failure('damaged'))
    const unknown = bmp({ bits: 24 })
    unknown.writeUInt32LE(4, 30)
    await expect(read(unknown)).rejects.toEqual(failure('damaged'))
  })

  it('is not guessed from two letters', () => {
    expect(sniff(Buffer.from('BMW AG, Petuelring 130, Germany'))).toBe('unknown')
  })
})

describe('HEIC', () => {
  it('that cannot be decoded is reported as damaged, and nothing else happens', async () => {
    const written: unknown[] = []
    const failed: unknown[] = []
    const note = (error: unknown) => void failed.push(error)
    const [write, log] = [vi.spyOn(process.stdout, 'write'), vi.spyOn(console, 'log')]
    for (const spy of [write, log]) spy.mockImplementation((...given) => (written.push(given), true))
    process.on('unhandledRejection', note)
    try {
      const coded = heic()
      coded.fill(0xff, coded.indexOf('mdat') + 4)
      for (const bytes of [coded, heic().subarray(0, 100), Buffer.from('no picture'), Buffer.alloc(0)])
        await expect(decodeHeic(bytes)).rejects.toEqual(failure('damaged'))
      await new Promise((resolve) => setImmediate(resolve))
    } finally {
      process.off('unhandledRejection', note)
      write.mockRestore()
      log.mockRestore()
    }
    expect([written, failed]).toEqual([[], []])
  })

  it('of too many pixels is refused before it is decoded', async () => {
    const bytes = heic()
    // The size of the picture, and that of the part which is shown.
    const size = bytes.indexOf('ispe') + 8
    bytes.writeUInt32BE(9000, size)
    bytes.writeUInt32BE(9000, size + 4)
    const part = bytes.indexOf('clap')
    bytes.write('free', part, 'latin1')
    await expect(read(bytes)).rejects.toEqual(failure('too_many_pixels'))
  })
})
