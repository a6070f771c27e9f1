import { describe, expect, it } from 'vitest'
import { contentNodes, reshapeTree } from '../../../src/rules/content/index.ts'
import type { SchemaContent, SchemaDatapoint, SchemaMultivalue } from '../../../src/rules/schema/index.ts'
import {
  aField,
  anExtraction,
  build,
  freeze,
  idsFrom,
  multivalueOf,
  nodeOf,
  nodesOf,
  read,
  schema,
  schemaOf,
  valuesOf,
} from './fixtures.ts'

const tree = freeze(build())
const engine = { extraction: anExtraction(), values: {}, defaultThreshold: 0.8 }
const noExtraction = { ...engine, extraction: null }
const reshape = (
  next: SchemaContent,
  sources: typeof engine | typeof noExtraction = engine,
  from = tree,
  former = schema,
) => reshapeTree(from, former, next, { ...sources, takeIds: idsFrom(1000) })

const head = schema[0]!
const tail = schema[1]!
const fieldOf = (id: string) => head.children.find((child) => child.id === id) as SchemaDatapoint
const lines = tail.children[0] as SchemaMultivalue
const tuple = lines.children as Extract<SchemaMultivalue['children'], { category: 'tuple' }>
const withColumns = (columns: SchemaDatapoint[]): SchemaMultivalue => ({
  ...lines,
  children: { ...tuple, children: columns },
})

