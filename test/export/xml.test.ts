import { XMLParser } from 'fast-xml-parser'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import type { ExportAnnotation, ExportOptions } from '../../src/export/index.ts'
import { exportXml } from '../../src/export/xml.ts'
import { bill, billSchemas, each, field, group, options, readText, section, value } from './fixtures.ts'

const xmlOf = (annotations: ExportAnnotation[], given: Partial<ExportOptions> = {}, schemas = billSchemas) =>
  readText(exportXml(each(...annotations), schemas, options(given)))

/** Returns text and attributes of the elements with this name, read by a strict parser with namespaces. */
function readElements(xml: string, name: string): { text: string; attributes: Record<string, string> }[] {
  const found: { text: string; attributes: Record<string, string> }[] = []
  const parser = new SaxesParser({ xmlns: true })
  let open: (typeof found)[number] | undefined
  parser.on('opentag', (tag) => {
    const attributes = Object.fromEntries(Object.values(tag.attributes).map((a) => [a.name, a.value]))
    if (tag.name === name) found.push((open = { text: '', attributes }))
  })
  parser.on('text', (text) => {
    if (open) open.text += text
  })
  parser.on('closetag', () => (open = undefined))
  parser.write(xml).close()
  return found
}

const example = `<?xml version="1.0" encoding="utf-8"?>
<export>
  <results>
    <annotation url="https://host/api/v1/annotations/55">
      <status>exported</status>
      <arrived_at>2026-02-01T09:00:00.000000Z</arrived_at>
      <exported_at>2026-02-01T10:30:00.000000Z</exported_at>
      <document url="https://host/api/v1/documents/70">
        <file_name>b9.pdf</file_name>
        <file>https://host/api/v1/documents/70/content</file>
      </document>
      <modifier/>
      <schema url="https://host/api/v1/schemas/4"/>
      <metadata/>
      <content>
        <section schema_id="head">
          <datapoint schema_id="bill_no" type="string" rir_confidence="0.97">B-9</datapoint>
        </section>
        <section schema_id="lines_section">
          <multivalue schema_id="lines">
            <tuple schema_id="line">
              <datapoint schema_id="text" type="string">Water</datapoint>
            </tuple>
          </multivalue>
        </section>
      </content>
    </annotation>
  </results>
  <pagination><next/><previous/><total>1</total><total_pages>1</total_pages></pagination>
</export>
`

describe('XML export', () => {
  it('writes the documented example', async () => {
    expect(await xmlOf([bill])).toBe(example)
  })

  it('contains the pages and the modifier of an annotation', async () => {
    const modifier = { url: 'https://host/api/v1/users/3?a=1&b="2"', username: 'ana <a>' }
    const pagination = {
      total: 9,
      total_pages: 3,
      next: 'https://host/x?page=3&format=xml',
      previous: 'https://host/x',
    }
    const xml = await xmlOf([{ ...bill, modifier }], { pagination })
    expect(xml).toContain(
      '      <modifier url="https://host/api/v1/users/3?a=1&amp;b=&quot;2&quot;"><username>ana &lt;a&gt;</username></modifier>\n',
    )
    expect(xml).toContain(
      '  <pagination><next>https://host/x?page=3&amp;format=xml</next><previous>https://host/x</previous><total>9</total><total_pages>3</total_pages></pagination>\n',
    )
  })

  it('nests metadata by key and omits keys that are not XML names', async () => {
    const metadata = {
      batch: 7,
      source: { 'mail-box': 'in', nothing: null, yes: true },
      tags: ['a', 'b'],
      'not a name': 1,
      '1st': 1,
      'ns:x': 1,
      größe: 'L',
      'a\u0301\u200d\u203f\u{1f600}': 'marks and joiners',
      '\u0301a': 1,
      'a\u2041': 1,
      '': 1,
    }
    const xml = await xmlOf([{ ...bill, metadata }])
    const parsed = new XMLParser({ ignoreDeclaration: true }).parse(xml) as {
      export: { results: { annotation: { metadata: unknown } } }
    }
    expect(parsed.export.results.annotation.metadata).toEqual({
      batch: 7,
      source: { 'mail-box': 'in', nothing: '', yes: true },
      tags: ['a', 'b'],
      größe: 'L',
      'a\u0301\u200d\u203f\u{1f600}': 'marks and joiners',
    })
  })

  it('limits the data to the requested columns', async () => {
    const xml = await xmlOf([bill], { columns: ['bill_no'] })
    expect(readElements(xml, 'datapoint').map(({ attributes }) => attributes.schema_id)).toEqual(['bill_no'])
    expect(readElements(xml, 'section')).toHaveLength(1)
  })

  it('accepts names of values that it always contains beside fields: columns=meta_file_name,bill_no,status', async () => {
    const xml = await xmlOf([bill], { columns: ['meta_file_name', 'bill_no', 'status', 'arrived_at'] })
    expect(readElements(xml, 'datapoint').map(({ attributes }) => attributes.schema_id)).toEqual(['bill_no'])
    expect(xml).toContain('<status>')
    expect(() => xmlOf([bill], { columns: ['bill_no', 'colour'] })).toThrow('"colour" is not an exportable column.')
  })

  it('is well-formed and preserves every text, without characters that XML forbids', async () => {
    const unit = fc.oneof(
      fc.constantFrom(
        '&',
        '<',
        '>',
        '"',
        "'",
        ']]>',
        '\r',
        '\n',
        '\t',
        '\u0000',
        '\u0008',
        '\u000b',
        '\u001f',
        '\ufffe',
        '\ud800',
        '😀',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    )
    const text = fc.array(unit, { maxLength: 8 }).map((parts) => parts.join(''))
    const schemas = new Map([[4, [section('s', [field('a', 'A')])]]])
    await fc.assert(
      fc.asyncProperty(text, text, fc.dictionary(text, text, { maxKeys: 3 }), async (first, url, metadata) => {
        const content = [group('section', 's', [value('a', first)])]
        const xml = await xmlOf([{ ...bill, url, metadata, content }], {}, schemas)
        expect(readElements(xml, 'datapoint')[0]?.text).toBe(allowed(first))
        expect(readElements(xml, 'annotation')[0]?.attributes).toEqual({ url: allowed(url) })
      }),
      { numRuns: 300 },
    )
  })
})

/** Removes the characters that XML 1.0 §2.2 forbids, by ranges of code points. */
function allowed(text: string): string {
  const isAllowed = (code: number) =>
    [0x9, 0xa, 0xd].includes(code) ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    code >= 0x10000
  return [...text].filter((character) => isAllowed(character.codePointAt(0)!)).join('')
}
