import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import { analyse } from '../../src/find/analyse.ts'
import { readLetters, turnLine } from '../../src/normalise/direction.ts'
import { groupLines } from '../../src/read/lines.ts'
import type { Word } from '../../src/types.ts'
import { pageOf, type Placed, rowsOf } from '../pages.ts'

/** Places words from right to left, the first one at `right`; numbers and Latin words are given as they look. */
const leftward = (right: number, y: number, ...texts: string[]): Placed[] => {
  let edge = right
  return texts.map((text): Placed => {
    const left = edge - text.length * 8
    edge = left - 8
    return [left, y, text]
  })
}

const lettersOf = (text: string, toTheRight: boolean) => {
  const letters = [...text].map((letter, i) => ({
    text: letter,
    left: toTheRight ? i * 10 : -i * 10,
    right: (toTheRight ? i * 10 : -i * 10) + 9,
  }))
  return letters
}

describe('readLetters', () => {
  it('reads words of text layers in the order of their letters, and in that of the page', () => {
    const inOrder = lettersOf('חשבונית', false)
    expect(readLetters(inOrder)).toBe('חשבונית')
    expect(readLetters([...inOrder].reverse())).toBe('חשבונית')
    expect(readLetters(lettersOf('رقم', false))).toBe('رقم')
  })

  it('keeps the order of numbers and Latin letters inside', () => {
    // As it looks, from left to right.
    expect(readLetters(lettersOf('INV-123:םקר', true))).toBe('רקם:INV-123')
    expect(readLetters(lettersOf('1,234.50:מ', true))).toBe('מ:1,234.50')
    expect(readLetters(lettersOf('12/03/2026', true))).toBe('12/03/2026')
  })
})

const words = (pieces: readonly Placed[]): Word[] => pageOf(pieces).pages[0]!.words

describe('groupLines', () => {
  it('orders the words of Hebrew and Arabic lines from right to left', () => {
    const line = leftward(1000, 60, 'מספר', 'חשבונית', ':', 'INV-12')
    expect(groupLines(words(line)).map(({ text }) => text)).toEqual(['מספר חשבונית : INV-12'])
  })

  it('keeps stretches of Latin words and numbers in their own order', () => {
    const right: Placed[] = leftward(1000, 60, 'רקם', 'שלום')
    const latin: Placed = [600, 60, 'DE89 3704 0044']
    const left = leftward(590, 60, 'בנק')
    expect(groupLines(words([...right, latin, ...left])).map(({ text }) => text)).toEqual([
      'רקם שלום DE89 3704 0044 בנק',
    ])
  })

  it('keeps Arabic words in their order on a page of another language', () => {
    const pieces: Placed[] = [
      [60, 60, 'Invoice number of the seller'],
      [500, 60, 'INV-12'],
      ...leftward(1000, 60, 'رقم', 'الفاتورة'),
    ]
    expect(groupLines(words(pieces)).map(({ text }) => text)).toEqual([
      'Invoice number of the seller INV-12 رقم الفاتورة',
    ])
  })
})

describe('a page of an office file', () => {
  it('has the words in the order of the file', () => {
    const pieces: Placed[] = [[60, 60, 'מספר חשבונית: INV-12']]
    expect(groupLines(words(pieces), true).map(({ text }) => text)).toEqual(['מספר חשבונית: INV-12'])
    const page = { ...pageOf(pieces, 'office').pages[0]!, lines: groupLines(words(pieces), true) }
    const { layout } = analyse({ ...pageOf(pieces, 'office'), pages: [page] })
    expect(layout.segments.map(({ text }) => text)).toEqual(['מספר חשבונית: INV-12'])
  })
})

describe('turnLine', () => {
  it('mirrors a line, and moves stretches of the other direction as they are', () => {
    const line = words(leftward(1000, 60, 'סכום', '100')).sort((a, b) => a.box[0] - b.box[0])
    const turned = turnLine(line, 'rtl', 0, 1000)
    expect(turned.map(({ word, left, isMirrored }) => [word.text, left, isMirrored])).toEqual([
      ['סכום', 0, true],
      ['100', 40, false],
    ])
  })
})

