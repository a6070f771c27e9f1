/** PDF files that attack their reader. */
import { HELVETICA, onePage, rawPdf, SHOW, stream, type PdfObject } from './raw-pdf.ts'

/** A page of one metre in width and height (2,835 points). */
export const metreWide = (): Buffer => onePage({ content: SHOW, box: '[0 0 2835 2835]' })

/** A page that claims a billion points in both directions, and draws a line across. */
export const endlessPage = (): Buffer => onePage({ content: '0 0 m 1e9 1e9 l S', box: '[0 0 1000000000 1000000000]' })

/** Text behind a million operators that draw lines. */
export const millionOperators = (): Buffer =>
  onePage({ content: stream(`${SHOW}${'0 0 m 9 9 l S\n'.repeat(333_334)}`, '', 1) })

/** A million words on one page. */
export const millionWords = (): Buffer =>
  onePage({ content: stream(`BT /F1 9 Tf 1 1 Td ${'(ab ) Tj '.repeat(1_000_000)} ET`, '', 1) })

export function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 5} 0 R`).join(' ')
  const page = '<< /Type /Page /Parent 2 0 R /Contents 3 0 R >>'
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> >>`,
    stream(SHOW),
    HELVETICA,
    ...Array<PdfObject>(count).fill(page),
  ])
}

/** A tree of pages that contains itself, and claims many pages. */
export const cyclicPages = (): Buffer =>
  rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 2000000000 /Parent 3 0 R >>',
    '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 1000000000 /Parent 2 0 R >>',
  ])

/** One page, and a count of two billion. */
export const claimedPages = (): Buffer =>
  rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream(SHOW),
    HELVETICA,
  ])

/** Forms in forms; each shows the next one `times` times, and the innermost a text. */
export function nestedForms(depth: number, times: number): Buffer {
  const form = (index: number): Buffer => {
    const inner = index + 1 < depth ? '/X Do\n'.repeat(times) : SHOW
    const next = index + 1 < depth ? `/XObject << /X ${7 + index} 0 R >>` : ''
    const resources = `/Resources << /Font << /F1 5 0 R >> ${next} >>`
    return stream(inner, `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${resources}`)
  }
  return onePage({
    content: `${SHOW}/X Do`,
    resources: '/XObject << /X 6 0 R >>',
    more: Array.from({ length: depth }, (_, index) => form(index)),
  })
}

/** Forms that show each other in turn. */
export const cyclicForms = (): Buffer => {
  const form = (next: number): Buffer =>
    stream(
      '/X Do /X Do',
      `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /X ${next} 0 R >> >>`,
    )
  return onePage({ content: `${SHOW}/X Do`, resources: '/XObject << /X 6 0 R >>', more: [form(7), form(6)] })
}

/** A content stream that was compressed three times and unpacks to a gigabyte of blanks. */
export const streamBomb = (): Buffer => {
  const gigabyte = Buffer.alloc(2 ** 30, ' ')
  gigabyte.write(SHOW)
  return onePage({ content: stream(gigabyte, '', 3) })
}

/** An image of 30,000 × 30,000 pixels of one bit, compressed to a few kilobytes. */
export const imageBomb = (): Buffer => {
  const image = stream(
    Buffer.alloc((30_000 / 8) * 30_000, 0xaa),
    '/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /BitsPerComponent 1 /ColorSpace /DeviceGray',
    2,
  )
  return onePage({ content: '500 0 0 500 40 40 cm /I Do', resources: '/XObject << /I 6 0 R >>', more: [image] })
}

/** Arrays within arrays. */
export const deepArrays = (depth: number): Buffer =>
  onePage({ content: SHOW, page: `/Junk ${'['.repeat(depth)}${']'.repeat(depth)}` })

/** A hundred thousand stamps on one page. */
export const manyAnnotations = (): Buffer =>
  onePage({
    content: SHOW,
    page: `/Annots [${'6 0 R '.repeat(100_000)}]`,
    more: ['<< /Type /Annot /Subtype /Square /Rect [10 10 50 50] /C [1 0 0] >>'],
  })

/** Cross references whose previous section is the section itself. */
export const cyclicReferences = (): Buffer => {
  const file = onePage({ content: SHOW }).toString('latin1')
  const start = /startxref\n(\d+)/.exec(file)![1]!
  return Buffer.from(file.replace('/Root', `/Prev ${start} /Root`), 'latin1')
}

/** An attached e-invoice: an entity that expands to a gigabyte. */
export function attachedEntities(): Buffer {
  const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')
  const xml = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e0 "aaaaaaaaaa">${levels}]>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100">&e9;</rsm:CrossIndustryInvoice>`
  return withAttachment('factur-x.xml', Buffer.from(xml))
}

/** An attached e-invoice of 300 MB of blanks. */
export const attachedBomb = (): Buffer =>
  withAttachment('factur-x.xml', Buffer.concat([Buffer.from('<Invoice>'), Buffer.alloc(300 * 2 ** 20, ' ')]))

function withAttachment(name: string, content: Buffer): Buffer {
  return onePage({
    content: SHOW,
    catalogue: `/Names << /EmbeddedFiles << /Names [(${name}) 6 0 R] >> >>`,
    more: [
      `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 7 0 R >> >>`,
      stream(content, '/Type /EmbeddedFile', 1),
    ],
  })
}
