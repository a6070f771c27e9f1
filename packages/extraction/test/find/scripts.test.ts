import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import { analyse } from '../../src/find/analyse.ts'
import { hasLegalForm } from '../../src/find/legal-forms.ts'
import { looksLikeAddress } from '../../src/find/postal.ts'
import { pageOf, type Placed, rowsOf, valuesOf } from '../pages.ts'

/** Returns the classes of the label with this text. */
const classesOf = (text: string, line: string): string[] | undefined => {
  const label = analyse(pageOf([[60, 60, line]])).labels.find((one) => one.text === text)
  return label && [...label.classes]
}

describe('labels in scripts without spaces', () => {
  it.each([
    ['請求書番号', '請求書番号:INV-1', 'invoice_no'],
    ['請求書番号', '請求書番号：ＩＮＶ－１', 'invoice_no'],
    ['請求書No', '請求書No.12345', 'invoice_no'],
    ['合計', '【合計】', 'total'],
    ['合計', '合計12,340円', 'total'],
    ['合　計', '合　計', 'total'],
    ['お支払期限', 'お支払期限2026年3月31日', 'due_date'],
    ['合计', '合计：¥12,340.00', 'total'],
    ['发票号码', '发票号码:25117000000012345678', 'invoice_no'],
    ['統一編號', '統一編號:12345675', 'vat_id'],
    ['공급가액', '공급가액 10,000', 'base'],
    ['합계', '합 계 11,000원', 'total'],
    ['사업자등록번호', '사업자등록번호:123-45-67891', 'vat_id'],
  ])('finds %s in %s', (text, line, name) => {
    expect(classesOf(text, line)).toContain(name)
  })

  it('takes the longest phrase at each place', () => {
    expect(classesOf('税抜合計', '税抜合計 10,000円')).toEqual(['base'])
    expect(classesOf('合計', '税抜合計 10,000円')).toBeUndefined()
  })

  it('joins the letters of spread labels, and no others', () => {
    const spread: Placed[] = [
      [60, 60, '合'],
      [100, 60, '計'],
      [200, 60, '12,340円'],
    ]
    expect(analyse(pageOf(spread)).labels.map(({ text }) => text)).toEqual(['合計'])
    const names: Placed[] = [
      [60, 60, '林'],
      [100, 60, '森'],
    ]
    expect(analyse(pageOf(names)).layout.segments.map(({ text }) => text)).toEqual(['林', '森'])
  })

  it('make figures words of their own, and leave numbers of houses where they are', () => {
    const wordsOf = (text: string) =>
      analyse(pageOf([[60, 60, text]])).layout.segments.flatMap(({ words }) => words.map((word) => word.text))
    expect(wordsOf('合計(税込)12,340円')).toEqual(['合計(税込)', '12,340円'])
    expect(wordsOf('発行日2026年3月12日')).toEqual(['発行日', '2026年3月12日'])
    expect(wordsOf('渋谷区神宮前1-2-3')).toEqual(['渋谷区神宮前1-2-3'])
    expect(wordsOf('世纪大道100号')).toEqual(['世纪大道100号'])
    expect(wordsOf('令和8年3月12日')).toEqual(['令和8年3月12日'])
    expect(wordsOf('合計')).toEqual(['合計'])
  })

  it.each([
    ['jpn', '請求書をお送りします。'],
    ['kor', '세금계산서 공급가액'],
    ['zho', '发票号码 开票日期 价税合计'],
    ['zho', '發票號碼 統一編號 銷售額合計'],
    ['jpn', '請求書番号 登録番号 合計金額 振込先'],
  ])('tell the language %s', (language, line) => {
    expect(analyse(pageOf([[60, 60, line]])).language).toBe(language)
  })
})

