import { PDFDocument, StandardFonts, type PDFFont, type PDFImage, type PDFPage } from 'pdf-lib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Word } from '../../src/types.ts'
import type { OcrImage } from '../../src/read/ocr/types.ts'
import { readDocument } from '../../src/read/index.ts'
import { renderPage } from '../../src/read/render.ts'
import { fakeOcr } from './fake-ocr.ts'
import { A4, makePdf } from './files.ts'

const [WIDTH, HEIGHT] = A4
/** Pixels of the picture for OCR per point. */
const SCALE = 250 / 72

let scan: Buffer
let letterhead: Buffer
beforeAll(async () => {
  const lines = Array.from({ length: 20 }, (_, line) => `<rect x="80" y="${80 + 50 * line}" width="600" height="14"/>`)
  const draw = (marks: string) =>
    sharp(Buffer.from(`<svg width="827" height="1170"><rect width="827" height="1170" fill="#fff"/>${marks}</svg>`))
      .jpeg({ quality: 90 })
      .toBuffer()
  scan = await draw(lines.join(''))
  letterhead = await draw('<rect x="80" y="40" width="200" height="14"/>')
})

/** A page with a picture behind its text. */
async function pageOf(
  image: Buffer,
  draw: (page: PDFPage, tools: { font: PDFFont; image: PDFImage }) => void,
  pages = 1,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const tools = { font: await pdf.embedFont(StandardFonts.Helvetica), image: await pdf.embedJpg(image) }
  for (let index = 0; index < pages; index++) {
    const page = pdf.addPage(A4)
    page.drawImage(tools.image, { x: 0, y: 0, width: WIDTH, height: HEIGHT })
    draw(page, tools)
  }
  return pdf.save({ useObjectStreams: false })
}

const word = (text: string, x: number, y: number, width = 60): Word => ({
  text,
  box: [x * SCALE, y * SCALE, (x + width) * SCALE, (y + 12) * SCALE],
  confidence: 0.9,
  size: 12 * SCALE,
})

/** Whether a picture has ink in this area, in points from the top left. */
function hasInk({ data, width }: OcrImage, [left, top, right, bottom]: number[]): boolean {
  for (let y = Math.round(top! * SCALE); y < bottom! * SCALE; y++)
    for (let x = Math.round(left! * SCALE); x < right! * SCALE; x++) if (data[y * width + x]! < 128) return true
  return false
}

/** More letters than any of the lines of text. */
const RATES = Array.from({ length: 12 }, (_, place) => `Rate-${100 + place}.00`)

const texts = (words: readonly Word[]): string[] => words.map(({ text }) => text)

describe('a scan with a little text', () => {
  const LINES: [string, string, number, number][] = [
    ['the line of a scanner program', 'Scanned with a telephone', 60, 820],
    ['a Bates number', 'HARROW-000123', 480, 820],
    ['an archive stamp', 'Received 14 March 2026, archive no. 4711-23', 300, 20],
    ['a letterhead', 'Harrow Supply Ltd, 14 Mill Lane, Oxton OX9 9ZZ', 60, 24],
  ]

  it.each(LINES)('is read by OCR, and keeps the text: %s', async (_, line, x, y) => {
    const bytes = await pageOf(scan, (page, { font }) => page.drawText(line, { x, y: HEIGHT - y, size: 9, font }))
    const { seen, ocr } = fakeOcr(() => ({ words: RATES.map((text, place) => word(text, 60, 100 + 20 * place)) }))
    const page = (await readDocument(bytes, { ocr })).pages[0]!
    expect(texts(page.words)).toEqual([...line.split(' '), ...RATES])
    expect(page.source).toBe('ocr')
    expect(seen).toHaveLength(1)
    // The text is painted over, the rest is not.
    expect(hasInk(seen[0]!, [x, y - 9, x + 150, y + 2])).toBe(false)
    expect(hasInk(seen[0]!, [60, 380, 400, 440])).toBe(true)
  })

  it('has no word twice, wherever OCR finds it', async () => {
    const bytes = await pageOf(scan, (page, { font }) =>
      page.drawText('Scanned with a telephone', { x: 60, y: HEIGHT - 820, size: 12, font }),
    )
    const { ocr } = fakeOcr(() => ({ words: [word('Scanned', 58, 810), word('Total', 60, 400)] }))
    const page = (await readDocument(bytes, { ocr })).pages[0]!
    expect(texts(page.words)).toEqual(['Scanned', 'with', 'a', 'telephone', 'Total'])
  })

  it('is rotated with its text if the picture is', async () => {
    const bytes = await pageOf(scan, (page, { font }) =>
      page.drawText('Scanned with a telephone', { x: 60, y: HEIGHT - 820, size: 12, font }),
    )
    const { ocr } = fakeOcr(({ width, height }) => ({
      words: [word('Total', 60, 400)],
      rotation: 90,
      width: height,
      height: width,
    }))
    const page = (await readDocument(bytes, { ocr })).pages[0]!
    expect(page).toMatchObject({ rotation: 90, width: 1754, height: 1240 })
    const line = page.words.find(({ text }) => text === 'Scanned')!
    // At the bottom of the file's page, so on the left of the rotated one.
    expect(line.box[2]).toBeLessThan(100)
  })

  it('fails like a scan if there is no OCR', async () => {
    const bytes = await pageOf(scan, (page, { font }) => page.drawText('Scanned with a telephone', { font }))
    await expect(readDocument(bytes, { ocr: () => Promise.reject(new Error('no models')) })).rejects.toThrow(
      'no models',
    )
  })
})

describe('text on a picture of the whole page', () => {
  const write = (page: PDFPage, { font }: { font: PDFFont }): void => {
    for (let line = 0; line < 30; line++)
      page.drawText(`Position ${line} of the delivery note, as agreed with the customer`, {
        x: 60,
        y: 640 - 20 * line,
        size: 11,
        font,
      })
  }

  it('is completed by the words of the letterhead behind it, on the first page', async () => {
    const { seen, ocr } = fakeOcr(() => ({ words: [word('HARROW', 60, 30)] }))
    const { pages } = await readDocument(await pageOf(letterhead, write, 2), { ocr })
    expect(seen).toHaveLength(1)
    expect(texts(pages[0]!.words).at(-1)).toBe('HARROW')
    expect(pages[0]!.source).toBe('text')
    expect(texts(pages[1]!.words)).not.toContain('HARROW')
  })

  it('never fails because of a letterhead', async () => {
    const document = await readDocument(await pageOf(letterhead, write), {
      ocr: () => Promise.reject(new Error('no models')),
    })
    expect(texts(document.pages[0]!.words)).toContain('delivery')
  })

  it('is read without OCR if it is the text of the picture', async () => {
    const line = { text: 'The text of a scan, as OCR programs add it', x: 60, y: 142, size: 11 }
    const { png } = await renderPage(await makePdf([[line]]), { page: 1 })
    // Programs also put the text behind the picture; its words must be where the picture has ink.
    const file = await makePdf([[line]], async (pdf) =>
      pdf.getPage(0).drawImage(await pdf.embedPng(png), { x: 0, y: 0, width: WIDTH, height: HEIGHT }),
    )
    const { seen, ocr } = fakeOcr(() => ({}))
    const read = (await readDocument(file, { ocr })).pages[0]!
    expect(seen).toEqual([])
    expect(texts(read.words).join(' ')).toBe(line.text)
    expect(read).not.toHaveProperty('hidden')
  })
})
