/** PDF files written object by object, because libraries refuse to write hostile ones. */
import { deflateSync } from 'node:zlib'

/** The body of an object, without `obj` and `endobj`. */
export type PdfObject = string | Buffer

/** Returns a stream object, compressed `rounds` times. */
export function stream(content: string | Buffer, dictionary = '', rounds = 0): Buffer {
  let data = Buffer.from(content)
  for (let round = 0; round < rounds; round++) data = deflateSync(data)
  const filter = rounds > 0 ? `/Filter [${'/FlateDecode '.repeat(rounds)}]` : ''
  const head = `<< ${dictionary} ${filter} /Length ${data.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')])
}

/** Returns a file of these objects, numbered from 1; object 1 is the catalogue. `trailer` adds entries to the trailer. */
export function rawPdf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  const add = (part: Buffer): void => {
    parts.push(part)
    length += part.length
  }
  objects.forEach((object, index) => {
    offsets.push(length)
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  })
  const start = length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`))
  add(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}

export const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

/** The text that the pages of hostile files show besides what makes them hostile. */
export const SHOWN = 'Invoice number INV-2031-88, total amount 119.00 EUR'
export const SHOW = `BT /F1 11 Tf 60 700 Td (${SHOWN}) Tj ET\n`

interface OnePage {
  content: PdfObject
  box?: string
  /** Further entries of the page. */
  page?: string
  /** Further entries of its resources. */
  resources?: string
  /** Further objects, numbered from 6. */
  more?: readonly PdfObject[]
  catalogue?: string
}

/** A file of one page: 1 catalogue, 2 pages, 3 page, 4 content, 5 font Helvetica as F1. */
export function onePage({
  content,
  box = '[0 0 595 842]',
  page = '',
  resources = '',
  more = [],
  catalogue = '',
}: OnePage): Buffer {
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
    Buffer.isBuffer(content) ? content : stream(content),
    HELVETICA,
    ...more,
  ])
}
