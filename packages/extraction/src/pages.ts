/** Pages as pictures and their parts. Each function loads what it needs when it is first called: PDFium, sharp, OCR, the reader of codes. */
export { groupLines, makeLine } from './read/lines.ts'

type Render = typeof import('./read/render.ts')
type Pdf = typeof import('./read/pdf.ts')

export const openPdf: Pdf['openPdf'] = async (...args) => (await import('./read/pdf.ts')).openPdf(...args)

export const readPdfText: Pdf['readPdfText'] = async (...args) => (await import('./read/pdf.ts')).readPdfText(...args)

export const renderPage: Render['renderPage'] = async (...args) =>
  (await import('./read/render.ts')).renderPage(...args)

export const drawUpright: Render['drawUpright'] = async (...args) =>
  (await import('./read/render.ts')).drawUpright(...args)

export const readRegion: (typeof import('./read/region.ts'))['readRegion'] = async (...args) =>
  (await import('./read/region.ts')).readRegion(...args)

export const readBarcodes: (typeof import('./read/barcodes.ts'))['readBarcodes'] = async (...args) =>
  (await import('./read/barcodes.ts')).readBarcodes(...args)

export const pictureOf: (typeof import('./read/page-picture.ts'))['pictureOf'] = async (...args) =>
  (await import('./read/page-picture.ts')).pictureOf(...args)
