import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import { pageOf, type Placed } from '../pages.ts'

/** What differs between two invoices of the same arrangement; all labels are followed by their value. */
interface Wording {
  language: string
  title: string
  number: [label: string, value: string]
  issued: [label: string, value: string]
  due: [label: string, value: string]
  heads: [description: string, quantity: string, price: string, amount: string]
  rows: [description: string, quantity: string, price: string, amount: string][]
  sums: [label: string, value: string][]
}

const WORDINGS: readonly Wording[] = [
  {
    language: 'ind',
    title: 'FAKTUR',
    number: ['Nomor Faktur:', 'INV-20417'],
    issued: ['Tanggal Faktur:', '12 Maret 2026'],
    due: ['Jatuh Tempo:', '11 April 2026'],
    heads: ['Nama Barang', 'Jumlah', 'Harga Satuan', 'Total Harga'],
    rows: [
      ['Kertas HVS A4', '10', '125.000', '1.250.000'],
      ['Toner printer', '2', '375.000', '750.000'],
    ],
    sums: [
      ['Subtotal', '2.000.000'],
      ['PPN 11%', '220.000'],
      ['Total Tagihan', 'Rp 2.220.000'],
    ],
  },
  {
    language: 'vie',
    title: 'HÓA ĐƠN GIÁ TRỊ GIA TĂNG',
    number: ['Số hóa đơn:', 'INV-20417'],
    issued: ['Ngày lập hóa đơn:', '12/03/2026'],
    due: ['Hạn thanh toán:', '11/04/2026'],
    heads: ['Tên hàng hóa, dịch vụ', 'Số lượng', 'Đơn giá', 'Thành tiền'],
    rows: [
      ['Giấy in A4', '10', '125.000', '1.250.000'],
      ['Mực in', '2', '375.000', '750.000'],
    ],
    sums: [
      ['Cộng tiền hàng', '2.000.000'],
      ['Tiền thuế GTGT 11%', '220.000'],
      ['Tổng cộng tiền thanh toán', '2.220.000 đ'],
    ],
  },
  {
    language: 'zho',
    title: '发票',
    number: ['发票号码：', 'INV-20417'],
    issued: ['开票日期：', '2026年3月12日'],
    due: ['付款期限：', '2026年4月11日'],
    heads: ['项目名称', '数量', '单价', '金额'],
    rows: [
      ['复印纸', '10', '125.00', '1,250.00'],
      ['墨盒', '2', '375.00', '750.00'],
    ],
    sums: [
      ['小计', '2,000.00'],
      ['税额', '220.00'],
      ['价税合计', '￥2,220.00'],
    ],
  },
  {
    language: 'zho',
    title: '統一發票',
    number: ['發票號碼：', 'INV-20417'],
    issued: ['發票日期：', '民國115年3月12日'],
    due: ['付款截止日：', '民國115年4月11日'],
    heads: ['品名', '數量', '單價', '金額'],
    rows: [
      ['影印紙', '10', '125', '1,250'],
      ['碳粉匣', '2', '375', '750'],
    ],
    sums: [
      ['銷售額合計', '2,000'],
      ['營業稅', '220'],
      ['總計', 'NT$2,220'],
    ],
  },
  {
    language: 'kor',
    title: '청구서',
    number: ['청구서 번호:', 'INV-20417'],
    issued: ['작성일자:', '2026년 3월 12일'],
    due: ['납부기한:', '2026년 4월 11일'],
    heads: ['품목', '수량', '단가', '금액'],
    rows: [
      ['복사지', '10', '12,500', '125,000'],
      ['토너', '2', '37,500', '75,000'],
    ],
    sums: [
      ['공급가액', '200,000'],
      ['부가세', '22,000'],
      ['합계', '₩222,000'],
    ],
  },
]

const pieces = ({ title, number, issued, due, heads, rows, sums }: Wording): Placed[] => [
  [500, 60, title, 32],
  ...[number, issued, due].flatMap(([label, value], i): Placed[] => [
    [720, 240 + 30 * i, label],
    [980, 240 + 30 * i, value],
  ]),
  ...[heads, ...rows].flatMap((cells, i): Placed[] =>
    cells.map((cell, column): Placed => [[80, 640, 820, 1040][column]!, 460 + 30 * i, cell]),
  ),
  ...sums.flatMap(([label, value], i): Placed[] => [
    [740, 620 + 30 * i, label],
    [1040, 620 + 30 * i, value],
  ]),
]

/** The figures of a printed sum, as a number. */
const numberOf = (printed: string): number => Number(printed.replace(/\.00$/, '').replace(/\D/g, ''))

describe.each(WORDINGS.map((wording) => [wording.title, wording] as const))(
  'an invoice with the title %s',
  (_, wording) => {
    const { fields, language, line_items } = extractDocument(pageOf(pieces(wording)))

    it('has its header fields', () => {
      expect([language, fields.document_id?.value, fields.date_issue?.value, fields.date_due?.value]).toEqual([
        wording.language,
        'INV-20417',
        '2026-03-12',
        '2026-04-11',
      ])
      const [base, tax, total] = wording.sums.map(([, value]) => numberOf(value))
      expect({
        base: Number(fields.amount_total_base?.value),
        tax: Number(fields.amount_total_tax?.value),
        total: Number(fields.amount_total?.value),
      }).toEqual({ base, tax, total })
    })

    it('has its rows', () => {
      const rows = line_items.map((row) => [
        row.table_column_description?.value,
        Number(row.table_column_quantity?.value),
        Number((row.table_column_amount_total_base ?? row.table_column_amount_total)?.value),
      ])
      expect(rows).toEqual(wording.rows.map(([name, quantity, , amount]) => [name, Number(quantity), numberOf(amount)]))
    })
  },
)