describe('reshapeTree', () => {
  it('changes nothing if the schema did not change', () => {
    expect(reshape(schema)).toEqual(tree)
  })

  it('fills a new field from the engine if the caller requests it', () => {
    const next = schemaOf(...head.children, aField({ id: 'new', rir_field_names: ['order_id'], default_value: 'none' }))
    expect(nodeOf(reshape(next), 'new')).toMatchObject({ id: 1001, content: { value: 'PO-1', page: 1 } })
    expect(nodeOf(reshape(next, noExtraction), 'new').content).toMatchObject({ value: 'none', rir_text: null })
  })

  it('drops removed fields and applies the order of the new schema', () => {
    const next = [{ ...head, children: [fieldOf('total'), fieldOf('bill_no')] }]
    const reshaped = reshape(next)
    expect([...contentNodes(reshaped)].map(([node]) => node.schema_id)).toEqual(['head', 'total', 'bill_no'])
    expect(reshaped[0]!.children).toEqual([nodeOf(tree, 'total'), nodeOf(tree, 'bill_no')])
    expect(reshaped[0]!.id).toBe(tree[0]!.id)
  })

  it('keeps values that move between sections', () => {
    const next = [
      { ...head, children: [] },
      { ...tail, children: [fieldOf('bill_no'), ...tail.children] },
    ]
    expect(nodeOf(reshape(next), 'bill_no')).toEqual(nodeOf(tree, 'bill_no'))
  })

  it('moves a field out of the first row of a table', () => {
    const next = [head, { ...tail, children: [withColumns([tuple.children[1]!]), tuple.children[0]!] }]
    const reshaped = reshape(next)
    expect(valuesOf(reshaped, 'text')).toEqual(['Water'])
    expect(nodeOf(reshaped, 'text').id).toBe(nodesOf(tree, 'text')[0]!.id)
    expect(valuesOf(reshaped, 'sum')).toEqual(['1,119.50', '80.50'])
  })

  it('moves a field to the first row of a table, which is created if missing', () => {
    const columns = withColumns([...tuple.children, fieldOf('bill_no')])
    const next = [
      { ...head, children: [fieldOf('total')] },
      { ...tail, children: [columns] },
    ]
    expect(valuesOf(reshape(next), 'bill_no')).toEqual(['B-9', ''])
    const bare = build({ extraction: anExtraction({ line_items: [] }) })
    expect(valuesOf(reshape(next, noExtraction, bare), 'bill_no')).toEqual(['B-9'])
    expect(multivalueOf(reshape(next, noExtraction, bare), 'lines').children).toHaveLength(1)
  })

  it('converts a field to the only item of a list, and the first item of a list to a field', () => {
    const list: SchemaMultivalue = { category: 'multivalue', id: 'bills', label: 'Bills', children: fieldOf('bill_no') }
    const reshaped = reshape(schemaOf(list))
    expect(multivalueOf(reshaped, 'bills').children).toEqual([nodeOf(tree, 'bill_no')])
    const orders = tail.children[1] as SchemaMultivalue
    expect(valuesOf(reshape(schemaOf(orders.children as SchemaDatapoint)), 'order')).toEqual(['PO-1'])
  })

  it('keeps rows with their ids, and fills a new column if the rows are those of the engine', () => {
    const column = aField({ id: 'note2', rir_field_names: ['table_column_code'], constraints: { required: false } })
    const line_items = [{ table_column_code: read('A') }, { table_column_code: read('B') }]
    const extraction = { ...anExtraction({ line_items }) }
    const next = [head, { ...tail, children: [withColumns([...tuple.children, column]), tail.children[1]!] }]
    const reshaped = reshape(next, { ...engine, extraction })
    expect(valuesOf(reshaped, 'note2')).toEqual(['A', 'B'])
    expect(multivalueOf(reshaped, 'lines').children.map((row) => row.id)).toEqual(
      multivalueOf(tree, 'lines').children.map((row) => row.id),
    )
    const other = reshape(next, { ...engine, extraction: anExtraction({ line_items: line_items.slice(1) }) })
    expect(valuesOf(other, 'note2')).toEqual(['', ''])
  })

  it('keeps rows aligned when a table gets another id', () => {
    const renamed: SchemaMultivalue = { ...lines, id: 'rows', children: { ...tuple, id: 'row' } }
    const reshaped = reshape(schemaOf(renamed), noExtraction)
    expect(valuesOf(reshaped, 'text')).toEqual(['Water', 'Power'])
    expect(multivalueOf(reshaped, 'rows').children.every((row) => row.schema_id === 'row' && row.id >= 1000)).toBe(true)
  })

  it('keeps values when format or constraints change, with the new options and visibility', () => {
    const next = [
      {
        ...head,
        children: [
          { ...fieldOf('issued'), format: 'MM/DD/YYYY', hidden: true },
          { ...fieldOf('currency'), options: [{ value: 'usd', label: 'Dollar' }] },
        ],
      },
    ]
    const reshaped = reshape(next)
    expect(nodeOf(reshaped, 'issued')).toEqual({ ...nodeOf(tree, 'issued'), hidden: true })
    expect(nodeOf(reshaped, 'currency')).toMatchObject({
      content: { value: 'eur' },
      options: [{ value: 'usd', label: 'Dollar' }],
    })
  })

  it('keeps grid and visibility of a table, unless the schema changes its visibility', () => {
    const changed = build()
    const grid = { parts: [] }
    Object.assign(multivalueOf(changed, 'lines'), { grid, hidden: true })
    expect(multivalueOf(reshape(schema, engine, changed), 'lines')).toMatchObject({ grid, hidden: true })
    const next = [head, { ...tail, children: [{ ...lines, hidden: true }, tail.children[1]!] }]
    expect(multivalueOf(reshape(next), 'lines').hidden).toBe(true)
  })

  it('keeps visibility and options that only the annotation changed', () => {
    const changed = build()
    nodeOf(changed, 'currency').hidden = true
    nodeOf(changed, 'currency').options = []
    expect(nodeOf(reshape(schema, engine, changed), 'currency')).toMatchObject({ hidden: true, options: [] })
  })

  it('parses a value again when its type changes', () => {
    const next = schemaOf(
      { ...fieldOf('total'), type: 'string' },
      { ...fieldOf('bill_no'), type: 'button', rir_field_names: null },
    )
    const reshaped = reshape(next)
    expect(nodeOf(reshaped, 'total').content).toMatchObject({ value: '1,200.00', normalized_value: null })
    expect(nodeOf(reshaped, 'bill_no')).toMatchObject({ content: null, validation_sources: ['NA'] })
  })
})
