import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import { rowsOf, xlsxOf, type SheetXml } from './office-files.ts'

const read = async (sheets: readonly SheetXml[], workbook?: string) => {
  const { pages, notes = [] } = await readDocument(xlsxOf(sheets, workbook))
  return {
    lines: pages.flatMap((page) => page.lines.map((line) => line.text)),
    notes: notes.map(({ content }) => content),
  }
}

const WITHOUT_RESULTS = 'The workbook has formulas without results. Their cells are empty.'

/** Cells that the formulas below refer to. */
const DATA = [
  ['Paint', 3, 12.5, 'paid'],
  ['Brush', 2, 4, 'open'],
  ['Rope', 10, 0.1, 'paid'],
  ['7 boxes', null, '', 'x'],
] as const

/** Returns what a formula shows below the data, or null if the workbook is noted to be incomplete. */
async function show(formula: string, workbook?: string): Promise<string | null> {
  const { lines, notes } = await read([{ rows: rowsOf([...DATA, ['Result', formula]]) }], workbook)
  if (notes.includes(WITHOUT_RESULTS)) return null
  return /^Result ?(.*)$/.exec(lines.at(-1)!)![1]!
}

describe('a formula without a result', () => {
  it.each([
    ['=B1*C1', '37.50'],
    ['=SUM(B1:B3)', '15.00'],
    ['=SUM(B:B)-B5', null],
    ['=SUM(1:1)', '15.50'],
    ['=SUM($B$1:C$2,100)', '121.50'],
    ['=-2^2', '4.00'],
    ['=2+3*4-6/3', '12.00'],
    ['=10-3-2', '5.00'],
    ['=200*19%', '38.00'],
    ['=0.1+0.2', '0.30'],
    ['=ROUND(2.5,0)&"|"&ROUND(-2.5,0)&"|"&ROUND(1.005,2)', '3|-3|1.01'],
    ['=ROUNDUP(1.21,1)+ROUNDDOWN(1.29,1)', '2.50'],
    ['=ROUND(1234.5,-2)', '1,200.00'],
    ['=IF(A1="paint","yes","no")', 'yes'],
    ['=IF(B4="","",B4*C4)', ''],
    ['=IF(B1>2,IF(C1<>12.5,1,2),3)', '2.00'],
    ['=IFERROR(B1/0,"none")', 'none'],
    ['=IFERROR(VLOOKUP("Oil",A1:C3,2,FALSE),7)', '7.00'],
    ['=VLOOKUP("Brush",A1:C3,3,FALSE)', '4.00'],
    ['=INDEX(A1:C3,MATCH("Rope",A1:A3,0),2)', '10.00'],
    ['=SUMPRODUCT(B1:B3,C1:C3)', '46.50'],
    ['=SUMIF(D1:D3,"paid",B1:B3)', '13.00'],
    ['=SUMIF(B1:B3,">=3")', '13.00'],
    ['=SUMIFS(B1:B3,D1:D3,"paid",C1:C3,">1")', '3.00'],
    ['=COUNTIF(D1:D3,"<>paid")', '1.00'],
    ['=SUBTOTAL(9,B1:B3)', '15.00'],
    ['=MAX(B1:B3)-MIN(B1:B3)', '8.00'],
    ['=AVERAGE(B1:B3)', '5.00'],
    ['=MOD(-7,3)', '2.00'],
    ['="No. "&LEFT("INV-17",3)&" "&RIGHT("0042",2)', 'No. INV 42'],
    ['=TEXT(DATE(2026,1,31),"yyyy-mm-dd")', '2026-01-31'],
    ['=TEXT(EDATE(DATE(2026,1,31),1),"d.m.yyyy")', '28.2.2026'],
    ['=TEXT(EOMONTH(DATE(2024,2,3),0),"d mmm")', '29 Feb'],
    ['=MONTH(DATE(2026,14,1))', '2.00'],
    ['=Sheet1!B1+B2', '5.00'],
  ])('%s shows %j', async (formula, expected) => {
    expect(await show(formula)).toBe(expected)
  })

  it.each([
    ['an unknown function', '=WEBSERVICE("http://localhost/")'],
    ['a function of the current day', '=TODAY()'],
    ['a property of all objects', '=CONSTRUCTOR(1)'],
    ['a function without its end', '=SUM(B1'],
    ['another workbook', "='[1]Prices'!A1"],
    ['a sheet that does not exist', '=Prices!A1'],
    ['a name that does not exist', '=Price*2'],
    ['arithmetic with ranges', '=SUM(B1:B3*C1:C3)'],
    ['a pattern', '=COUNTIF(A1:A3,"*a*")'],
    ['itself', '=B5+1'],
    ['a range with itself', '=SUM(B1:B9)'],
    ['a text that doubles', `=${'REPT("x",99)'}`],
    ['many levels', `=${'('.repeat(60)}1${')'.repeat(60)}`],
    ['many letters', `=1${'+1'.repeat(2000)}`],
  ])('of %s is left empty, with a note', async (_, formula) => {
    expect(await show(formula)).toBeNull()
  })

  it('of an error is empty', async () => {
    expect(await show('=B1/0')).toBe('')
    expect(await show('=A4*2')).toBe('')
  })

  it('uses defined names', async () => {
    const names = (ref: string) => `<definedNames><definedName name="Price">${ref}</definedName></definedNames>`
    expect(await show('=Price*2', names('Sheet1!$C$1'))).toBe('25.00')
    expect(await show('=SUM(Price)', names('Sheet1!$C$1:$C$2'))).toBe('16.50')
    expect(await show('=Price', names('Price+1'))).toBeNull()
  })

  it('uses other sheets, also hidden ones', async () => {
    const { lines, notes } = await read([
      { rows: rowsOf([['Total', "='Price list'!B1*2"]]) },
      { name: 'Price list', state: 'hidden', rows: rowsOf([['Paint', '=10/4']]) },
    ])
    expect(lines).toEqual(['Total 5.00'])
    expect(notes).toEqual([expect.stringContaining('hidden sheets')])
  })

  it('is computed although it refers to a long chain of others, in any order', async () => {
    const down = [[1], ...Array.from({ length: 400 }, (_, row) => [`=A${row + 1}+1`])]
    expect((await read([{ rows: rowsOf(down) }])).lines.at(-1)).toBe('401.00')
    const up = [...Array.from({ length: 400 }, (_, row) => [`=A${row + 2}+1`]), [1]]
    const { lines, notes } = await read([{ rows: rowsOf(up) }])
    expect(lines[0]).toBe('401.00')
    expect(notes).toEqual([])
  })

  it('is computed if the workbook says that results are to be computed, and the stored one is zero', async () => {
    const rows =
      '<row r="1"><c r="A1" s="1"><v>4</v></c><c r="B1" s="1"><f>A1*2</f><v>0</v></c><c r="C1" s="1"><f>A1*3</f><v>11</v></c></row>'
    expect((await read([{ rows }], '<calcPr fullCalcOnLoad="1"/>')).lines).toEqual(['4.00 8.00 11.00'])
    expect((await read([{ rows }])).lines).toEqual(['4.00 0.00 11.00'])
  })

  it('blocks automation if it cannot be computed', async () => {
    const { notes } = await readDocument(xlsxOf([{ rows: rowsOf([['Total', '=NOW()']]) }]))
    expect(notes).toEqual([{ type: 'warning', content: WITHOUT_RESULTS, blocks: true }])
  })
})

