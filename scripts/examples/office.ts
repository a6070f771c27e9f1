/** Invoices in Word and Excel. */
import * as docx from 'docx'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import * as xlsx from '@e965/xlsx'
import type { Invoice } from './invoice.ts'
import { amountOf, date, money, number, spaced, totalsOf } from './invoice.ts'

/** The same files with one fixed date, so that every run produces the same bytes. */
function repack(zip: Uint8Array, created: string): Buffer {
  const mtime = new Date(`${created}T08:00:00`)
  const entries = Object.entries(unzipSync(zip)).map(([name, bytes]): [string, [Uint8Array, { mtime: Date }]] => {
    const isCore = name === 'docProps/core.xml'
    const text = isCore ? strFromU8(bytes).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, `${created}T08:00:00Z`) : ''
    return [name, [isCore ? strToU8(text) : bytes, { mtime }]]
  })
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 9 }))
}

const line = (text: string, options: { bold?: boolean; size?: number; right?: boolean } = {}) =>
  new docx.Paragraph({
    ...(options.right ? { alignment: docx.AlignmentType.RIGHT } : {}),
    children: [
      new docx.TextRun({ text, font: 'Calibri', size: options.size ?? 21, ...(options.bold ? { bold: true } : {}) }),
    ],
  })

function table(rows: string[][], widths: number[], rightFrom: number, heading: boolean): docx.Table {
  return new docx.Table({
    width: { size: 100, type: docx.WidthType.PERCENTAGE },
    columnWidths: widths,
    rows: rows.map(
      (cells, index) =>
        new docx.TableRow({
          children: cells.map(
            (cell, column) =>
              new docx.TableCell({
                width: { size: widths[column]!, type: docx.WidthType.DXA },
                children: [line(cell, { bold: heading && index === 0, right: column >= rightFrom })],
              }),
          ),
        }),
    ),
  })
}

export async function wordInvoice(invoice: Invoice): Promise<Buffer> {
  const { seller, buyer, bank } = invoice
  const totals = totalsOf(invoice)
  const sums: [string, number][] = [
    ['Subtotal', totals.base],
    ...totals.rates.map(({ rate, tax }): [string, number] => [`VAT ${rate}%`, tax]),
    ['Total (GBP)', totals.total],
  ]
  const children = [
    line(seller.name, { bold: true, size: 32 }),
    line(`${seller.street}, ${seller.city}`),
    line(`${seller.phone} · ${seller.email} · VAT no. ${seller.vat_id}`),
    line(''),
    line('INVOICE', { bold: true, size: 36 }),
    line(`Invoice number: ${invoice.number}`),
    line(`Invoice date: ${date(invoice.issued, 'en')}`),
    line(`Due date: ${date(invoice.due, 'en')}`),
    line(`Order number: ${invoice.order}`),
    line(''),
    line('Bill to:', { bold: true }),
    line(buyer.name),
    line(buyer.street),
    line(buyer.city),
    line(''),
    table(
      [
        ['Description', 'Quantity', 'Unit', 'Unit price', 'Amount'],
        ...invoice.items.map((item) => [
          item.description, number(item.quantity, 'en'), item.unit, money(item.price, 'en'), money(amountOf(item), 'en'),
        ]) /* prettier-ignore */, // the cells of one row together
      ],
      [4200, 1200, 1100, 1400, 1500],
      3,
      true,
    ),
    line(''),
    ...sums.map(([label, value], index) =>
      line(`${label}: ${money(value, 'en')}`, { right: true, bold: index === sums.length - 1 }),
    ),
    line(''),
    line(invoice.terms),
    line(`Bank: ${bank.name}`),
    line(`IBAN: ${spaced(bank.iban)}`),
    line(`BIC: ${bank.bic}`),
  ]
  const document = new docx.Document({
    creator: seller.name,
    title: `Invoice ${invoice.number}`,
    sections: [{ properties: {}, children }],
  })
  return repack(await docx.Packer.toBuffer(document), invoice.issued)
}

/** Days since day zero of the spreadsheet. */
const serial = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 86_400_000 + 25569

export function excelInvoice(invoice: Invoice): Buffer {
  const { seller, buyer, bank } = invoice
  const totals = totalsOf(invoice)
  const rows: (string | number | null)[][] = [
    [seller.name],
    [`${seller.street}, ${seller.city}`],
    [`Telefon ${seller.phone}, ${seller.email}`],
    [`USt-IdNr. ${seller.vat_id}`],
    [],
    ['Rechnung'],
    ['Rechnungsnummer', invoice.number, null, 'Kunde', buyer.name],
    ['Rechnungsdatum', serial(invoice.issued), null, null, buyer.street],
    ['Lieferdatum', serial(invoice.delivered!), null, null, buyer.city],
    ['Fällig am', serial(invoice.due), null, 'Bestellung', invoice.order!],
    [],
    ['Pos.', 'Artikel', 'Bezeichnung', 'Menge', 'Einheit', 'Einzelpreis', 'MwSt. %', 'Betrag'],
    ...invoice.items.map((item, index) => [
      index + 1, item.code, item.description, item.quantity, item.unit, item.price, item.rate, amountOf(item),
    ]) /* prettier-ignore */, // the cells of one row together
    [],
    [null, null, null, null, null, 'Summe netto', null, totals.base],
    ...totals.rates.map(({ rate, tax }) => [null, null, null, null, null, `MwSt. ${rate} %`, null, tax]),
    [null, null, null, null, null, 'Gesamtbetrag EUR', null, totals.total],
    [],
    [invoice.terms],
    [`Bankverbindung: ${bank.name}`],
    [`IBAN: ${spaced(bank.iban)}`],
    [`BIC: ${bank.bic}`],
  ]
  const sheet = xlsx.utils.aoa_to_sheet(rows)
  // Format 14, the date in the reader's locale, which is Excel's default for typed dates.
  for (const cell of ['B8', 'B9', 'B10']) (sheet[cell] as xlsx.CellObject).z = 'm/d/yy'
  for (const [address, cell] of Object.entries(sheet) as [string, xlsx.CellObject][]) {
    if (/^[FH]\d+$/.test(address) && cell.t === 'n') cell.z = '#,##0.00'
  }
  sheet['!cols'] = [16, 14, 34, 9, 9, 17, 9, 12].map((wch) => ({ wch }))
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, sheet, 'Rechnung')
  book.Props = {
    Title: `Rechnung ${invoice.number}`,
    Author: seller.name,
    CreatedDate: new Date(`${invoice.issued}T08:00:00Z`),
  }
  return repack(xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer, invoice.issued)
}