/** A small invoice in Arabic: labels on the right of their values, the description in the first column from the right. */
const ARABIC: readonly Placed[] = [
  ...leftward(700, 60, 'فاتورة', 'ضريبية'),
  ...leftward(1180, 140, 'شركة', 'النور', 'للتجارة', 'المحدودة'),
  ...leftward(1180, 240, 'رقم', 'الفاتورة:'),
  ...leftward(960, 240, 'INV-20417'),
  ...leftward(1180, 270, 'تاريخ', 'الفاتورة:'),
  ...leftward(960, 270, '٢٠٢٦/٠٣/١٢'),
  ...leftward(1180, 300, 'تاريخ', 'الاستحقاق:'),
  ...leftward(960, 300, '١١/٠٤/٢٠٢٦'),
  ...leftward(1180, 460, 'الوصف'),
  ...leftward(560, 460, 'الكمية'),
  ...leftward(400, 460, 'سعر', 'الوحدة'),
  ...leftward(180, 460, 'المبلغ'),
  ...leftward(1180, 490, 'ورق', 'طباعة'),
  ...leftward(540, 490, '١٠'),
  ...leftward(380, 490, '١٢٫٥٠'),
  ...leftward(180, 490, '١٢٥٫٠٠'),
  ...leftward(1180, 520, 'حبر'),
  ...leftward(540, 520, '٢'),
  ...leftward(380, 520, '٣٧٫٥٠'),
  ...leftward(180, 520, '٧٥٫٠٠'),
  ...leftward(420, 600, 'الإجمالي', 'قبل', 'الضريبة'),
  ...leftward(180, 600, '٢٠٠٫٠٠'),
  ...leftward(420, 630, 'ضريبة', 'القيمة', 'المضافة'),
  ...leftward(180, 630, '٣٠٫٠٠'),
  ...leftward(420, 660, 'المبلغ', 'الإجمالي'),
  ...leftward(180, 660, '٢٣٠٫٠٠'),
]

describe('an invoice in Arabic', () => {
  const extraction = extractDocument(pageOf(ARABIC))

  it('has the values behind its labels', () => {
    const { fields } = extraction
    expect({
      document_id: fields.document_id?.value,
      date_issue: fields.date_issue?.value,
      date_due: fields.date_due?.value,
      amount_total: fields.amount_total?.value,
      amount_total_tax: fields.amount_total_tax?.value,
      amount_total_base: fields.amount_total_base?.value,
      language: fields.language?.value,
    }).toEqual({
      document_id: 'INV-20417',
      date_issue: '2026-03-12',
      date_due: '2026-04-11',
      amount_total: '230.00',
      amount_total_tax: '30.00',
      amount_total_base: '200.00',
      language: 'ara',
    })
  })

  it('has their positions on the page as it is printed', () => {
    const { document_id: number, amount_total: total } = extraction.fields
    expect(number?.position).toEqual([888, 240, 960, 256])
    expect(total?.position[0]).toBe(132)
    expect(total?.position[2]).toBe(180)
  })

  it('has its rows', () => {
    expect(rowsOf(extraction)).toEqual([
      ['ورق طباعة', '10', 125],
      ['حبر', '2', 75],
    ])
    const description = extraction.line_items[0]?.table_column_description
    expect(description?.position[2]).toBe(1180)
  })
})

describe('a page with labels in Hebrew', () => {
  it('is read from the right, even if most of its words are names of goods in English', () => {
    const { layout } = analyse(
      pageOf([
        ...leftward(1180, 60, 'מספר', 'חשבונית:'),
        ...leftward(960, 60, 'INV-20417'),
        ...leftward(1180, 100, 'סה"כ', 'לתשלום'),
        ...leftward(960, 100, '117.00'),
        [600, 140, 'Wireless desk lamp with dimmer and spare bulb'],
        [600, 170, 'Oak bookshelf large'],
      ]),
    )
    expect(layout.segments.map(({ text }) => text)).toEqual([
      'מספר חשבונית:',
      'INV-20417',
      'סה"כ לתשלום',
      '117.00',
      'Wireless desk lamp with dimmer and spare bulb',
      'Oak bookshelf large',
    ])
  })
})

describe('labels in Hebrew and Arabic', () => {
  it.each([
    ['invoice_no', ['מספר', 'חשבונית:', 'INV-12']],
    ['invoice_no', ['חשבונית', 'מס', "מס'", '1234']],
    ['total', ['סה"כ', 'לתשלום', '117.00']],
    ['tax', ['מע"מ', '17.00']],
    ['vat_id', ['ע.מ.', '515555555']],
    ['due_date', ['לתשלום', 'עד', '31/03/2026']],
    ['invoice_no', ['رقم', 'الفاتورة', '12']],
    ['total', ['الإجمالي', 'شامل', 'الضريبة', '115.00']],
    ['total', ['الاجمالى', 'شامل', 'الضريبه', '115.00']],
    ['vat_id', ['الرقم', 'الضريبي:', '300000000000003']],
    ['due_date', ['تاريخ', 'الإستحقاق', '12/03/2026']],
  ])('of the class %s are found in %j', (name, texts) => {
    const { labels } = analyse(pageOf(leftward(1000, 60, ...texts)))
    expect(labels.some(({ classes }) => classes.has(name as 'total'))).toBe(true)
  })

  it.each([
    [['١٢', 'مارس', '٢٠٢٦'], '2026-03-12'],
    [['١٢', 'آذار', '٢٠٢٦'], '2026-03-12'],
    [['١٢', 'كانون', 'الثاني', '٢٠٢٦'], '2026-01-12'],
    [['١٢', 'آب', '٢٠٢٦'], '2026-08-12'],
    [['12', 'במרץ', '2026'], '2026-03-12'],
    [['١٥/٠٩/١٤٤٧', 'هـ'], '2026-03-04'],
  ])('with months are read in %j', (texts, iso) => {
    const { candidates } = analyse(pageOf(leftward(1000, 60, ...texts)))
    expect(candidates.date.map(({ value }) => value)).toEqual([iso])
  })
})
