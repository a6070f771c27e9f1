/** Finds QR codes of payments on pages. All other codes are read on request only (`barcodes.ts`), because finding them takes far longer. */
import { parsePaymentCode } from '../codes/index.ts'
import type { Barcode, Box, Page } from '../types.ts'
import { isCodeSized } from './drawings.ts'
import type { OcrImage } from './ocr/types.ts'
import { PDF_DPI } from './pdf-drawing.ts'
import type { PdfFile } from './pdf.ts'
import type { PdfText } from './pdf-text.ts'
import { turnBox, type Quarter } from './turn.ts'

/** At this resolution a module of the smallest printed codes has three pixels. */
const DPI = 250

/** Bills have their code at the start or at the end. */
const OUTER_PAGES = 2
/** Areas of a page that are rendered. */
const MAX_AREAS = 4
/** White around a code, which its readers require. */
const QUIET = 12
/** The shorter side of a picture that contains a code beside other things, such as a whole payment slip: 60 mm. Logos are smaller. */
const MIN_SLIP = 354
/** A picture behind the text of the whole page is a scan, which takes long to render: only those of the first and last page are read. */
const WHOLE = 0.6

/**
 * Returns the payment codes on a page (0-based) with a text layer, of a PDF whose first `pages` pages are read. Only its images and drawings
 * are rendered, so a page of text costs nothing. A page never fails because of its codes.
 */
export async function findPaymentCodes(
  pdf: Pick<PdfFile, 'drawPart'>,
  { index, pages }: { index: number; pages: number },
  page: PdfText,
): Promise<Barcode[]> {
  const distance = Math.min(index, pages - 1 - index)
  if (distance >= OUTER_PAGES) return []
  const codes: Barcode[] = []
  for (const area of pickAreas(page, { whole: distance === 0 })) {
    try {
      const back = ((360 - page.rotation) % 360) as Quarter
      const stored = turnBox(area, back, page.width, page.height)
      const picture = pdf.drawPart(index, stored, DPI)
      const size = back === 90 || back === 270 ? { width: page.height, height: page.width } : page
      for (const code of await readPaymentCodes(picture)) {
        const position = code.position.map((side, at) => (side * PDF_DPI) / DPI + stored[at % 2]!) as Box
        codes.push({ ...code, position: round(turnBox(position, page.rotation, size.width, size.height)) })
      }
    } catch {
      // The text of the page was read; rendering it may still fail.
    }
  }
  return withoutDoubles(codes)
}

/** Returns the payment codes in a picture, with boxes in its pixels. */
async function readPaymentCodes(picture: OcrImage): Promise<Barcode[]> {
  const { readQrCodes } = await import('./zxing.ts')
  return (await readQrCodes(picture)).filter(({ text }) => parsePaymentCode(text) !== null)
}

/** Returns the payment codes of a scanned page from the picture that was read, with boxes in pixels of the upright page image. */
export async function scanPaymentCodes(
  picture: OcrImage,
  page: Pick<Page, 'width' | 'height'>,
  rotation: Quarter,
): Promise<Barcode[]> {
  const codes = await readPaymentCodes(picture).catch(() => [])
  const across = rotation === 90 || rotation === 270
  const stored = across ? { width: page.height, height: page.width } : page
  const scale = [stored.width / picture.width, stored.height / picture.height]
  return codes.map((code) => {
    const box = code.position.map((side, at) => side * scale[at % 2]!) as Box
    return { ...code, position: round(turnBox(box, rotation, stored.width, stored.height)) }
  })
}

/** Drawings and images with the shape of a code, then larger ones that may contain one, from small to large. */
function pickAreas({ images, drawings, width, height }: PdfText, { whole }: { whole: boolean }): Box[] {
  const area = (box: Box): number => (box[2] - box[0]) * (box[3] - box[1])
  const isLarge = (box: Box): boolean => area(box) > WHOLE * width * height
  const squares = [...drawings, ...images].filter(isCodeSized)
  const slips = [...images.filter((box) => whole || !isLarge(box)), ...drawings.filter((box) => !isLarge(box))]
  const others = slips.filter((box) => !isCodeSized(box) && Math.min(box[2] - box[0], box[3] - box[1]) >= MIN_SLIP)
  const apart = [...squares, ...others.sort((a, b) => area(a) - area(b))].filter(
    (box, at, all) => !all.slice(0, at).some((other) => covers(other, box)),
  )
  return apart
    .slice(0, MAX_AREAS)
    .map(([left, top, right, bottom]) => [
      Math.max(0, left - QUIET),
      Math.max(0, top - QUIET),
      Math.min(width, right + QUIET),
      Math.min(height, bottom + QUIET),
    ])
}

const covers = (a: Box, b: Box): boolean => a[0] <= b[0] + 1 && a[1] <= b[1] + 1 && a[2] >= b[2] - 1 && a[3] >= b[3] - 1

const round = (box: Box): Box => box.map((side) => Math.round(side)) as Box

function withoutDoubles(codes: Barcode[]): Barcode[] {
  const near = (a: Box, b: Box): boolean => a.every((side, at) => Math.abs(side - b[at]!) < QUIET)
  return codes.filter(
    (code, at) => !codes.slice(0, at).some(({ text, position }) => text === code.text && near(position, code.position)),
  )
}
