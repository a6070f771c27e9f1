/** Writes PDF files operator by operator, for what libraries do not write. */

interface RawPage {
  content: string
  /** Entries of the page other than size, contents and font. */
  page?: string
  /** Entries of its resources other than the font `F1`, which is Helvetica. */
  resources?: string
}

export interface RawFile {
  pages: (string | RawPage)[]
  /** Entries of the catalogue. */
  catalog?: string
  /** Further objects by number, from 10 on. */
  objects?: Record<number, string>
}

/** Returns a PDF file with pages of A4, whose content is as given. */
export function rawPdf({ pages, catalog = '', objects = {} }: RawFile): Buffer {
  const all = new Map<number, string>(Object.entries(objects).map(([number, object]) => [Number(number), object]))
  const first = Math.max(9, ...all.keys()) + 1
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`)
  all.set(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
  all.set(2, `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`)
  all.set(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const [index, each] of pages.entries()) {
    const { content, page = '', resources = '' } = typeof each === 'string' ? { content: each } : each
    const number = first + 2 * index
    all.set(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R ${page} /Resources << /Font << /F1 3 0 R >> ${resources} >> >>`,
    )
    all.set(number + 1, streamOf('', content))
  }
  let file = '%PDF-1.7\n'
  const size = Math.max(...all.keys()) + 1
  const places: string[] = ['0000000000 65535 f ']
  for (let number = 1; number < size; number++) {
    const object = all.get(number)
    places.push(object === undefined ? '0000000000 65535 f ' : `${String(file.length).padStart(10, '0')} 00000 n `)
    if (object !== undefined) file += `${number} 0 obj\n${object}\nendobj\n`
  }
  const start = file.length
  file += `xref\n0 ${size}\n${places.join('\n')}\ntrailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** Returns a stream with entries of its dictionary. */
export const streamOf = (entries: string, content: string): string =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`

/** Operators that show a line of text with its baseline `y` points above the bottom of the page. */
export const show = (text: string, x: number, y: number, before = '0 g /F1 11 Tf'): string =>
  `BT ${before} ${x} ${y} Td (${text}) Tj ET\n`

/** Operators that fill a rectangle, or put a picture of one grey there, from its lower left corner. */
export const fill = (grey: number, x: number, y: number, width: number, height: number): string =>
  `q ${grey} g ${x} ${y} ${width} ${height} re f Q\n`
export const picture = (x: number, y: number, width: number, height: number): string =>
  `q ${width} 0 0 ${height} ${x} ${y} cm BI /W 1 /H 1 /BPC 8 /CS /G ID ~ EI Q\n`
