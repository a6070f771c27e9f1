import { PDFiumLibrary } from '@hyzyla/pdfium'
import { ReadError } from '../types.ts'

/**
 * The functions of PDFium's C interface that reading needs. The wrapper's types hide them, and its page objects are never closed (measured:
 * 1.4 GB after 1,440 documents), so pages are opened and closed here.
 */
export interface Pdfium {
  readonly HEAPU8: Uint8Array<ArrayBuffer>
  readonly HEAPU16: Uint16Array
  readonly HEAP32: Int32Array
  readonly HEAPU32: Uint32Array
  readonly HEAPF32: Float32Array
  readonly HEAPF64: Float64Array
  _malloc(size: number): number
  _free(pointer: number): void
  _FPDF_LoadMemDocument(data: number, size: number, password: number): number
  _FPDF_CloseDocument(document: number): void
  _FPDF_GetLastError(): number
  _FPDF_GetPageCount(document: number): number
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FPDF_GetPageWidthF(page: number): number
  _FPDF_GetPageHeightF(page: number): number
  _FPDF_PageToDevice(
    page: number,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    pageX: number,
    pageY: number,
    deviceX: number,
    deviceY: number,
  ): number
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    flags: number,
  ): void
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number
  _FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, color: number): number
  _FPDFBitmap_Destroy(bitmap: number): void
  _FPDF_GetFormType(document: number): number
  _FPDFPage_GetAnnotCount(page: number): number
  _FPDFPage_GetAnnot(page: number, index: number): number
  _FPDFPage_CloseAnnot(annotation: number): void
  _FPDFAnnot_GetSubtype(annotation: number): number
  _FPDFAnnot_GetAP(annotation: number, mode: number, buffer: number, length: number): number
  _FPDFAnnot_SetAP(annotation: number, mode: number, value: number): number
  _FPDFAnnot_GetRect(annotation: number, rect: number): number
  _FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, length: number): number
  _FPDFPage_Flatten(page: number, flag: number): number
  _FPDFPage_CountObjects(page: number): number
  _FPDFPage_GetObject(page: number, index: number): number
  _FPDFPageObj_GetType(object: number): number
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number
  _FPDFPageObj_HasTransparency(object: number): number
  _FPDFPageObj_GetClipPath(object: number): number
  _FPDFClipPath_CountPaths(path: number): number
  _FPDFClipPath_CountPathSegments(path: number, index: number): number
  _FPDFClipPath_GetPathSegment(path: number, index: number, segment: number): number
  _FPDFPathSegment_GetPoint(segment: number, x: number, y: number): number
  _FPDFPathSegment_GetType(segment: number): number
  _FPDFPathSegment_GetClose(segment: number): number
  _FPDFPath_CountSegments(path: number): number
  _FPDFPath_GetPathSegment(path: number, index: number): number
  _FPDFPath_GetDrawMode(path: number, fill: number, stroke: number): number
  _FPDFPageObj_GetFillColor(object: number, red: number, green: number, blue: number, opacity: number): number
  _FPDFPageObj_GetStrokeColor(object: number, red: number, green: number, blue: number, opacity: number): number
  _FPDFPageObj_GetStrokeWidth(object: number, width: number): number
  _FPDFPageObj_SetIsActive(object: number, active: number): number
  _FPDFPageObj_CountMarks(object: number): number
  _FPDFPageObj_GetMark(object: number, index: number): number
  _FPDFPageObjMark_GetName(mark: number, buffer: number, length: number, outLength: number): number
  _FPDFImageObj_GetImageFilterCount(image: number): number
  _FPDFImageObj_GetImageFilter(image: number, index: number, buffer: number, length: number): number
  _FPDFImageObj_GetImageDataRaw(image: number, buffer: number, length: number): number
  _FPDFTextObj_GetTextRenderMode(object: number): number
  _FPDFPage_GetRotation(page: number): number
  _FPDFFormObj_CountObjects(form: number): number
  _FPDFFormObj_GetObject(form: number, index: number): number
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(text: number): void
  _FPDFText_CountChars(text: number): number
  _FPDFText_GetUnicode(text: number, index: number): number
  _FPDFText_HasUnicodeMapError(text: number, index: number): number
  _FPDFText_GetFontSize(text: number, index: number): number
  _FPDFText_GetFontWeight(text: number, index: number): number
  _FPDFText_GetTextObject(text: number, index: number): number
  _FPDFText_GetMatrix(text: number, index: number, matrix: number): number
  _FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number
  _FPDFText_GetCharBox(text: number, index: number, left: number, right: number, bottom: number, top: number): number
  _FPDFText_GetLooseCharBox(text: number, index: number, rect: number): number
  _FPDFTextObj_GetFont(object: number): number
  _FPDFFont_GetBaseFontName(font: number, buffer: number, length: number): number
  _FPDFFont_GetWeight(font: number): number
  _FPDFFont_GetIsEmbedded(font: number): number
  _FPDFDoc_GetAttachmentCount(document: number): number
  _FPDFDoc_GetAttachment(document: number, index: number): number
  _FPDFAttachment_GetName(attachment: number, buffer: number, length: number): number
  _FPDFAttachment_GetFile(attachment: number, buffer: number, length: number, outLength: number): number
}

/** Far more than a usual document needs. Memory of WebAssembly grows only; an instance that aborts with more has failed to get even more. */
const LARGE_HEAP_BYTES = 512 * 2 ** 20

let instance: Promise<Pdfium> | undefined
let current: Pdfium | undefined

/** Returns the warm instance of this process; recreated after `dropPdfium`. */
export function loadPdfium(): Promise<Pdfium> {
  instance ??= PDFiumLibrary.init().then((library) => (current = (library as unknown as { module: Pdfium }).module))
  return instance
}

/** After an abort the memory of the instance cannot be trusted; the next document gets a new one. */
function dropPdfium(): void {
  instance = undefined
  current = undefined
}

/** Drops the instance after a document that needed a lot of memory, which the next one may not spare. */
export function releasePdfium(module: Pdfium): void {
  if (module === current && module.HEAPU8.length > LARGE_HEAP_BYTES) dropPdfium()
}

/** Runs `work` on PDFium and converts a crash of the WebAssembly code to a `ReadError`. */
export function guardPdfium<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ReadError) throw error
    const isLarge = (current?.HEAPU8.length ?? 0) > LARGE_HEAP_BYTES
    dropPdfium()
    if (isLarge) throw new ReadError('out_of_memory', 'Reading the PDF file needs more memory than allowed.')
    throw new ReadError('damaged', 'The PDF file is damaged and cannot be read.')
  }
}

/** Returns the UTF-16 text at `pointer`, `bytes` long including the terminating null character. */
export function readUtf16(module: Pdfium, pointer: number, bytes: number): string {
  return new TextDecoder('utf-16le').decode(module.HEAPU8.slice(pointer, pointer + Math.max(0, bytes - 2)))
}
