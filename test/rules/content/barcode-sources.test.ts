import { describe, expect, it } from 'vitest'
import { readsBarcodes } from '../../../src/rules/content/barcode-sources.ts'
import { buildTree, contentDatapoints, type ContentTree } from '../../../src/rules/content/index.ts'
import type { SchemaContent } from '../../../src/rules/schema/index.ts'
import { anExtraction } from '../../workflows/fake-documents.ts'
import { aField } from './fixtures.ts'

const schema = (...fields: [id: string, ...names: string[]][]): SchemaContent => [
  {
    category: 'section',
    id: 'head',
    label: 'Head',
    children: fields.map(([id, ...rir_field_names]) => aField({ id, rir_field_names })),
  },
]
const code = (type: string, text: string, page = 1) => ({
  type,
  text,
  page,
  position: [1.2, 2, 3, 4] as [number, number, number, number],
})
const extraction = {
  ...anExtraction(),
  barcodes: [code('Code128', 'INV-1'), code('EAN-13', '4006381333931', 2), code('EAN-13', '4000000000006', 3)],
}
const values = (tree: ContentTree) =>
  Object.fromEntries([...contentDatapoints(tree)].map(({ node }) => [node.schema_id, node.content!.value]))
const build = (content: SchemaContent, given: typeof extraction | null = extraction) =>
  buildTree(content, {
    extraction: given,
    values: {},
    defaultThreshold: 0.8,
    takeIds: (count) => Array.from({ length: count }, (_, index) => index + 1),
  })

describe('barcodes as sources of values', () => {
  it('fill fields with the first code, or the first of a type, however the type is spelled', () => {
    const content = schema(
      ['any', 'barcode'],
      ['ean', 'barcode:ean13'],
      ['qr', 'barcode:QRCode', 'document_id'],
      ['none', 'barcode:PDF417'],
    )
    expect(values(build(content))).toEqual({ any: 'INV-1', ean: '4006381333931', qr: 'A-1', none: '' })
    const [, ean] = [...contentDatapoints(build(content))]
    expect(ean!.node).toMatchObject({
      content: { page: 2, position: [1, 2, 3, 4], rir_confidence: 0.98 },
      validation_sources: ['score'],
    })
  })

  it('are read only for schemas that use them', () => {
    expect(readsBarcodes(schema(['any', 'document_id', 'upload:barcode']))).toBe(false)
    expect(readsBarcodes(schema(['any', 'document_id', 'barcode:QRCode']))).toBe(true)
  })
})
