/** Renders the text of a message as a PDF, for invoices that have no file. Nothing is loaded: neither pictures nor styles. */
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { compile } from 'html-to-text'
import PDFDocument from 'pdfkit'
import type { ParsedEmail } from '../email-types.ts'

const MAX_PAGES = 50
const MAX_HTML = 100_000
const [SIZE, MARGIN] = [8.5, 50]
/** Characters of a fixed width that fit on a line of A4. */
const COLUMNS = 96

/** Tables keep their columns, which the fixed width of the font lines up. */
const convert = compile({
  wordwrap: COLUMNS,
  limits: { maxInputLength: MAX_HTML, maxDepth: 200, maxChildNodes: 10_000 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false, colSpacing: 3 } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

const HEADERS = [
  ['From', 'from'],
  ['To', 'to'],
  ['Date', 'date'],
  ['Subject', 'subject'],
] as const

/** Returns the PDF: headers, then the text as formatted by the HTML part, or the plain text. Null for a message without text. */
export async function bodyDocument({ headers, html, text }: ParsedEmail): Promise<Buffer | null> {
  const body = (html ? convert(html.slice(0, MAX_HTML)) : '').trim() || text.trim()
  if (!body) return null
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    font: createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
    // The same message gives the same bytes.
    info: { Title: headers['subject'] ?? '', CreationDate: new Date(0), ModDate: new Date(0) },
  })
  const written = buffer(pdf)
  const head = HEADERS.flatMap(([label, name]) => (headers[name] ? [`${label}: ${headers[name]}`] : []))
  pdf.fontSize(SIZE)
  let pages = 1
  pdf.on('pageAdded', () => pages++)
  for (const line of [...head, '', ...body.split(/\r?\n/)]) {
    if (pages > MAX_PAGES) break
    if (line.trim() === '') pdf.moveDown()
    else pdf.text(printable(line), { align: 'left' })
    if (pdf.y > pdf.page.height - MARGIN) pdf.addPage()
  }
  pdf.end()
  return written
}

/** Indentation must remain; control characters have no shape. */
const printable = (line: string): string =>
  line
    .slice(0, 5000)
    .replaceAll('\t', '    ')
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(' ', '\u00a0')
    .replaceAll(/(\S)\u00a0(?=\S)/g, '$1 ')
