import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import { readDelimited } from '../../src/read/office/delimited.ts'
import { readHtmlText } from '../../src/read/office/html.ts'
import { sniff } from '../../src/sniff.ts'

const read = async (bytes: Uint8Array) => {
  const { pages } = await readDocument(bytes)
  return { page: pages[0]!, lines: pages.flatMap((page) => page.lines.map((line) => line.text)) }
}
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
/** The euro and a letter with a dot, as older programs of Windows write them. */
const windows = (text: string) =>
  Buffer.from(text.replaceAll('€', '\x80').replaceAll('ü', '\xfc').replaceAll('ß', '\xdf'), 'latin1')

describe('CSV', () => {
  const text = 'Müller & Söhne;;INV-7\r\nArtikel;Menge;Preis\r\nGröße 5;2;1.234,50 €\r\n'
  const lines = ['Müller & Söhne INV-7', 'Artikel Menge Preis', 'Größe 5 2 1.234,50 €']

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 of little end', utf16(text)],
    ['UTF-16 of big end', utf16(text, true)],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
  ])('in %s is read', async (_, bytes) => {
    expect(sniff(bytes)).toBe('csv')
    expect((await read(bytes)).lines).toEqual(lines)
  })

  it('in Windows-1252 is read', async () => {
    expect((await read(windows('Größe;Preis\nfür 5;2 €\n'))).lines).toEqual(['Größe Preis', 'für 5 2 €'])
  })

  it.each([',', ';', '\t', '|'])('with the separator %j is read in columns', async (separator) => {
    const rows = [
      ['Item', 'Quantity', 'Price'],
      ['Blue paint', '2', '10.00'],
      ['Brush', '11', '1234.00'],
    ]
    const { page, lines } = await read(Buffer.from(rows.map((row) => row.join(separator)).join('\n')))
    expect(lines).toEqual(rows.map((row) => row.join(' ')))
    const right = (text: string) => page.words.find((word) => word.text === text)!.box[2]
    expect(right('10.00')).toBeCloseTo(right('1234.00'))
  })

  it('may have quotation marks, with separators, lines and marks in them', async () => {
    const quoted = 'Item,Price\n"Paint, blue","1,234.00"\n"A ""small"" brush","2.00"\n"two\nlines",3.00\n5" nail,4.00\n'
    expect((await read(Buffer.from(quoted))).lines).toEqual([
      'Item Price',
      'Paint, blue 1,234.00',
      'A "small" brush 2.00',
      'two 3.00',
      'lines',
      '5" nail 4.00',
    ])
  })

  it('may name its separator, have lines of other lengths, and end with a line that is open', async () => {
    expect((await read(Buffer.from('sep=;\nNo.;7\n\nItem;Qty;Price\nPaint;2;10,00\n"open;3'))).lines).toEqual([
      'No. 7',
      'Item Qty Price',
      'Paint 2 10,00',
      '"open 3',
    ])
  })

  it.each([
    ['rows', 'a;1\n'.repeat(2000), 'b;2\n'],
    ['columns', `a;1\n${'x;'.repeat(99)}`, ';y'],
    ['letters of a cell', `a;1\nb;${'x'.repeat(1000)}`, 'y'],
    ['letters of a cell', `a;1\nb;"${'x'.repeat(999)}`, 'xxx"'],
  ])('of which only some %s are read needs a person', (what, start, more) => {
    const notes = (text: string) => readDelimited(Buffer.from(text)).notes ?? []
    expect(notes(`${start}\n;;\n`)).toEqual([])
    expect(notes(start + more)).toMatchObject([
      { content: expect.stringContaining(` ${what}`) as string, blocks: true },
    ])
  })

  it.each([
    ['a sentence', 'Dear Sir, thank you for your order, which we have received.\nWe will send it soon, as always.\n'],
    ['a list of words', 'paint\nbrush\nrope\n'],
    ['one line', 'a;b;c'],
    ['data', '{"a": 1,\n"b": 2,\n"c": 3}\n'],
    ['a program', 'int a = 1;\nint b = 2;\nreturn a;\n'],
    ['marks', '<a x="1">,\n<b>,\n'],
    ['bytes', '\0\x01;\x02\n\x03;\x04\n'],
  ])('is not %s', (_, other) => {
    expect(sniff(Buffer.from(other))).toBe('unknown')
  })
})

