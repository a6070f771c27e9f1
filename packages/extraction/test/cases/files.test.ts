/** Whole files with the right values: one for each kind of mistake that users have reported. */
import { PDFDocument, type PDFFont, PDFName, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import { renderPage } from '../../src/read/render.ts'
import { fakeOcr } from '../read/fake-ocr.ts'
import { A4, makePdf } from '../read/files.ts'
import { odsCell, odsOf, rowsOf, xlsxOf } from '../read/office-files.ts'
import { rawPdf, show } from '../read/raw-pdf.ts'
import { draw, extract, FACTS, PLANKS, SUMS } from './invoice.ts'

const IBAN = 'GB33BUKB20201555555555'

describe('text that no reader sees', () => {
  it.each<[string, (page: PDFPage, font: PDFFont) => void]>([
    [
      'white on white',
      (page, font) =>
        page.drawText(`IBAN ${IBAN}`, {
          x: 50,
          y: 60,
          size: 9,
          font,
          color: rgb(1, 1, 1),
        }),
    ],
    ['of 0.4 points', (page, font) => page.drawText(`IBAN ${IBAN}`, { x: 50, y: 60, size: 0.4, font })],
  ])('%s is no value, and is noted', async (_, hide) => {
    const bytes = await makePdf([draw({ ...PLANKS, sums: SUMS })], async (pdf) =>
      hide(pdf.getPage(0), await pdf.embedFont(StandardFonts.Helvetica)),
    )
    const { value, notes } = await extract(bytes)
    expect([value('iban'), value('amount_total')]).toEqual([null, 240])
    expect(notes).toMatchObject([{ content: expect.stringContaining('The page contains invisible text.') }])
  })
})

describe('files', () => {
  it('of a scan with a line of an application are read from the picture', async () => {
    const printed = await makePdf([draw({ ...PLANKS, sums: SUMS })])
    const { words, width } = (await readDocument(printed, { pictures: false })).pages[0]!
    const { png } = await renderPage(printed, { page: 1 })
    const pdf = await PDFDocument.create()
    const page = pdf.addPage(A4)
    page.drawImage(await pdf.embedPng(png), { x: 0, y: 0, width: A4[0], height: A4[1] })
    page.drawText('Scanned with PocketScan', { x: 400, y: 12, size: 8 })
    const ocr = fakeOcr((image) => {
      const scale = image.width / width
      return {
        words: words.map((word) => ({
          ...word,
          box: word.box.map((side) => side * scale) as typeof word.box,
          size: word.size * scale,
        })),
      }
    })
    const { value } = await extract(await pdf.save(), { ocr: ocr.ocr })
    expect(['invoice_id', 'date_issue', 'date_due', 'amount_total', 'sender_name'].map(value)).toEqual([
      'WT-5512',
      '2026-05-07',
      '2026-06-06',
      240,
      'Wren Timber Ltd',
    ])
  })

  it('with values in form fields without appearance are read', async () => {
    const field = (at: number, value: string): string =>
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${at}) /V (${value}) /F 4 /DA (/Helv 10 Tf 0 g) /Rect [200 ${700 - at * 30} 400 ${716 - at * 30}] >>`
    const labels = ['Invoice number', 'Invoice date', 'Due date', 'Total GBP']
    const values = ['WT-5512', '7 May 2026', '6 June 2026', '240.00']
    const { value } = await extract(
      rawPdf({
        pages: [
          {
            content: labels.map((label, at) => show(label, 60, 704 - at * 30)).join('\n'),
            page: '/Annots [10 0 R 11 0 R 12 0 R 13 0 R]',
          },
        ],
        catalog:
          '/AcroForm << /NeedAppearances true /Fields [10 0 R 11 0 R 12 0 R 13 0 R] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 3 0 R >> >> >>',
        objects: Object.fromEntries(values.map((text, at) => [10 + at, field(at, text)])),
      }),
    )
    expect(['invoice_id', 'date_issue', 'date_due', 'amount_total'].map(value)).toEqual([
      'WT-5512',
      '2026-05-07',
      '2026-06-06',
      240,
    ])
  })

  const SHEET = [
    ['Invoice', 'WT-5512'],
    ['Description', 'Qty', 'Unit price', 'Amount'],
    ['Oak planks', 5, 40, '=B3*C3'],
    ['Nails', 2, 5, '=B4*C4'],
    ['Net total', null, null, '=SUM(D3:D4)'],
    ['VAT 20%', null, null, '=D5*20%'],
    ['Total GBP', null, null, '=D5+D6'],
  ]

  it('of a workbook without results of formulas are computed', async () => {
    const { value } = await extract(xlsxOf([{ rows: rowsOf(SHEET) }]))
    expect([value('amount_total'), value('amount_total_base')]).toEqual([252, 210])
  })

  it('of a workbook do not show their hidden rows', async () => {
    const rows = [
      SHEET[0]!,
      SHEET[1]!,
      ['Oak planks', 5, 40, 200],
      ['Test', 1, 777, 777],
      ['Total GBP', null, null, 200],
    ]
    const { line_items, notes } = await extract(xlsxOf([{ rows: rowsOf(rows, { 3: 'hidden="1"' }) }]))
    expect(line_items.map((row) => row.table_column_amount_total_base?.value)).toEqual(['200.00'])
    expect(notes).toMatchObject([{ content: 'The workbook has hidden rows. Their values were left out.' }])
  })

  it('of an OpenDocument sheet are one document', async () => {
    const row = (...cells: string[]): string =>
      `<table:table-row>${cells.map((text) => odsCell(text)).join('')}</table:table-row>`
    const body = `<table:table>${row('Invoice number', 'WT-5512')}${row('Oak planks', '200.00')}${row('Total GBP', '240.00')}</table:table>`
    const { value } = await extract(odsOf({ body }))
    expect([value('invoice_id'), value('amount_total')]).toEqual(['WT-5512', 240])
  })

  it('in a portfolio are named, and marked for import', async () => {
    const invoice = await makePdf([draw({ ...PLANKS, sums: SUMS })])
    const bytes = await makePdf([[{ text: 'The invoices of May are attached', x: 60, y: 80 }]], async (pdf) => {
      await pdf.attach(invoice, 'WT-5512.pdf')
      pdf.catalog.set(PDFName.of('Collection'), pdf.context.obj({ Type: 'Collection' }))
    })
    expect(await extract(bytes)).toMatchObject({
      portfolio: true,
      notes: [{ content: expect.stringContaining('WT-5512.pdf') }],
    })
  })

  it('of three invoices of one sender are three parts', async () => {
    const one = (number: string) =>
      draw({ ...PLANKS, sums: SUMS, facts: [['Invoice number', number], ...FACTS.slice(1)] })
    const { parts } = await extract(await makePdf(['WT-5512', 'WT-5513', 'WT-5514'].map(one)))
    expect(parts?.map(({ pages }) => pages)).toEqual([[1], [2], [3]])
  })
})