describe('formulas that attack', () => {
  it('by huge ranges are given up', async () => {
    const rows = Array.from({ length: 1500 }, (_, row) => [row, '=SUM(A1:A1400)+SUM($A$1:$A$1400)'])
    const { lines, notes } = await read([{ rows: rowsOf(rows) }])
    const computed = lines.filter((line) => line.endsWith(' 1,958,600.00'))
    expect(computed.length).toBeGreaterThan(330)
    expect(computed.length).toBeLessThan(360)
    expect(notes).toEqual([WITHOUT_RESULTS])
  })

  it('by doubling a text are given up', async () => {
    const rows = [['x'], ...Array.from({ length: 60 }, (_, row) => [`=A${row + 1}&A${row + 1}`])]
    const { notes } = await read([{ rows: rowsOf(rows) }])
    expect(notes).toEqual([WITHOUT_RESULTS])
  })

  it('by circles are given up', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => [`=A${((row + 1) % 300) + 1}+A${((row + 7) % 300) + 1}`])
    const { lines, notes } = await read([{ rows: rowsOf([...rows, ['end']]) }])
    expect(lines).toEqual(['end'])
    expect(notes).toEqual([WITHOUT_RESULTS])
  })
})

describe('what a workbook hides', () => {
  const rows = [
    ['Paint', 3, 12.5],
    ['Secret', 1, 999],
    ['Sum', null, 37.5],
  ]

  it('in rows is left out, and noted', async () => {
    for (const attribute of ['hidden="1"', 'ht="0" customHeight="1"']) {
      const { lines, notes } = await read([{ rows: rowsOf(rows, { 1: attribute }) }])
      expect(lines).toEqual(['Paint 3.00 12.50', 'Sum 37.50'])
      expect(notes).toEqual(['The workbook has hidden rows. Their values were left out.'])
    }
  })

  it('in columns is left out, and noted', async () => {
    for (const attribute of ['width="9" hidden="1"', 'width="0" customWidth="1"']) {
      const { lines, notes } = await read([{ cols: `<col min="3" max="3" ${attribute}/>`, rows: rowsOf(rows) }])
      expect(lines).toEqual(['Paint 3.00', 'Secret 1.00', 'Sum'])
      expect(notes).toEqual(['The workbook has hidden columns. Their values were left out.'])
    }
  })

  it('in sheets is left out, and noted', async () => {
    for (const state of ['hidden', 'veryHidden'] as const) {
      const { lines, notes } = await read([{ rows: rowsOf([['Here']]) }, { state, rows: rowsOf([['INV-2041']]) }])
      expect(lines).toEqual(['Here'])
      expect(notes).toEqual(['The workbook has hidden sheets. Their values were left out.'])
    }
  })

  it('is not noted if it holds no values', async () => {
    const list = [['Paint', 3], ['colour', 'red'], ['end']]
    const { lines, notes } = await read([
      { cols: '<col min="4" max="16384" hidden="1"/>', rows: rowsOf(list, { 1: 'hidden="1"', 9: 'hidden="1"' }) },
      { state: 'hidden', rows: rowsOf([['yes'], ['no']]) },
    ])
    expect(lines).toEqual(['Paint 3.00', 'end'])
    expect(notes).toEqual([])
  })
})