describe('CSV that attacks', () => {
  it('by one endless line is bounded', async () => {
    const bytes = Buffer.concat([Buffer.from('a;b\nc;d\ne;'), Buffer.alloc(30 * 2 ** 20, 'x')])
    expect((await read(bytes)).lines.slice(0, 2)).toEqual(['a b', 'c d'])
    const fields = Buffer.from(`a;b\nc;d\n${'x;'.repeat(2_000_000)}`)
    expect((await read(fields)).page.words.length).toBeLessThan(200)
  })

  it('by quotation marks that do not end is bounded', async () => {
    const { lines } = await read(Buffer.from(`a;b\nc;d\n${'"x;'.repeat(300_000)}`))
    expect(lines.slice(0, 2)).toEqual(['a b', 'c d'])
  })

  it('by a million lines is bounded', async () => {
    const { pages, pageCount } = await readDocument(Buffer.from('paint;1.00\n'.repeat(1_000_000)))
    expect(pages).toHaveLength(32)
    expect(pageCount).toBeLessThan(50)
  })
})

const rtf = (body: string) =>
  Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fcharset238 Arial CE;}}${body}}`,
    'latin1',
  )

describe('RTF', () => {
  it('is read with header, table, tab stops and footer', async () => {
    const bytes = rtf(
      String.raw`{\header\pard Harrow Supply\par}{\footer IBAN DE89\par}{\info{\title Left out}}` +
        String.raw`\pard\b\fs40 Invoice INV-1\b0\fs20\par\pard\qr Date 2024-01-02\par` +
        String.raw`\trowd\cellx3000\cellx6000\pard\intbl Item\cell Price\cell\row\trowd\pard\intbl Blue paint\cell 10.00\cell\row` +
        String.raw`\pard\tqr\tx9000 Total\tab 1,254.00 EUR\line Thank you\par`,
    )
    expect(sniff(bytes)).toBe('rtf')
    const { lines, page } = await read(bytes)
    expect(lines).toEqual([
      'Harrow Supply',
      'Invoice INV-1',
      'Date 2024-01-02',
      'Item Price',
      'Blue paint 10.00',
      'Total 1,254.00 EUR',
      'Thank you',
      'IBAN DE89',
    ])
    const word = (text: string) => page.words.find((one) => one.text === text)!
    expect(word('INV-1')).toMatchObject({ bold: true })
    expect(word('2024-01-02').box[2]).toBeGreaterThan(1100)
    expect(word('EUR').box[2]).toBeCloseTo(90 + (9000 * 150) / 1440, 0)
  })

  it.each([
    [String.raw`Gr\'f6\'dfe 5 \'80`, 'Größe 5 €'],
    [String.raw`Gr\u246?\u223\'dfe`, 'Größe'],
    [String.raw`{\uc2\u321??odz}\u-10179?\u-8704?`, 'Łodz😀'],
    [String.raw`{\f1 \'a3\'f3d\'9f}`, 'Łódź'],
    [String.raw`5\~kg {\i and} \{x\} \\ 3\endash 4`, '5 kg and {x} \\ 3–4'],
    [String.raw`{\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt here}}{\pict 0102}{\*\unknown gone}`, 'here'],
    ['a{\\bin5 }}}}}b', 'ab'],
    ['a\\constructor b\\toString c', 'abc'],
  ])('%s shows %j', async (body, text) => {
    expect((await read(rtf(`\\pard ${body}\\par`))).lines).toEqual([text])
  })

  it('leaves out hidden and deleted text, which is no value', async () => {
    const document = await readDocument(rtf(String.raw`\pard Here{\v 99.50}{\deleted old}\par\page Next\par`))
    expect(document.pages.map((page) => page.lines.map(({ text }) => text))).toEqual([['Here'], ['Next']])
    expect(document.pages[0]!.hidden!.map(({ text }) => text)).toEqual(['99.50', 'old'])
  })

  it('with groups within groups is read, or reported as damaged', async () => {
    expect((await read(rtf(`${'{'.repeat(5000)}inside${'}'.repeat(5000)}`))).lines).toEqual(['inside'])
    await expect(read(rtf('{'.repeat(5_000_000)))).rejects.toMatchObject({ name: 'ReadError', code: 'damaged' })
    expect((await read(rtf(`${'}'.repeat(1000)}after`))).lines).toEqual(['after'])
  })
})

