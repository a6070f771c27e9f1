import { degrees, type PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import { readPdfText } from '../../src/read/pdf.ts'
import { fakeOcr } from './fake-ocr.ts'
import { A4, INVOICE, makeEncryptedPdf, makePdf } from './files.ts'

const PIXELS = 150 / 72

const failure = (code: string) => expect.objectContaining({ name: 'ReadError', code })

describe('text layer of a PDF', () => {
  it('returns words with boxes in pixels at 150 dpi', async () => {
    const { pages } = await readPdfText(await makePdf([INVOICE]), { maxPages: 1 })
    const page = pages[0]!
    expect([page.width, page.height]).toEqual([1240, 1754])
    const date = page.words.find((word) => word.text === '2024-03-05')!
    expect(date.box[0]).toBeCloseTo(300 * PIXELS, -0.5)
    expect(date.box[1]).toBeLessThan((120 - 7) * PIXELS)
    expect(date.box[3]).toBeGreaterThan(120 * PIXELS)
    expect(date.box[3] - date.box[1]).toBeLessThan(15 * PIXELS)
    expect(date.size).toBeCloseTo(11 * PIXELS, 1)
    expect(date.confidence).toBe(1)
  })

  it('returns bold type and size', async () => {
    const { pages } = await readPdfText(await makePdf([INVOICE]), { maxPages: 1 })
    const [title, , label] = pages[0]!.words
    expect(title).toMatchObject({ text: 'Invoice', bold: true })
    expect(title!.size).toBeCloseTo(18 * PIXELS, 1)
    expect(label).not.toHaveProperty('bold')
  })

  it('joins words to lines across the page', async () => {
    const document = await readDocument(await makePdf([INVOICE]))
    expect(document.pages[0]!.lines.map((line) => line.text)).toEqual([
      'Invoice INV-2024-17',
      'Date of issue 2024-03-05',
      'Total amount due 1,234.50 EUR',
    ])
    expect(document).toMatchObject({ pageCount: 1, reader: 'pdfium' })
  })

  it('splits adjacent columns without a space', async () => {
    const texts = [
      { text: 'Item', x: 60, y: 100 },
      { text: 'Price', x: 90, y: 100 },
    ]
    const { pages } = await readPdfText(await makePdf([texts]), { maxPages: 1 })
    expect(pages[0]!.words.map((word) => word.text)).toEqual(['Item', 'Price'])
  })

  it('applies the rotation of the page', async () => {
    const bytes = await makePdf([INVOICE], (pdf) => pdf.getPage(0).setRotation(degrees(90)))
    const { pages } = await readPdfText(bytes, { maxPages: 1 })
    expect(pages[0]).toMatchObject({ width: 1240, height: 1754, rotation: 270 })
    const upright = (await readPdfText(await makePdf([INVOICE]), { maxPages: 1 })).pages[0]!
    const box = (words: typeof upright.words) => words.find((word) => word.text === '1,234.50')!.box
    for (let side = 0; side < 4; side++) expect(box(pages[0]!.words)[side]).toBeCloseTo(box(upright.words)[side]!, -0.5)
  })

  it('rotates a page whose text runs upwards, and returns the rotation', async () => {
    const texts = INVOICE.map((item) => ({ ...item, x: item.y + 20, y: 700 - item.x, turned: 90 }))
    const document = await readDocument(await makePdf([texts]))
    const page = document.pages[0]!
    expect(page).toMatchObject({ width: 1754, height: 1240, rotation: 90 })
    expect(page.lines.map((line) => line.text)).toContain('Total amount due 1,234.50 EUR')
  })

  it('keeps a margin note separate from the lines beside it', async () => {
    const note = { text: 'Registered', x: 30, y: 140, turned: 90 }
    const document = await readDocument(await makePdf([[...INVOICE, note]]))
    const lines = document.pages[0]!.lines.map((line) => line.text)
    expect(lines).toContain('Registered')
    expect(lines).toContain('Date of issue 2024-03-05')
  })

  it('reads the values of form fields', async () => {
    const bytes = await makePdf([INVOICE], (pdf) => {
      const field = pdf.getForm().createTextField('customer')
      field.setText('Filled-4711')
      field.addToPage(pdf.getPage(0), { x: 60, y: 400, width: 200, height: 20 })
    })
    const { pages } = await readPdfText(bytes, { maxPages: 1 })
    expect(pages[0]!.words.map((word) => word.text)).toContain('Filled-4711')
  })

  it('drops the copy of a word that is printed twice to look bold', async () => {
    const twice = [
      { text: 'Total', x: 60, y: 100 },
      { text: 'Total', x: 60.3, y: 100 },
    ]
    const { pages } = await readPdfText(await makePdf([twice]), { maxPages: 1 })
    expect(pages[0]!.words.map((word) => word.text)).toEqual(['Total'])
  })

  it('reads no more pages than requested, and counts the rest', async () => {
    const document = await readDocument(await makePdf([INVOICE, INVOICE, INVOICE]), { maxPages: 2 })
    expect(document.pages.map((page) => page.number)).toEqual([1, 2])
    expect(document.pageCount).toBe(3)
  })
})

describe('e-invoice attached to a PDF', () => {
  const xml = '<?xml version="1.0"?><rsm:CrossIndustryInvoice xmlns:rsm="urn:x"><a/></rsm:CrossIndustryInvoice>'
  const withXml = () =>
    makePdf([INVOICE], async (pdf) => {
      await pdf.attach(Buffer.from('<notes/>'), 'aaa.xml')
      await pdf.attach(Buffer.from(xml), 'factur-x.xml')
    })

  it('is returned as text in addition to the pages', async () => {
    expect((await readDocument(await withXml())).embeddedXml).toEqual({ name: 'factur-x.xml', text: xml })
  })

  it('is ignored when disabled', async () => {
    expect(await readDocument(await withXml(), { embeddedXml: false })).not.toHaveProperty('embeddedXml')
  })

  it('is not returned for other XML files', async () => {
    const bytes = await makePdf([INVOICE], (pdf) => pdf.attach(Buffer.from('<notes/>'), 'factur-x.xml'))
    expect(await readDocument(bytes)).not.toHaveProperty('embeddedXml')
  })
})

describe('PDF files that cannot be read', () => {
  it('are reported as encrypted if they need a password', async () => {
    await expect(readDocument(await makeEncryptedPdf('secret'))).rejects.toEqual(failure('encrypted'))
  })

  it('are reported as damaged if truncated at any position', async () => {
    const bytes = await makePdf([INVOICE])
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const part = bytes.subarray(0, Math.floor(bytes.length * share))
      await expect(readDocument(part)).rejects.toEqual(failure('damaged'))
    }
  })

  it('are reported as damaged for garbage after a PDF header', async () => {
    await expect(readDocument(Buffer.from('%PDF-1.7\nnothing\n%%EOF'))).rejects.toEqual(failure('damaged'))
  })

  it('do not affect the next document', async () => {
    await readDocument(Buffer.from('%PDF-1.7\nnothing\n%%EOF')).catch(() => undefined)
    expect((await readDocument(await makePdf([INVOICE]))).pages[0]!.words.length).toBe(11)
  })
})

