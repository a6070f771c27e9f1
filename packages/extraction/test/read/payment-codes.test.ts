import { degrees, PDFDocument, rgb, type PDFPage } from 'pdf-lib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import { readDocument } from '../../src/read/index.ts'
import { findPaymentCodes } from '../../src/read/payment-codes.ts'
import { readPdfText } from '../../src/read/pdf.ts'
import type { Box, Page } from '../../src/types.ts'
import { EPC, SWISS } from '../codes/payloads.ts'
import { codeAsPng, modulesOf } from './code-pictures.ts'
import { fakeOcr } from './fake-ocr.ts'
import { INVOICE, makePdf, type Text } from './files.ts'

/** Where the tests draw a code of 100 points: 208 pixels of the page image, 625 from the left and 1,000 from the top. */
const PLACE = { x: 300, y: 842 - 480 - 100, side: 100 }
const BOX: Box = [625, 1000, 833, 1208]

type Draw = (page: PDFPage, pdf: PDFDocument, payload: string) => Promise<void>

const asImage: Draw = async (page, pdf, payload) => {
  const png = await pdf.embedPng(await codeAsPng(payload, 'QRCode', 400))
  page.drawImage(png, { x: PLACE.x, y: PLACE.y, width: PLACE.side, height: PLACE.side })
}

const asSlip: Draw = async (page, pdf, payload) => {
  const code = await codeAsPng(payload, 'QRCode', 540)
  const slip = await sharp({ create: { width: 2480, height: 1240, channels: 3, background: '#fff' } })
    .composite([{ input: code, left: 800, top: 300 }])
    .png()
    .toBuffer()
  page.drawImage(await pdf.embedPng(slip), { x: 0, y: 0, width: 595, height: 297 })
}

const asRectangles: Draw = async (page, _, payload) => {
  const { side, dark } = await modulesOf(payload)
  const module = PLACE.side / side
  for (const [row, column] of dark) {
    const y = PLACE.y + PLACE.side - (row + 1) * module
    page.drawRectangle({ x: PLACE.x + column * module, y, width: module, height: module, color: rgb(0, 0, 0) })
  }
}

const asOnePath: Draw = async (page, _, payload) => {
  const { side, dark } = await modulesOf(payload)
  const path = dark.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join('')
  const scale = PLACE.side / side
  page.drawSvgPath(path, { x: PLACE.x, y: PLACE.y + PLACE.side, scale, color: rgb(0, 0, 0), borderWidth: 0 })
}

const asForm: Draw = async (page, pdf, payload) => {
  const inner = await PDFDocument.create()
  const drawing = inner.addPage([PLACE.side, PLACE.side])
  const { side, dark } = await modulesOf(payload)
  const path = dark.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join('')
  drawing.drawSvgPath(path, { y: PLACE.side, scale: PLACE.side / side, color: rgb(0, 0, 0), borderWidth: 0 })
  const [form] = await pdf.embedPdf(await inner.save())
  page.drawPage(form!, { x: PLACE.x, y: PLACE.y })
}

const withCode = (draw: Draw, payload: string, texts: Text[] = INVOICE): Promise<Uint8Array> =>
  makePdf([texts], (pdf) => draw(pdf.getPage(0), pdf, payload))

const noOcr = { ocr: () => Promise.reject(new Error('These pages have text.')) }
const firstPage = async (bytes: Uint8Array): Promise<Page> => (await readDocument(bytes, noOcr)).pages[0]!

/** The quiet zone belongs to the picture of a code, not to the code. */
function expectInside(position: Box, box: Box): void {
  expect(
    [position[0] - box[0], position[1] - box[1], box[2] - position[2], box[3] - position[3]].map(isMargin),
  ).toEqual([true, true, true, true])
}
const isMargin = (pixels: number): boolean => pixels > -4 && pixels < 40

