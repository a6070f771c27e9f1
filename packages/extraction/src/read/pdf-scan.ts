/** Finds the picture of a scanner in a page that shows nothing else. */
import type { Pdfium } from './pdfium.ts'

const IMAGE = 3
const TEXT = 1
/** Text that programs for OCR put over a scan. */
const INVISIBLE = 3
/** Words of such a text. */
const MAX_OBJECTS = 5000
/** Distance of the picture from an edge of the page, relative to the side. */
const MARGIN = 0.01
const MAX_BYTES = 20_000_000

/**
 * Properties of images that change how a picture looks on its page. They are never compressed, because they belong to streams. Other streams
 * may have them too; then the page is rendered.
 */
const CHANGES = /\/(?:SMask|Mask|Decode)(?![A-Za-z])/

/** Returns true if a PDF file may contain images with masks or inverted colours. */
export const mayChangeImages = (bytes: Uint8Array): boolean =>
  CHANGES.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))

/** Returns the JPEG file that covers an open page, upright and without anything else that is visible; undefined if the page is different. */
export function findScan(module: Pdfium, page: number): Buffer | undefined {
  const image = module._FPDFPage_GetRotation(page) === 0 ? onlyImage(module, page) : undefined
  if (!image) return undefined
  const out = module._malloc(32)
  try {
    if (!coversPage(module, page, image, out) || !isJpeg(module, image, out)) return undefined
    const length = module._FPDFImageObj_GetImageDataRaw(image, 0, 0)
    if (length === 0 || length > MAX_BYTES) return undefined
    const buffer = module._malloc(length)
    if (!buffer) return undefined
    module._FPDFImageObj_GetImageDataRaw(image, buffer, length)
    const jpeg = Buffer.from(module.HEAPU8.slice(buffer, buffer + length))
    module._free(buffer)
    return jpeg
  } finally {
    module._free(out)
  }
}

function onlyImage(module: Pdfium, page: number): number | undefined {
  const count = module._FPDFPage_CountObjects(page)
  if (count < 1 || count > MAX_OBJECTS) return undefined
  let image: number | undefined
  for (let index = 0; index < count; index++) {
    const object = module._FPDFPage_GetObject(page, index)
    const type = module._FPDFPageObj_GetType(object)
    if (type === TEXT && module._FPDFTextObj_GetTextRenderMode(object) === INVISIBLE) continue
    if (type !== IMAGE || image !== undefined) return undefined
    image = object
  }
  if (image === undefined || module._FPDFPageObj_HasTransparency(image)) return undefined
  return module._FPDFClipPath_CountPaths(module._FPDFPageObj_GetClipPath(image)) > 0 ? undefined : image
}

function coversPage(module: Pdfium, page: number, image: number, out: number): boolean {
  const numbers = (count: number): Float32Array => module.HEAPF32.subarray(out >> 2, (out >> 2) + count)
  if (module._FPDFPageObj_GetMatrix(image, out) !== 1) return false
  const [a, b, c, d] = numbers(4) as unknown as [number, number, number, number]
  if (a <= 0 || d <= 0 || b !== 0 || c !== 0) return false
  if (module._FPDFPageObj_GetBounds(image, out, out + 4, out + 8, out + 12) !== 1) return false
  const [left, bottom, right, top] = numbers(4) as unknown as [number, number, number, number]
  const [width, height] = [module._FPDF_GetPageWidthF(page), module._FPDF_GetPageHeightF(page)]
  const isNear = (value: number, edge: number, side: number): boolean => Math.abs(value - edge) <= MARGIN * side
  return (
    isNear(left, 0, width) && isNear(right, width, width) && isNear(bottom, 0, height) && isNear(top, height, height)
  )
}

function isJpeg(module: Pdfium, image: number, out: number): boolean {
  if (module._FPDFImageObj_GetImageFilterCount(image) !== 1) return false
  const length = module._FPDFImageObj_GetImageFilter(image, 0, out, 32)
  return Buffer.from(module.HEAPU8.slice(out, out + Math.min(32, length))).toString('latin1') === 'DCTDecode\0'
}
