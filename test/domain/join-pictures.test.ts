import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { describeFile } from '../../src/domain/documents/stored-file.ts'
import { joinPictures } from '../../src/domain/intake/join-pictures.ts'
import { writePicturePdf } from '../../src/domain/intake/picture-pdf.ts'
import { openPdf, readPdfText } from '@sheaf/extraction/pages'
import { ReadError } from '@sheaf/extraction/types'
import { readPicturePages } from '../../src/sandbox/children/picture-pages.ts'
import type { DocumentSandbox, PicturePage } from '../../src/sandbox/types.ts'
import { memoryBlobs, standIn } from '../support/deps.ts'
import { jpeg, picture, png, tiff } from '../support/pictures.ts'

const documents = standIn<DocumentSandbox>('documents', { picturePages: readPicturePages })
const join = (pictures: [string, Buffer][], sandbox = documents) =>
  joinPictures(
    { documents: sandbox, blobs: memoryBlobs() },
    pictures.map(([name, bytes]) => ({ ...describeFile({ name, bytes }), mime_type: 'image/png' })),
  )

async function sizes(bytes: Buffer) {
  const pdf = await openPdf(bytes)
  const found = Array.from({ length: pdf.pageCount }, (_, index) => pdf.pageSize(index))
  pdf.close()
  return found.map(({ width, height }) => [width, height])
}

/** Returns the corners of the page that contain ink. */
async function inkyCorners(bytes: Buffer): Promise<string[]> {
  const pdf = await openPdf(bytes)
  const { data, width, height } = pdf.draw(0, { grey: true })
  pdf.close()
  const found = new Set<string>()
  data.forEach((value, index) => {
    if (value > 100) return
    const [x, y] = [index % width, Math.floor(index / width)]
    found.add(`${y < height / 2 ? 'top' : 'bottom'} ${x < width / 2 ? 'left' : 'right'}`)
  })
  return [...found]
}

describe('joinPictures', () => {
  it('creates one PDF of all pages in order, named after the first picture', async () => {
    const { file, refuse } = await join([
      ['Scan 1.tif', await tiff(300, 200, 2)],
      ['b.png', await png(220, 330)],
      ['c.jpg', await jpeg(310, 210)],
    ])
    expect(file.name).toBe('Scan 1.pdf')
    expect(await sizes(file.bytes)).toEqual([
      [300, 200],
      [300, 200],
      [220, 330],
      [310, 210],
    ])
    expect(refuse()).toBeNull()
  })

  it('creates identical files from identical pictures', async () => {
    const pictures: [string, Buffer][] = [
      ['a.png', await png(300, 200)],
      ['b.jpg', await jpeg(300, 200)],
    ]
    expect((await join(pictures)).file).toEqual((await join(pictures)).file)
  })

  it('replaces an unreadable picture by a page with the error message and the file name', async () => {
    const { file, refuse } = await join([
      ['a.png', await png(300, 200)],
      ['b (2).png', (await png(300, 200)).subarray(0, 200)],
      ['c.png', await png(320, 200)],
    ])
    expect(refuse()).toBe('b (2).png: The picture is damaged and cannot be read.')
    const { pages } = await readPdfText(file.bytes, { maxPages: 5 })
    expect(pages.map(({ words }) => words.map((word) => word.text).join(' '))).toEqual(['', refuse(), ''])
    expect([pages[0]!.width, pages[2]!.width]).toEqual([300, 320])
  })

  it('reports a picture that crashes its reader, and rethrows internal errors', async () => {
    const bytes = await png(300, 200)
    const failing = (error: Error) =>
      standIn<DocumentSandbox>('documents', { picturePages: () => Promise.reject(error) })
    const crashed = await join([['a.png', bytes]], failing(new ReadError('crashed', 'The reader crashed.')))
    expect(crashed.refuse()).toBe('a.png: The reader crashed.')
    await expect(join([['a.png', bytes]], failing(new Error('closed')))).rejects.toThrow('closed')
  })

  it('stops at 500 pages and at 40 MB, and reports the file that exceeds the limit', async () => {
    const page: PicturePage = {
      coding: 'png',
      width: 1,
      height: 1,
      colours: 1,
      orientation: 1,
      dpi: null,
      bytes: Buffer.alloc(1),
    }
    const sandbox = (pageCount: number, size: number) =>
      standIn<DocumentSandbox>('documents', {
        picturePages: (_: Uint8Array, { maxPages }: { maxPages: number }) => {
          const pages = Array.from({ length: Math.min(pageCount, maxPages) }, () => ({
            ...page,
            bytes: Buffer.alloc(size),
          }))
          return Promise.resolve({ pages, pageCount })
        },
      })
    const pictures: [string, Buffer][] = ['a', 'b', 'c'].map((name) => [name, Buffer.from(name)])
    expect((await join(pictures, sandbox(400, 1))).refuse()).toBe('b: The joined document would exceed 500 pages.')
    const large = await join(pictures, sandbox(1, 30_000_000))
    expect(large.refuse()).toBe('b: The joined document would exceed 40 MB.')
    expect(large.file.bytes.length).toBeLessThan(40_000_000)
  })

  it('checks the accepted types of the queue for the pictures, not for the PDF', async () => {
    const { refuse } = await join([
      ['a.png', await png(300, 200)],
      ['b.png', await png(300, 200)],
    ])
    expect(refuse(['image/*'])).toBeNull()
    expect(refuse(['application/pdf'])).toBe('a.png is of type image/png, which this queue does not accept.')
  })
})

describe('writePicturePdf', () => {
  // Displayed position of the first row and column of the stored picture (Exif 2.3, Orientation).
  it.each([
    [1, 'top left'],
    [2, 'top right'],
    [3, 'bottom right'],
    [4, 'bottom left'],
    [5, 'top left'],
    [6, 'top right'],
    [7, 'bottom right'],
    [8, 'bottom left'],
  ])('displays orientation %i upright', async (orientation, corner) => {
    const { pages } = await readPicturePages(await jpeg(300, 200, orientation), { maxPages: 1 })
    const pdf = writePicturePdf(pages)
    expect(await sizes(pdf)).toEqual([orientation > 4 ? [200, 300] : [300, 200]])
    expect(await inkyCorners(pdf)).toEqual([corner])
  })

  it('contains the pixels of a picture', async () => {
    const { pages } = await readPicturePages(await png(300, 200), { maxPages: 1 })
    const pdf = await openPdf(writePicturePdf(pages))
    const { data } = pdf.draw(0, { grey: true })
    pdf.close()
    const own = await picture(300, 200).toColourspace('b-w').raw().toBuffer()
    expect(Buffer.from(data.map((value) => (value < 128 ? 0 : 1)))).toEqual(
      Buffer.from(own.map((value) => (value < 128 ? 0 : 1))),
    )
  })

  it('uses the resolution of a scan, and scales a photograph to the length of A4', async () => {
    const of = async (density: number) => {
      const bytes = await sharp({ create: { width: 2480, height: 3508, channels: 3, background: '#fff' } })
        .withMetadata({ density })
        .jpeg()
        .toBuffer()
      return (await sizes(writePicturePdf((await readPicturePages(bytes, { maxPages: 1 })).pages)))[0]!
    }
    expect(await of(300)).toEqual([1240, 1754])
    expect(await of(600)).toEqual([620, 877])
    expect(await of(72)).toEqual([1240, 1754])
  })
})
