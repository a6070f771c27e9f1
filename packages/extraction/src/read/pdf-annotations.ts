/** Makes what the annotations of a PDF page show a part of the page: values of form fields, stamps, and text that was added. */
import { readUtf16, type Pdfium } from './pdfium.ts'

/** Subtypes of annotations in PDFium. */
const LINK = 2
const FREE_TEXT = 3
const POPUP = 16
const WIDGET = 20

/** Pages with more annotations are drawings with comments. */
const MAX_ANNOTATIONS = 500

/**
 * Flattens the annotations of an open page, if there are any that draw something; returns true if the page must be loaded again. Links and
 * closed notes draw nothing and are common: they are skipped because flattening means parsing the page twice.
 */
export function flattenAnnotations(module: Pdfium, page: number): boolean {
  let draws = false
  let lacksAppearance = false
  forEachAnnotation(module, page, (annotation, subtype) => {
    if (subtype === LINK || subtype === POPUP) return
    draws = true
    if (subtype !== WIDGET && subtype !== FREE_TEXT) return
    if (hasAppearance(module, annotation)) return
    if (subtype === WIDGET) lacksAppearance = true
    else addAppearance(module, annotation)
  })
  if (!draws) return false
  if (lacksAppearance) makeAppearances(module, page)
  return module._FPDFPage_Flatten(page, 0) === 1
}

/** Counts the form fields of an open page. */
export function countFields(module: Pdfium, page: number): number {
  let fields = 0
  forEachAnnotation(module, page, (_, subtype) => {
    if (subtype === WIDGET) fields++
  })
  return fields
}

function forEachAnnotation(module: Pdfium, page: number, work: (annotation: number, subtype: number) => void): void {
  const count = Math.min(module._FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS)
  for (let index = 0; index < count; index++) {
    const annotation = module._FPDFPage_GetAnnot(page, index)
    if (!annotation) continue
    try {
      work(annotation, module._FPDFAnnot_GetSubtype(annotation))
    } finally {
      module._FPDFPage_CloseAnnot(annotation)
    }
  }
}

/** An empty text is only its end, which has two bytes. */
const hasAppearance = (module: Pdfium, annotation: number): boolean => module._FPDFAnnot_GetAP(annotation, 0, 0, 0) > 2

const ANNOTATIONS = 0x01

/**
 * Values of form fields may be stored without what they look like; the file then asks programs to add it (NeedAppearances, ISO 32000-1,
 * table 218). PDFium does so when it renders the annotations, whatever the size.
 */
function makeAppearances(module: Pdfium, page: number): void {
  const bitmap = module._FPDFBitmap_CreateEx(1, 1, 1, 0, 0)
  if (!bitmap) return
  module._FPDF_RenderPageBitmap(bitmap, page, 0, 0, 1, 1, 0, ANNOTATIONS)
  module._FPDFBitmap_Destroy(bitmap)
}

/** What readers use if an annotation names no font. */
const DEFAULT_FONT = '/Helv 12 Tf 0 g'
/** The width of a digit of Helvetica, relative to the font size: as wide as most of its letters, or wider. */
const LETTER = 0.556
/** Distance of lines, and of the text from the frame. */
const LEADING = 1.2
const PADDING = 2

/** Adds the text of an annotation as its appearance, as readers do that show text without one. */
function addAppearance(module: Pdfium, annotation: number): void {
  const text = readString(module, annotation, 'Contents').trim()
  const rect = module._malloc(16)
  const hasRect = module._FPDFAnnot_GetRect(annotation, rect) === 1
  const [left, top, right] = module.HEAPF32.subarray(rect >> 2, (rect >> 2) + 4) as unknown as [number, number, number]
  module._free(rect)
  if (!text || !hasRect) return
  const given = readString(module, annotation, 'DA')
  const own = Number(/\s([\d.]{1,20})\s+Tf/.exec(given)?.[1] ?? 0)
  const [size, style] = own > 0 ? [own, given] : [12, DEFAULT_FONT]
  const letters = Math.max(1, Math.floor((right - left - 2 * PADDING) / (LETTER * size)))
  const lines = text.split(/\r\n?|\n/).flatMap((line) => wrap(line, letters))
  const show = lines.map((line) => `(${literal(line)}) Tj 0 ${-LEADING * size} Td`).join('\n')
  const content = Buffer.from(
    `BT ${style} 1 0 0 1 ${left + PADDING} ${top - PADDING - size} Tm ${show} ET\0`,
    'utf16le',
  )
  const buffer = module._malloc(content.length)
  module.HEAPU8.set(content, buffer)
  module._FPDFAnnot_SetAP(annotation, 0, buffer)
  module._free(buffer)
}

/** Breaks a line between words so that no part has more letters, unless a word has. */
function wrap(line: string, letters: number): string[] {
  const parts: string[] = []
  for (const word of line.split(' ')) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= letters) parts[parts.length - 1] = `${last} ${word}`
    else parts.push(word)
  }
  return parts
}

/** Writes text as a literal string of the encoding of Windows, in which the first 256 characters of Unicode are nearly all the same. */
const literal = (text: string): string =>
  [...text]
    .map((letter) => {
      const code = letter.codePointAt(0)!
      if (code > 0xff) return '?'
      return code < 0x20 || code > 0x7e || '()\\'.includes(letter) ? `\\${code.toString(8).padStart(3, '0')}` : letter
    })
    .join('')

/** Longer texts of annotations are left out. */
const MAX_TEXT_BYTES = 20_000

function readString(module: Pdfium, annotation: number, key: string): string {
  const name = module._malloc(key.length + 1)
  module.HEAPU8.set(Buffer.from(`${key}\0`, 'latin1'), name)
  const length = module._FPDFAnnot_GetStringValue(annotation, name, 0, 0)
  let text = ''
  if (length > 2 && length <= MAX_TEXT_BYTES) {
    const buffer = module._malloc(length)
    module._FPDFAnnot_GetStringValue(annotation, name, buffer, length)
    text = readUtf16(module, buffer, length)
    module._free(buffer)
  }
  module._free(name)
  return text
}