const html = (body: string, head = '') =>
  Buffer.from(`<!DOCTYPE html>\n<html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`)

describe('HTML', () => {
  it('is read as lines and tables, which keep their columns', async () => {
    const bytes = html(
      '<h1>Invoice   INV-1</h1><p>Gr&ouml;&szlig;e &amp;\nmore<br>next&nbsp;line</p><ul><li>one<li>two</ul>' +
        '<table><tr><th>Item<th>Quantity<th>Price<tr><td>Blue paint<td>2<td>10.00<tr><td colspan=2>Sum<td>1,234.00</table>',
      '<title>Left out</title>',
    )
    expect(sniff(bytes)).toBe('html')
    const { lines, page } = await read(bytes)
    expect(lines).toEqual([
      'Invoice INV-1',
      'Größe & more',
      'next line',
      'one',
      'two',
      'Item Quantity Price',
      'Blue paint 2 10.00',
      'Sum 1,234.00',
    ])
    const right = (text: string) => page.words.find((word) => word.text === text)!.box[2]
    expect(right('10.00')).toBeCloseTo(right('1,234.00'))
  })

  it('reads tables that arrange others in their order, and cells over several rows', async () => {
    const bytes = html(
      '<table><tr><td>Top</td></tr><tr><td>Left</td><td><table><tr><td>No.</td><td>7</td></tr></table></td></tr><tr><td>Total</td><td>10.00</td></tr></table>' +
        '<table><tr><td rowspan=2>Both</td><td>1.00</td></tr><tr><td>2.00</td></tr><tr><td>Last</td><td>3.00</td></tr></table>',
    )
    const { lines, page } = await read(bytes)
    expect(lines).toEqual(['Top', 'Left', 'No. 7', 'Total 10.00', 'Both 1.00', '2.00', 'Last 3.00'])
    const right = (text: string) => page.words.find((word) => word.text === text)!.box[2]
    expect(right('2.00')).toBeCloseTo(right('1.00'))
  })

  it.each([
    ['an attribute', '<p hidden>99.50</p>'],
    ['a style', '<div style="color:red; Display : none !important"><b>99.50</b></div>'],
    ['a size', '<span style="font-size:0px">99.50</span>'],
    ['a rule for a class', '<p class="x gone">99.50</p>'],
    ['a rule for an id', '<p id="Off">99.50</p>'],
    ['a field', '<input type="hidden" value="1">'],
    ['a script', '<script>document.write("99.50")</script><noscript>99.50</noscript>'],
    ['a template', '<template><p>99.50</p></template><select><option>99.50</select>'],
  ])('leaves out what is hidden by %s', async (_, hidden) => {
    const style =
      '<style>/* .here{display:none} */ .a .b, .gone{color:red;display:none}#off{visibility:hidden} @media print{.here{display:none}}</style>'
    expect((await read(html(`<p class="here">Before</p>${hidden}<p>After</p>`, style))).lines).toEqual([
      'Before',
      'After',
    ])
  })

  it('gives hidden text to the check for values that no reader sees', async () => {
    const { page } = await read(html('<p>Here</p><p style="display:none">IBAN DE89370400440532013000</p>'))
    expect(page.hidden!.map(({ text }) => text)).toEqual(['IBAN', 'DE89370400440532013000'])
  })

  it.each([
    ['<td style="font-size:0px"><div style="font-size:13px">', 'a size of no pixels'],
    ['<td style="font:0/0 a"><p style="font:bold 12px/14px Arial">', 'a font of no size'],
    ['<td style="visibility:hidden"><p style="visibility:visible">', 'visibility'],
    ['<td style="color:transparent"><p style="color:#333">', 'a colour'],
    ['<td class=none><p class=some>', 'rules'],
    ['<td style="font-size:0"><font size=2>', 'the element font'],
    ['<td style="font-size:0;font-size:12px"><p>', 'a later declaration'],
    ['<td class=gone style="display:block"><p>', 'a style that precedes a rule'],
  ])('shows text in %s, whose own value replaces %s', async (start) => {
    const style = '<style>.none{font-size:0}.some{font-size:13px}.gone{display:none}</style>'
    const bytes = html(`<table><tr>${start}Invoice 4711 Total 119.00</table>`, style)
    expect((await read(bytes)).lines).toEqual(['Invoice 4711 Total 119.00'])
  })

  it.each([
    '<td style="font-size:0"><p style="font-size:2em">',
    '<td style="font-size:12px;font-size:0 !important;font-size:12px"><p>',
    '<td style="opacity:0"><p style="opacity:1">',
    '<td style="display:none"><p style="display:block">',
    '<td class=gone style="display:block"><p>',
  ])('leaves out text in %s', async (start) => {
    const style = '<style>.gone{display:none !important}</style>'
    const { page, lines } = await read(html(`<p>Here</p><table><tr>${start}99.50</table>`, style))
    expect([lines, page.hidden!.map(({ text }) => text)]).toEqual([['Here'], ['99.50']])
  })

  const row = '<tr><td>a<td>b'
  it.each([
    ['elements', '<i>'.repeat(500), '<i>99.50', '500 elements within each other'],
    ['letters', 'x '.repeat(499_990), 'y'.repeat(50), 'first 1,000,000 letters were'],
    ['rows', `<table>${row.repeat(1999)}`, row.repeat(2), 'first 2,000 rows'],
    ['columns', `<table><tr>${'<td>x'.repeat(99)}`, '<td>y<td>z', 'first 100 columns'],
    ['letters of a cell', `<table><tr><td>${'x'.repeat(999)}`, 'yy', 'first 1,000 letters of a cell'],
  ])('of which only some %s are read needs a person', (_, start, more, note) => {
    const notes = (text: string) => readHtmlText(`<p>Before</p>${text}`).notes ?? []
    expect(notes(start)).toEqual([])
    expect(notes(start + more)).toEqual([
      { type: 'warning', content: expect.stringContaining(note) as string, blocks: true },
    ])
  })

  it('in other encodings is read', async () => {
    const declared = (bytes: string) =>
      Buffer.from(`<html><meta http-equiv=Content-Type content="text/html; charset=windows-1250"><p>${bytes}`, 'latin1')
    expect((await read(declared('\xa3\xf3d\x9f'))).lines).toEqual(['Łódź'])
    expect((await read(utf16('<html><p>Łódź</p></html>'))).lines).toEqual(['Łódź'])
    expect((await read(windows('<html><p>Größe 5 €</p></html>'))).lines).toEqual(['Größe 5 €'])
  })

  it.each([
    [
      'after a declaration and comments',
      '<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<html xmlns="x"><p>Here</p></html>',
    ],
    ['without a root', '<body><p>Here</p>'],
  ])('is recognised %s', async (_, text) => {
    expect((await read(Buffer.from(text))).lines).toEqual(['Here'])
  })
})