describe('PDF pages without a reliable text layer', () => {
  const drawn = async (pdf: PDFDocument) => {
    const page = pdf.addPage(A4)
    page.drawRectangle({ x: 100, y: 600, width: 200, height: 20 })
  }

  it('are read from their picture, with boxes in pixels of the page', async () => {
    const bytes = await makePdf([], drawn)
    const { seen, ocr } = fakeOcr((image) => ({
      words: [{ text: 'Total', box: [250, 500, 500, 550], confidence: 0.9, size: 40 }],
      width: image.width,
      height: image.height,
    }))
    const document = await readDocument(bytes, { ocr })
    expect(seen[0]).toMatchObject({ width: 2067, height: 2923, channels: 1 })
    const word = document.pages[0]!.words[0]!
    expect(word.box.map((side) => Math.round(side))).toEqual([150, 300, 300, 330])
    expect(word.size).toBeCloseTo(24, 0)
    expect(document.pages[0]).toMatchObject({ source: 'ocr', rotation: 0, width: 1240, height: 1754 })
    expect(document.reader).toBe('pdfium + ppocr fake')
  })

  it('are returned upright if the engine rotated them', async () => {
    const { ocr } = fakeOcr((image) => ({
      words: [{ text: 'Total', box: [0, 0, image.height, image.width], confidence: 1, size: 20 }],
      rotation: 90,
      width: image.height,
      height: image.width,
    }))
    const page = (await readDocument(await makePdf([], drawn), { ocr })).pages[0]!
    expect(page).toMatchObject({ rotation: 90, width: 1754, height: 1240 })
    expect(page.words[0]!.box.map(Math.round)).toEqual([0, 0, 1754, 1240])
  })

  it('are read from their picture when the text is garbage', async () => {
    const symbols = { text: '!"#$%& (+/:;< >?@[] ^`{|}~ !"#$%& (+/:;<', x: 60, y: 100 }
    const { ocr } = fakeOcr(() => ({ words: [{ text: 'Total', box: [0, 0, 90, 20], confidence: 1, size: 20 }] }))
    const page = (await readDocument(await makePdf([[symbols]]), { ocr })).pages[0]!
    expect(page.words.map((word) => word.text)).toEqual(['Total'])
  })

  it('keep a short text layer if the engine finds no more', async () => {
    const { ocr } = fakeOcr(() => ({}))
    const page = (await readDocument(await makePdf([[{ text: 'Page 2 of 2', x: 60, y: 800 }]]), { ocr })).pages[0]!
    expect(page).toMatchObject({ source: 'text' })
    expect(page.lines.map((line) => line.text)).toEqual(['Page 2 of 2'])
  })

  it('are not passed to the engine when they are blank', async () => {
    const { seen, ocr } = fakeOcr(() => ({}))
    const document = await readDocument(await makePdf([[]]), { ocr })
    expect(seen).toEqual([])
    expect(document.pages[0]!.words).toEqual([])
  })
})