describe('a payment code on a page with text', () => {
  it.each<[string, Draw]>([
    ['an image', asImage],
    ['a rectangle per module', asRectangles],
    ['one path', asOnePath],
    ['a form', asForm],
  ])('is read with its position if it is %s', async (_, draw) => {
    const { paymentCodes } = await firstPage(await withCode(draw, EPC))
    expect(paymentCodes).toMatchObject([{ type: 'QRCode', text: EPC }])
    expectInside(paymentCodes![0]!.position, BOX)
  })

  it('is read from a picture of the whole payment slip', async () => {
    // The picture of a slip is read like a scan.
    const { ocr } = fakeOcr(() => ({}))
    const { paymentCodes } = (await readDocument(await withCode(asSlip, SWISS), { ocr })).pages[0]!
    expect(paymentCodes?.map(({ text }) => text)).toEqual([SWISS])
  })

  it.each([90, 180, 270])('is read with its upright position on a page rotated by %i degrees', async (rotation) => {
    const bytes = await makePdf([INVOICE.map((text) => ({ ...text }))], async (pdf) => {
      await asImage(pdf.getPage(0), pdf, EPC)
      pdf.getPage(0).setRotation(degrees(rotation))
    })
    const page = await firstPage(bytes)
    expect([page.width, page.height]).toEqual([1240, 1754])
    expect(page.rotation).toBe(360 - rotation)
    expectInside(page.paymentCodes![0]!.position, BOX)
  })

  it('is the only kind of code that is kept', async () => {
    const page = await firstPage(await withCode(asImage, 'https://example.com/invoices/2031-88'))
    expect(page.paymentCodes).toBeUndefined()
  })

  it('is looked for only on the first two and the last two pages', async () => {
    const bytes = await makePdf(Array<Text[]>(7).fill(INVOICE), async (pdf) => {
      for (const page of pdf.getPages()) await asImage(page, pdf, EPC)
    })
    const { pages } = await readDocument(bytes, noOcr)
    expect(pages.map(({ paymentCodes }) => paymentCodes?.length ?? 0)).toEqual([1, 1, 0, 0, 0, 1, 1])
  })

  it('costs nothing on a page without images and drawings, nor for a logo and the lines of a table', async () => {
    const logo = await sharp({ create: { width: 400, height: 100, channels: 3, background: '#26c' } })
      .png()
      .toBuffer()
    const bytes = await makePdf([INVOICE, INVOICE], async (pdf) => {
      const page = pdf.getPage(1)
      page.drawImage(await pdf.embedPng(logo), { x: 60, y: 780, width: 160, height: 40 })
      for (let row = 0; row < 30; row++) {
        page.drawLine({ start: { x: 50, y: 100 + row * 15 }, end: { x: 545, y: 100 + row * 15 } })
        page.drawRectangle({ x: 50, y: 100 + row * 15, width: 200, height: 15 })
      }
    })
    const pdf = { drawPart: () => expect.unreachable('A part of the page was rendered.') }
    for (const [index, page] of (await readPdfText(bytes, { maxPages: 2 })).pages.entries())
      expect(await findPaymentCodes(pdf, { index, pages: 2 }, page)).toEqual([])
  })

  it('does not fail the page if it cannot be rendered', async () => {
    const bytes = await withCode(asImage, EPC)
    const [page] = (await readPdfText(bytes, { maxPages: 1 })).pages
    const broken = {
      drawPart: () => {
        throw new Error('broken')
      },
    }
    expect(await findPaymentCodes(broken, { index: 0, pages: 1 }, page!)).toEqual([])
  })
})

describe('a payment code on a scan', () => {
  it.each([0, 180, 270] as const)(
    'is read with its position if the scan must be rotated by %i degrees',
    async (turn) => {
      const code = await codeAsPng(EPC, 'QRCode', 208)
      const upright = sharp({ create: { width: 1240, height: 1754, channels: 3, background: '#fff' } }).composite([
        { input: code, left: BOX[0], top: BOX[1] },
      ])
      const scan = await sharp(await upright.png().toBuffer())
        .rotate((360 - turn) % 360)
        .png()
        .toBuffer()
      const words = [{ text: 'Invoice', box: [100, 100, 200, 120] as Box, confidence: 0.9, size: 20 }]
      const size = { width: 1240, height: 1754 }
      const { ocr } = fakeOcr(() => ({ words, rotation: turn, ...size }))
      const asPdf = await PDFDocument.create()
      const image = await asPdf.embedPng(scan)
      const [width, height] = turn === 270 ? [842, 595] : [595, 842]
      asPdf.addPage([width, height]).drawImage(image, { width, height })
      for (const bytes of [scan, await asPdf.save()]) {
        const { pages } = await readDocument(bytes, { ocr })
        expect(pages[0]).toMatchObject({ source: 'ocr', ...size, rotation: turn })
        expect(pages[0]!.paymentCodes?.map(({ text }) => text)).toEqual([EPC])
        expectInside(pages[0]!.paymentCodes![0]!.position, BOX)
      }
    },
  )
})

it('the values of an invoice are confirmed by its payment code, and completed', async () => {
  const texts: Text[] = [
    { text: 'Muster Handel GmbH', x: 60, y: 50, size: 14, bold: true },
    { text: 'Rechnung Nr. RE-2031-88', x: 60, y: 90 },
    { text: 'Rechnungsdatum 05.03.2031', x: 60, y: 110 },
    { text: 'Gesamtbetrag 119,00 EUR', x: 60, y: 300 },
    { text: 'Zahlbar bis 04.04.2031 mit dem QR-Code.', x: 60, y: 340 },
  ]
  const { fields } = extractDocument(await readDocument(await withCode(asImage, EPC, texts), noOcr))
  expect(fields.amount_total?.value).toBe('119.00')
  expect(fields.amount_total?.confidence).toBeGreaterThanOrEqual(0.99)
  expect(fields.amount_total!.evidence.checks).toContain('qr')
  expect(fields.document_id!.value).toBe('RE-2031-88')
  expect(fields.document_id!.evidence.checks).toContain('qr')
  expect(fields.iban).toMatchObject({
    value: 'DE89370400440532013000',
    page: 1,
    evidence: { generator: 'code.epc', checks: ['mod97'] },
  })
  expectInside(fields.iban!.position, BOX)
})
