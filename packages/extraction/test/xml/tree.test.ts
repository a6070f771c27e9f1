import { describe, expect, it } from 'vitest'
import { findAll, parseXml, textAt } from '../../src/xml/tree.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** Returns `depth` nested elements. */
const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth)

describe('parseXml', () => {
  it('drops all prefixes of elements, and keeps those of attributes', () => {
    const xml = '<q1:Invoice xmlns:q1="urn:i" xmlns="urn:b"><ID x:scheme="1" scheme="2">7</ID></q1:Invoice>'
    expect(parseXml(xml)).toEqual({
      name: 'Invoice',
      attributes: { 'xmlns:q1': 'urn:i', xmlns: 'urn:b' },
      text: '',
      children: [{ name: 'ID', attributes: { 'x:scheme': '1', scheme: '2' }, text: '7', children: [] }],
    })
  })

  it.each([
    ['a CDATA section', '<a>x <![CDATA[<b>&amp;]]> y</a>', 'x <b>&amp; y'],
    ['references of XML itself', '<a>&lt;&amp;&gt;&quot;&apos;&#228;&#x20AC;</a>', '<&>"\'ä€'],
    ['an escaped reference, decoded once', '<a>&amp;lt;</a>', '&lt;'],
    ['digits with a leading zero', '<a>0123</a>', '0123'],
    ['text that looks like a number', '<a>1e5</a>', '1e5'],
    ['white space', '<a> x\r\n </a>', ' x\n '],
    ['text around a comment', '<a>x<!-- <b> -->y</a>', 'xy'],
    ['text around a comment with hyphens', '<a>x<!-- -- <b> ---- -->y</a>', 'xy'],
    ['the root element between white space and byte order marks', '\ufeff\ufeff\n<a>x</a>\n\ufeff', 'x'],
  ])('keeps %s', (_what, xml, text) => {
    expect(parseXml(xml)?.text).toBe(text)
  })

  it('reads a document that starts with a style sheet', () => {
    expect(parseXml('<?xml-stylesheet href="a.xsl"?><a>x</a>')?.text).toBe('x')
    expect(parseXml(`${DECLARATION}\n<?xml-stylesheet href="a.xsl"?>\n<a>x</a>`)?.text).toBe('x')
  })

  it.each([
    ['an end tag without a start tag', '<a><b></a>'],
    ['two roots', '<a/><b/>'],
    ['an ampersand alone', '<a>Finch & Sons</a>'],
    ['an undefined entity', '<a>&nbsp;</a>'],
    ['the null character', '<a>&#0;</a>'],
    ['half of a surrogate pair', '<a>&#xD800;</a>'],
    ['an attribute that occurs twice', '<a b="1" b="2"/>'],
    ['an attribute without quotes', '<a b=1/>'],
    ['an unclosed tag', '<a><b'],
    ['no element', DECLARATION],
    ['nothing', ''],
    ['text', 'Invoice 7'],
    ['text before the root', 'x<a/>'],
    ['text after the root', '<a/>x'],
  ])('refuses %s', (_what, xml) => {
    expect(parseXml(xml)).toBeNull()
  })

  it('refuses entities with exponential expansion', () => {
    const names = ['lol', ...Array.from({ length: 9 }, (_, index) => `lol${index}`)]
    const entities = names.map((name, index) => {
      const value = index === 0 ? 'lol' : `&${names[index - 1]};`.repeat(10)
      return `<!ENTITY ${name} "${value}">`
    })
    expect(parseXml(`${DECLARATION}<!DOCTYPE a [${entities.join('')}]><a>&${names.at(-1)};</a>`)).toBeNull()
  })

  it.each([
    ['a file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a server', '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>'],
    ['a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1/a.dtd"> %x;]><a/>'],
    ['nothing', '<!doctype a><a/>'],
  ])('refuses a document type with %s', (_what, xml) => {
    expect(parseXml(DECLARATION + xml)).toBeNull()
  })

  it('refuses deep nesting', () => {
    expect(parseXml(nested(50))).not.toBeNull()
    expect(parseXml(nested(100))).toBeNull()
    expect(parseXml(nested(100_000))).toBeNull()
  })

  it('keeps names that objects inherit as data', () => {
    const root = parseXml('<a __proto__="x" constructor="y"><__proto__>z</__proto__></a>')
    expect(Object.entries(root?.attributes ?? {})).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
    expect(findAll(root!, '__proto__').map(({ text }) => text)).toEqual(['z'])
  })

  it('refuses too many elements and too many characters', () => {
    expect(parseXml(`<a>${'<b/>'.repeat(500_000)}</a>`)).toBeNull()
    expect(parseXml(`<a>${'x'.repeat(10_000_000)}</a>`)).toBeNull()
  })
})

describe('element paths', () => {
  const root = parseXml('<r><p><n> </n><n>2</n></p><p><n> 3 </n></p></r>')!

  it('select every matching element', () => {
    expect(findAll(root, 'p/n').map((node) => node.text)).toEqual([' ', '2', ' 3 '])
    expect(findAll(undefined, 'p')).toEqual([])
  })

  it('return the trimmed text of the first element with text, by order of the paths', () => {
    expect([textAt(root, 'p/n', 'p'), textAt(root, 'x', 'p/m'), textAt(root.children[1], 'x', 'n')]).toEqual([
      undefined,
      undefined,
      '3',
    ])
  })
})