describe('pictures on a page with text', () => {
  const stripes = () =>
    sharp(Buffer.from(Array.from({ length: 200 * 50 }, (_, i) => (i % 7 < 3 ? 0 : 255))), {
      raw: { width: 200, height: 50, channels: 1 },
    })
      .png()
      .toBuffer()
  const letterhead = (y: number) =>
    makePdf([INVOICE], async (pdf) => {
      pdf.getPage(0).drawImage(await pdf.embedPng(await stripes()), { x: 360, y, width: 192, height: 48 })
    })
  const logo = () => fakeOcr(() => ({ words: [{ text: 'ACME', box: [100, 10, 200, 60], confidence: 0.9, size: 40 }] }))

  it('are read where no text covers them, in pixels of the page', async () => {
    const { seen, ocr } = logo()
    const page = (await readDocument(await letterhead(760), { ocr })).pages[0]!
    expect(seen).toHaveLength(1)
    expect(seen[0]!.width).toBeLessThan(700)
    const word = page.words.find(({ text }) => text === 'ACME')!
    expect(word.box[0]).toBeCloseTo(360 * PIXELS + 60, -1)
    expect(word.box[1]).toBeCloseTo((A4[1] - 760 - 48) * PIXELS + 6, -1)
    expect(page.source).toBe('text')
  })

  it('are not read where text covers them or when disabled', async () => {
    const { seen, ocr } = logo()
    const behindText = await makePdf([[]], async (pdf) => {
      const page = pdf.getPage(0)
      page.drawImage(await pdf.embedPng(await stripes()), { x: 50, y: 690, width: 400, height: 60 })
      for (const { text, x, y } of INVOICE) page.drawText(text, { x, y: A4[1] - y, size: 11 })
    })
    await readDocument(behindText, { ocr })
    await readDocument(await letterhead(760), { ocr, pictures: false })
    expect(seen).toEqual([])
  })

  it('never cause the page to fail', async () => {
    const document = await readDocument(await letterhead(760), { ocr: () => Promise.reject(new Error('no models')) })
    expect(document.pages[0]!.words).toHaveLength(11)
  })
})
