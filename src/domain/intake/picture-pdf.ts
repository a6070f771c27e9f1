import type { PicturePage } from '../../sandbox/types.ts'

/** A page with a picture, or with a message about a missing one. */
export type PdfPage = PicturePage | { notice: string }

const POINTS_PER_INCH = 72
/** Range of resolutions written by scanners; lower values are defaults of cameras and screens and have no meaning. */
const [MIN_DPI, MAX_DPI] = [150, 1200]
const A4 = { width: 595, height: 842 }
/** Maximum page size that PDF readers must support. */
const MAX_POINTS = 14_400

/** Exif orientations 1 to 8 as matrices on the unit square (a b c d e f; the y axis of PDF points up). */
const ORIENTATIONS = [
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
] as const

const CATALOG = 1
const PAGES = 2
const FONT = 3
const FIRST = 4
/** Page, content and picture. */
const OBJECTS_PER_PAGE = 3

/**
 * Returns a PDF with one page for each of `pages`, in their order, with the pictures unchanged: nothing is decoded here. The same pages
 * produce the same bytes, so that a document sent twice is recognized.
 */
export function writePicturePdf(pages: readonly PdfPage[]): Buffer {
  const ids = pages.map((_, index) => FIRST + index * OBJECTS_PER_PAGE)
  const objects: Buffer[] = [
    object(`<< /Type /Catalog /Pages ${PAGES} 0 R >>`),
    object(`<< /Type /Pages /Count ${pages.length} /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] >>`),
    object('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    ...pages.flatMap((page, index) =>
      'notice' in page ? noticePage(page, ids[index]!) : picturePage(page, ids[index]!),
    ),
  ]
  return assemble(objects)
}

const object = (text: string): Buffer => Buffer.from(text, 'latin1')

const stream = (dictionary: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([object(`<< ${dictionary}/Length ${bytes.length} >>\nstream\n`), bytes, object('\nendstream')])

const pageObject = (id: number, size: { width: number; height: number }, resources: string): Buffer =>
  object(
    `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox [0 0 ${decimal(size.width)} ${decimal(size.height)}] ` +
      `/Resources << ${resources} >> /Contents ${id + 1} 0 R >>`,
  )

const decimal = (value: number): string => String(Number(value.toFixed(2)))

function picturePage(page: PicturePage, id: number): Buffer[] {
  const size = sizeOnPaper(page)
  const across = [size.width, size.height]
  const matrix = matrixOf(page).map((value, index) => decimal(value * across[index % 2]!))
  const filter =
    page.coding === 'jpeg'
      ? '/Filter /DCTDecode '
      : `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors ${page.colours} /Columns ${page.width} >> `
  const picture =
    `/Type /XObject /Subtype /Image /Width ${page.width} /Height ${page.height} /BitsPerComponent 8 ` +
    `/ColorSpace /Device${page.colours === 1 ? 'Gray' : 'RGB'} ${filter}`
  return [
    pageObject(id, size, `/XObject << /P ${id + 2} 0 R >>`),
    stream('', object(`q ${matrix.join(' ')} cm /P Do Q`)),
    stream(picture, page.bytes),
  ]
}

const matrixOf = ({ orientation }: PicturePage) => ORIENTATIONS[orientation - 1] ?? ORIENTATIONS[0]

/** Returns the page size in points, upright: by the resolution that a scanner wrote, otherwise at most A4 and at least 150 dpi. */
function sizeOnPaper(page: PicturePage): { width: number; height: number } {
  const lies = matrixOf(page)[0] === 0
  const [width, height] = lies ? [page.height, page.width] : [page.width, page.height]
  const longest = Math.max(width, height)
  const isKnown = page.dpi !== null && page.dpi >= MIN_DPI && page.dpi <= MAX_DPI
  const dpi = isKnown ? page.dpi! : Math.max(MIN_DPI, (longest / A4.height) * POINTS_PER_INCH)
  const scale = Math.min(POINTS_PER_INCH / dpi, MAX_POINTS / longest)
  return { width: Math.max(1, width * scale), height: Math.max(1, height * scale) }
}

const LETTERS_PER_LINE = 90
const LINE_POINTS = 14

function noticePage({ notice }: { notice: string }, id: number): Buffer[] {
  const lines = notice.match(new RegExp(`.{1,${LETTERS_PER_LINE}}`, 'gu')) ?? []
  const shown = lines.map((line) => `(${line.replace(/[^ -~]/g, '?').replace(/[\\()]/g, '\\$&')}) Tj T*`)
  return [
    pageObject(id, A4, `/Font << /F ${FONT} 0 R >>`),
    stream('', object(`BT /F 10 Tf ${LINE_POINTS} TL 50 ${A4.height - 60} Td ${shown.join(' ')} ET`)),
    object('null'),
  ]
}

/** Writes header, numbered objects, the cross-reference table and its offset. */
function assemble(objects: Buffer[]): Buffer {
  // The second line marks the file as binary for file transfer programs.
  const parts: Buffer[] = [object('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')]
  let at = parts[0]!.length
  const offsets = objects.map((body, index) => {
    const start = at
    const whole = [object(`${index + 1} 0 obj\n`), body, object('\nendobj\n')]
    for (const part of whole) at += part.length
    parts.push(...whole)
    return start
  })
  const places = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  parts.push(
    object(`xref\n0 ${count}\n0000000000 65535 f \n${places}`),
    object(`trailer\n<< /Size ${count} /Root ${CATALOG} 0 R >>\nstartxref\n${at}\n%%EOF\n`),
  )
  return Buffer.concat(parts)
}