describe('honorifics', () => {
  it.each([
    [[[60, 60, '株式会社青葉商事 御中']]],
    [
      [
        [60, 60, '株式会社青葉商事'],
        [300, 60, '御中'],
      ],
    ],
    [[[60, 60, '山田太郎様']]],
    [[[60, 60, '주식회사 한빛상사 귀하']]],
  ] as [Placed[]][])('are a label of the recipient in front of the name in %j', (pieces) => {
    const { labels, layout } = analyse(pageOf(pieces))
    const label = labels.find(({ classes }) => classes.has('bill_to'))
    expect([label?.segment, label?.start, label?.end]).toEqual([layout.segments[0], 0, 0])
  })

  it('are no parts of other words', () => {
    expect(analyse(pageOf([[60, 60, '製品仕様']])).labels.some(({ classes }) => classes.has('bill_to'))).toBe(false)
  })
})

describe('names and addresses of East Asia', () => {
  it.each([
    ['株式会社青葉商事 御中', '株式会社青葉商事'],
    ['㈱青葉商事', '(株)青葉商事'],
    ['주식회사 한빛상사 귀하', '주식회사 한빛상사'],
    ['(주)한빛상사', '(주)한빛상사'],
    ['青岛海风贸易有限公司', '青岛海风贸易有限公司'],
    ['PT Sinar Jaya Abadi', 'PT Sinar Jaya Abadi'],
    ['Công ty TNHH Ánh Dương', 'Công ty TNHH Ánh Dương'],
  ])('reads the name in %s', (line, name) => {
    expect(valuesOf('name', line)).toContain(name)
    expect(hasLegalForm(name)).toBe(true)
  })

  it.each([
    '〒150-0001',
    '東京都渋谷区神宮前1-2-3',
    '上海市浦东新区世纪大道100号',
    '臺北市信義區松仁路7號',
    '서울특별시 강남구 테헤란로 152',
    'Jl. Merdeka No. 17, Bandung',
    'Số 12 đường Láng, quận Đống Đa',
  ])('reads %s as an address', (line) => {
    expect(looksLikeAddress(line)).toBe(true)
  })
})

/** A small invoice of Japan, with the labels as words of their own or glued to the values. */
const JAPANESE: readonly Placed[] = [
  [500, 60, '請求書', 32],
  [80, 140, '株式会社青葉商事 御中'],
  [800, 140, '請求書番号：ＩＮＶ－２０４１７'],
  [800, 170, '発行日：令和8年3月12日'],
  [800, 200, 'お支払期限：2026年4月30日'],
  [800, 260, '山田印刷株式会社'],
  [800, 290, '〒150-0001 東京都渋谷区神宮前1-2-3'],
  [800, 320, '登録番号：T1234567890123'],
  [80, 460, '品名'],
  [700, 460, '数量'],
  [860, 460, '単価'],
  [1060, 460, '金額'],
  [80, 490, 'コピー用紙'],
  [720, 490, '10'],
  [860, 490, '1,250'],
  [1060, 490, '12,500'],
  [80, 520, 'トナー'],
  [728, 520, '2'],
  [860, 520, '3,750'],
  [1060, 520, '7,500'],
  [820, 600, '小計'],
  [1060, 600, '20,000'],
  [820, 630, '消費税(10%)'],
  [1060, 630, '2,000'],
  [820, 660, '合計'],
  [1060, 660, '￥22,000-'],
]

describe('a Japanese invoice', () => {
  const extraction = extractDocument(pageOf(JAPANESE))

  it('has its header fields', () => {
    const { fields } = extraction
    expect(
      Object.fromEntries(
        (
          ['document_id', 'date_issue', 'date_due', 'amount_total', 'amount_total_tax', 'amount_total_base'] as const
        ).map((field) => [field, fields[field]?.value]),
      ),
    ).toEqual({
      document_id: 'INV-20417',
      date_issue: '2026-03-12',
      date_due: '2026-04-30',
      amount_total: '22000',
      amount_total_tax: '2000',
      amount_total_base: '20000',
    })
    expect(fields.currency?.value).toBe('JPY')
    expect([fields.sender_name?.value, fields.recipient_name?.value]).toEqual(['山田印刷株式会社', '株式会社青葉商事'])
    expect(fields.language?.value).toBe('jpn')
  })

  it('has its rows', () => {
    expect(rowsOf(extraction)).toEqual([
      ['コピー用紙', '10', 12_500],
      ['トナー', '2', 7500],
    ])
  })
})
