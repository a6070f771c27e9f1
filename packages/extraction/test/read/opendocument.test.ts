import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import { sniff } from '../../src/sniff.ts'
import { odsCell as cell, odsOf, odtOf, zipOf } from './office-files.ts'

const read = async (bytes: Uint8Array) => {
  const { pages, notes = [] } = await readDocument(bytes)
  return {
    pages,
    lines: pages.map((page) => page.lines.map((line) => line.text)),
    notes: notes.map(({ content }) => content),
  }
}
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`
const table = (rows: string, attributes = '') => `<table:table ${attributes}>${rows}</table:table>`
const p = (text: string, style = '') => `<text:p text:style-name="${style}">${text}</text:p>`
const paragraphStyle = (name: string, content: string) =>
  `<style:style style:name="${name}" style:family="paragraph">${content}</style:style>`
const textStyle = (name: string, content: string) =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${content}/></style:style>`

describe('ODS', () => {
  it('is read as displayed, each sheet on a page', async () => {
    const bytes = odsOf({
      body:
        table(
          row(cell('Invoice') + cell('') + cell('INV-7')) +
            row(cell('', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048000"') +
            row(cell('Paint') + cell('2', 'office:value-type="float" office:value="2"') + cell('1.234,50 €')) +
            row(cell('Sum') + cell('') + cell('', 'office:value-type="float" office:value="2469"')),
        ) + table(row(cell('second'))),
    })
    expect(sniff(bytes)).toBe('ods')
    const { lines, notes } = await read(bytes)
    expect(lines).toEqual([['Invoice INV-7', 'Paint 2 1.234,50 €', 'Sum 2469'], ['second']])
    expect(notes).toEqual([])
    expect((await readDocument(bytes)).reader).toBe('opendocument')
  })

  it('keeps its columns', async () => {
    const bytes = odsOf({
      body: table(
        row(cell('Item', 'table:number-columns-spanned="2"') + '<table:covered-table-cell/>' + cell('Price')) +
          row(cell('Blue') + cell('paint') + cell('10.00')) +
          row(cell('', 'table:number-columns-repeated="2"') + cell('12.00')),
      ),
    })
    const { pages } = await read(bytes)
    const right = (text: string) => pages[0]!.words.find((word) => word.text === text)!.box[2]
    expect(right('10.00')).toBeCloseTo(right('12.00'))
    expect(pages[0]!.lines.map(({ text }) => text)).toEqual(['Item Price', 'Blue paint 10.00', '12.00'])
  })

  it('leaves out what is hidden, and notes values in it', async () => {
    const styles =
      '<style:style style:name="off" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const body =
      table(
        '<table:table-column/><table:table-column table:visibility="collapse"/>' +
          row(cell('Paint') + cell('99.50') + cell('10.00')) +
          row(cell('Secret') + cell('') + cell('999'), 'table:visibility="filter"'),
      ) + table(row(cell('INV-2041')), 'table:style-name="off"')
    const { lines, notes } = await read(odsOf({ body, styles }))
    expect(lines).toEqual([['Paint 10.00']])
    expect(notes).toEqual(
      ['rows', 'columns', 'sheets'].map((what) => `The workbook has hidden ${what}. Their values were left out.`),
    )
  })

  it('leaves out comments, and help for input', async () => {
    const body =
      '<table:content-validations><table:content-validation><table:help-message><text:p>Help</text:p></table:help-message></table:content-validation></table:content-validations>' +
      table(
        row(
          '<table:table-cell><office:annotation><text:p>Comment</text:p></office:annotation><text:p>Cell</text:p></table:table-cell>',
        ),
      )
    expect((await read(odsOf({ body }))).lines).toEqual([['Cell']])
  })

  it('notes formulas without results', async () => {
    const { lines, notes } = await read(odsOf({ body: table(row(cell('Sum') + cell('', 'table:formula="of:=1+1"'))) }))
    expect(lines).toEqual([['Sum']])
    expect(notes).toEqual(['The workbook has formulas without results. Their cells are empty.'])
  })
})

describe('ODT', () => {
  it('is read with header, tables, tab stops and footer, from top to bottom', async () => {
    const common = `<office:master-styles><style:master-page><style:header>${p('Šroubárna &amp; Söhne')}</style:header><style:header-left>${p('Šroubárna &amp; Söhne')}</style:header-left><style:footer>${p('IBAN DE89')}</style:footer></style:master-page></office:master-styles>`
    const styles =
      paragraphStyle('title', '<style:text-properties fo:font-weight="bold" fo:font-size="20pt"/>') +
      paragraphStyle('right', '<style:paragraph-properties fo:text-align="end"/>') +
      paragraphStyle(
        'tabs',
        '<style:paragraph-properties><style:tab-stops><style:tab-stop style:position="15cm" style:type="right"/></style:tab-stops></style:paragraph-properties>',
      )
    const body =
      `<text:h text:style-name="title">Invoice INV-1</text:h>${p('Date 2024-01-02', 'right')}` +
      table(row(cell('Item') + cell('Price')) + row(cell('Blue   \n paint') + cell('10.00'))) +
      p('Total<text:tab/>1,254.00<text:s text:c="2"/>EUR<text:line-break/>Thank you', 'tabs')
    const bytes = odtOf({ body, styles, common })
    expect(sniff(bytes)).toBe('odt')
    const { lines, pages } = await read(bytes)
    expect(lines).toEqual([
      [
        'Šroubárna & Söhne',
        'Invoice INV-1',
        'Date 2024-01-02',
        'Item Price',
        'Blue paint 10.00',
        'Total 1,254.00 EUR',
        'Thank you',
        'IBAN DE89',
      ],
    ])
    const word = (text: string) => pages[0]!.words.find((one) => one.text === text)!
    expect(word('INV-1')).toMatchObject({ bold: true })
    expect(word('INV-1').size).toBeGreaterThan(word('Total').size)
    expect(word('2024-01-02').box[2]).toBeGreaterThan(1100)
    expect(word('EUR').box[2]).toBeCloseTo(90 + (15 / 2.54) * 150, 0)
  })

  it('reads text boxes, sections and lists, and starts new pages', async () => {
    const body =
      p('Before<draw:frame><draw:text-box><text:p>Boxed</text:p></draw:text-box></draw:frame>') +
      `<text:section>${p('In a section')}</text:section><text:list><text:list-item>${p('In a list')}</text:list-item></text:list>` +
      p('Next', 'new')
    const styles = paragraphStyle('new', '<style:paragraph-properties fo:break-before="page"/>')
    expect((await read(odtOf({ body, styles }))).lines).toEqual([
      ['Before', 'Boxed', 'In a section', 'In a list'],
      ['Next'],
    ])
  })

  it('leaves out deleted text, comments and hidden text, which is no value', async () => {
    const styles = textStyle('off', 'text:display="none"') + textStyle('child', 'fo:font-weight="bold"')
    const body =
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>Old 11.00</text:p></text:deletion></text:changed-region></text:tracked-changes>' +
      p(
        'New<office:annotation><text:p>Why?</text:p></office:annotation><text:span text:style-name="off"> 99.50</text:span>',
      ) +
      `<text:section text:display="none">${p('IBAN DE89370400440532013000')}</text:section>`
    const document = await readDocument(odtOf({ body, styles }))
    expect(document.pages.map((page) => page.lines.map((line) => line.text))).toEqual([['New']])
    expect(document.pages[0]!.hidden!.map(({ text }) => text)).toEqual(['99.50', 'IBAN', 'DE89370400440532013000'])
  })

  it('is read if its archive was written by another program', async () => {
    const content =
      '<office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text><text:p>Here</text:p></office:text></office:body></office:document-content>'
    const bytes = zipOf({
      'META-INF/manifest.xml': '<m/>',
      'content.xml': content,
      mimetype: 'application/vnd.oasis.opendocument.text',
    })
    expect((await read(bytes)).lines).toEqual([['Here']])
  })

  it('with a password is refused', async () => {
    const manifest = '<manifest:file-entry><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry>'
    await expect(readDocument(odtOf({ body: '', manifest }))).rejects.toMatchObject({
      code: 'encrypted',
      message: 'The OpenDocument file is protected with a password. Save it without the password and send that file.',
    })
  })

  it('that is no document is reported as damaged', async () => {
    const fails = {
      name: 'ReadError',
      code: 'damaged',
      message: 'The OpenDocument file is damaged and cannot be read.',
    }
    for (const body of ['<text:p>open', '&laugh;'])
      await expect(readDocument(odtOf({ body }))).rejects.toMatchObject(fails)
    const empty = zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'META-INF/manifest.xml': '<m/>' })
    await expect(readDocument(empty)).rejects.toMatchObject(fails)
  })
})

describe('OpenDocument files that attack', () => {
  it('by cells that are repeated are bounded', async () => {
    const long = 'word '.repeat(900)
    const bytes = odsOf({
      body: table(
        row(cell(long, 'table:number-columns-repeated="999999"'), 'table:number-rows-repeated="999999999"'),
      ).repeat(3),
    })
    const { pages } = await read(bytes)
    expect(pages.length).toBeLessThanOrEqual(32)
  })

  it('by styles that inherit from each other are read', async () => {
    const styles =
      '<style:style style:name="a" style:family="paragraph" style:parent-style-name="b"/><style:style style:name="b" style:family="paragraph" style:parent-style-name="a"/>'
    expect((await read(odtOf({ body: p('Here', 'a'), styles }))).lines).toEqual([['Here']])
  })
})