describe('HTML that attacks', () => {
  it('by its size is refused', async () => {
    await expect(read(html('x '.repeat(6 * 2 ** 20)))).rejects.toMatchObject({ name: 'ReadError', code: 'too_large' })
  })

  it.each([
    ['elements within elements', '<b>'.repeat(1_000_000) + '</i>'.repeat(1_000_000)],
    ['ends of elements', '</i>'.repeat(2_000_000)],
    ['tables within tables', '<table><tr><td>'.repeat(100_000)],
    ['cells over millions of rows', `<table>${'<tr><td rowspan=9999999 colspan=9999999>x'.repeat(50_000)}`],
    ['an attribute of megabytes', `<p style="${'a:b;'.repeat(2_000_000)}">x`],
    ['rules of megabytes', `<style>${'.a{'.repeat(2_000_000)}</style>`],
    ['many rules', `<style>${'.a{display:none}'.repeat(30_000)}</style><p class="${'b '.repeat(100_000)}">x`],
    ['names of the language', '<constructor>a</constructor><__proto__>b</__proto__><toString>c'],
    ['entities', '&amp;'.repeat(2_000_000)],
  ])('by %s is bounded', async (_, body) => {
    const { pages } = await readDocument(html(`<p>Before</p>${body}`))
    expect(pages[0]!.lines[0]!.text).toBe('Before')
  })
})
