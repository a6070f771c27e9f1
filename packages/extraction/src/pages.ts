/** Pages as pictures and their parts. Each function loads what it needs when it is first called: PDFium, sharp, OCR, the reader of codes. */
import type * as barcodes from './read/barcodes.ts'
import type * as pagePicture from './read/page-picture.ts'
import type * as pdf from './read/pdf.ts'
import type * as region from './read/region.ts'
import type * as render from './read/render.ts'

export { inMegabytes, MAX_FILE_BYTES, MAX_MEMBERS } from './limits.ts'
export { groupLines, makeLine } from './read/lines.ts'

export const openPdf: (typeof pdf)['openPdf'] = async (...args) => (await import('./read/pdf.ts')).openPdf(...args)

export const readPdfText: (typeof pdf)['readPdfText'] = async (...args) =>
  (await import('./read/pdf.ts')).readPdfText(...args)

export const renderPage: (typeof render)['renderPage'] = async (...args) =>
  (await import('./read/render.ts')).renderPage(...args)

export const drawUpright: (typeof render)['drawUpright'] = async (...args) =>
  (await import('./read/render.ts')).drawUpright(...args)

export const readRegion: (typeof region)['readRegion'] = async (...args) =>
  (await import('./read/region.ts')).readRegion(...args)

export const readBarcodes: (typeof barcodes)['readBarcodes'] = async (...args) =>
  (await import('./read/barcodes.ts')).readBarcodes(...args)

export const pictureOf: (typeof pagePicture)['pictureOf'] = async (...args) =>
  (await import('./read/page-picture.ts')).pictureOf(...args)
