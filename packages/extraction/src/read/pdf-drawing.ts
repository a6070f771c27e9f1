import { ReadError, type Box } from '../types.ts'
import type { Pdfium } from './pdfium.ts'

/** The page image of a PDF has 150 dots per inch. */
export const PDF_DPI = 150

/** The difference of brightness, of 255, that ink has from paper. */
export const INK_LEVELS = 40

/** Maximum size of a bitmap; larger pages are rendered smaller. */
const MAX_BITMAP_PIXELS = 40_000_000

export interface RawImage {
  data: Buffer
  width: number
  height: number
  channels: 1 | 3
}

/** Ten metres. Positions on a page of any size would not be exact, nor would its image show anything. */
const MAX_SIDE_POINTS = 28_346

/** Returns width and height in pixels of the page image at 150 dpi. Throws `ReadError` `too_large` for a page beyond ten metres. */
export function sizeOfPage(module: Pdfium, page: number): { width: number; height: number } {
  const toPixels = (points: number): number => {
    if (!(points <= MAX_SIDE_POINTS))
      throw new ReadError('too_large', 'The PDF file has a page with a side of more than 10 metres.')
    return Math.max(1, Math.round((points * PDF_DPI) / 72))
  }
  return { width: toPixels(module._FPDF_GetPageWidthF(page)), height: toPixels(module._FPDF_GetPageHeightF(page)) }
}

const GREY = 1
const BGR = 2
const ANNOTATIONS = 0x01
const GREYSCALE = 0x08
const REVERSE_BYTES = 0x10

/** Renders an open page. Throws `ReadError` `too_many_pixels` if there is not enough memory. */
export function drawPage(
  module: Pdfium,
  page: number,
  options: { dpi?: number; width?: number; height?: number; grey: boolean },
): RawImage {
  const size = sizeOfPage(module, page)
  const scale = (options.dpi ?? PDF_DPI) / PDF_DPI
  let width = options.width ?? Math.max(1, Math.round(size.width * scale))
  let height = options.height ?? Math.max(1, Math.round(size.height * scale))
  const excess = Math.sqrt((width * height) / MAX_BITMAP_PIXELS)
  if (excess > 1) {
    width = Math.max(1, Math.floor(width / excess))
    height = Math.max(1, Math.min(Math.floor(height / excess), Math.floor(MAX_BITMAP_PIXELS / width)))
  }
  return render(module, page, { left: 0, top: 0, width, height }, { width, height }, options.grey)
}

/** Renders a part of an open page in grey; `part` is a box in pixels of the page image. */
export function drawPart(module: Pdfium, page: number, part: Box, dpi: number): RawImage {
  const scale = dpi / PDF_DPI
  const [left, top, right, bottom] = part.map((side) => Math.round(side * scale)) as Box
  const area = { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
  if (area.width * area.height > MAX_BITMAP_PIXELS)
    throw new ReadError('too_many_pixels', 'The part of the page is too large to be rendered.')
  const { width, height } = sizeOfPage(module, page)
  return render(module, page, area, { width: Math.round(width * scale), height: Math.round(height * scale) }, true)
}

/** A part of the page image in colours, three for each pixel. */
export interface Picture {
  data: Buffer
  /** Pixels left of it and above it. */
  left: number
  top: number
  width: number
  height: number
  /** Its pixels per pixel of the page image. */
  scale: number
}

/** Renders a part of an open page in colours; `part` is a box in pixels of the page image. A part that is too large is rendered smaller. */
export function drawColours(module: Pdfium, page: number, part: Box): Picture {
  const pixels = (part[2] - part[0]) * (part[3] - part[1])
  const scale = Math.min(1, Math.sqrt(MAX_BITMAP_PIXELS / pixels))
  const [left, top, right, bottom] = part.map((side) => Math.floor(side * scale)) as Box
  const area = { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
  const whole = sizeOfPage(module, page)
  const size = { width: Math.round(whole.width * scale), height: Math.round(whole.height * scale) }
  const { data } = render(module, page, area, size, false)
  return { data, ...area, scale }
}

interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** Renders an area of the page, which as a whole has the given size. */
function render(
  module: Pdfium,
  page: number,
  { left, top, width, height }: Area,
  whole: { width: number; height: number },
  grey: boolean,
): RawImage {
  const channels = grey ? 1 : 3
  const stride = (width * channels + 3) & ~3
  const buffer = module._malloc(stride * height)
  if (!buffer) throw new ReadError('too_many_pixels', 'The page is too large to be rendered.')
  const bitmap = module._FPDFBitmap_CreateEx(width, height, grey ? GREY : BGR, buffer, stride)
  try {
    module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
    const flags = ANNOTATIONS | (grey ? GREYSCALE : REVERSE_BYTES)
    module._FPDF_RenderPageBitmap(bitmap, page, -left, -top, whole.width, whole.height, 0, flags)
    const data = Buffer.allocUnsafe(width * height * channels)
    for (let row = 0; row < height; row++) {
      const from = buffer + row * stride
      data.set(module.HEAPU8.subarray(from, from + width * channels), row * width * channels)
    }
    return { data, width, height, channels }
  } finally {
    module._FPDFBitmap_Destroy(bitmap)
    module._free(buffer)
  }
}
