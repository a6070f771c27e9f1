import { describe, expect, it } from 'vitest'
import { contentDatapoints, keepValues, type ContentTree, type Keeps } from '../../../src/rules/content/index.ts'
import {
  anExtraction,
  build,
  freeze,
  idsFrom,
  multivalueOf,
  nodeOf,
  nodesOf,
  read,
  schema,
  valuesOf,
} from './fixtures.ts'

/** The content as a person left it: `values` are entered, by schema id and its position among the nodes of that id. */
function entered(values: Record<string, string>, tree = build({ takeIds: idsFrom(500) })): ContentTree {
  const former = structuredClone(tree)
  for (const [key, value] of Object.entries(values)) {
    const [id, at = '0'] = key.split('/')
    const node = nodesOf(former, id!)[Number(at)]!
    Object.assign(node.content!, { value, normalized_value: null })
    node.validation_sources = ['human']
  }
  return freeze(former)
}

const keep = (tree: ContentTree, former: ContentTree, keeps: Keeps = 'entered') =>
  keepValues(freeze(tree), former, schema, { keeps, takeIds: idsFrom(9000) })
const line = (text: string, sum: string) => ({
  table_column_description: read(text),
  table_column_amount_total: read(sum),
})

describe('keepValues', () => {
  it('keeps values of a person, and takes all others from the new reading', () => {
    const former = entered({ bill_no: 'X-1', note: 'by hand' })
    const tree = keep(
      build({ extraction: anExtraction({ fields: { document_id: read('B-8'), currency: read('CZK') } }) }),
      former,
    )
    expect(nodeOf(tree, 'bill_no')).toMatchObject({
      id: nodeOf(former, 'bill_no').id,
      content: { value: 'X-1', page: null, position: null },
      validation_sources: ['human'],
    })
    expect(valuesOf(tree, 'note')).toEqual(['by hand'])
    expect(valuesOf(tree, 'issued')).toEqual([''])
    expect(nodeOf(tree, 'currency').content!.value).not.toBe(nodeOf(former, 'currency').content!.value)
  })

  it('keeps a field that a person has emptied, and the place of a value that was read again', () => {
    const tree = keep(build(), entered({ bill_no: 'B-9', issued: '' }))
    expect(nodeOf(tree, 'bill_no').content).toMatchObject({ value: 'B-9', page: 1, position: [100, 80, 160, 98] })
    expect(nodeOf(tree, 'issued')).toMatchObject({ content: { value: '' }, validation_sources: ['human'] })
  })

  it('writes cells of a person into the row that has most in common with theirs, wherever it is now', () => {
    const former = entered({ 'sum/1': '99.9' })
    const moved = anExtraction({ line_items: [line('New', '1.00'), line('Power', '80.50'), line('Water', '1119.50')] })
    const tree = keep(build({ extraction: moved }), former)
    expect(valuesOf(tree, 'text')).toEqual(['New', 'Power', 'Water'])
    expect(valuesOf(tree, 'sum')).toEqual(['1.00', '99.9', '1,119.50'])
  })

  it('adds a row of a person that the new reading has not found, once, whose other values need a check', () => {
    const former = entered({ 'text/1': 'Typed by hand' })
    const without = anExtraction({ line_items: [line('Water', '1119.50')] })
    const tree = keep(build({ extraction: without }), former)
    expect(valuesOf(tree, 'text')).toEqual(['Water', 'Typed by hand'])
    expect(nodesOf(tree, 'sum')[1]).toMatchObject({ content: { page: null }, validation_sources: [] })
    // A hook may change the content in between, after which it is kept again.
    expect(valuesOf(keep(tree, former), 'text')).toEqual(['Water', 'Typed by hand'])
  })

  it('keeps items of a list', () => {
    const former = entered({ order: 'PO-2' })
    expect(valuesOf(keep(build(), former), 'order')).toEqual(['PO-1', 'PO-2'])
    expect(valuesOf(keep(build(), entered({ order: 'PO-1' })), 'order')).toEqual(['PO-1'])
  })

  it('restores all values, rows and places', () => {
    const former = entered({ note: 'by hand', 'text/0': 'Typed by hand' })
    const nothing = build({ extraction: anExtraction({ fields: {}, line_items: [] }) })
    const tree = keep(nothing, former, 'all')
    const contents = (of: ContentTree) => [...contentDatapoints(of)].map(({ node }) => node)
    expect(contents(tree).filter(({ content }) => content)).toEqual(contents(former).filter(({ content }) => content))
    expect(multivalueOf(tree, 'lines').children.map(({ id }) => id)).toEqual(
      multivalueOf(former, 'lines').children.map(({ id }) => id),
    )
  })

  it('gives no id twice', () => {
    const former = entered({ bill_no: 'X-1', 'text/0': 'Typed', 'text/1': 'by hand', order: 'PO-7' })
    for (const keeps of ['entered', 'all'] as const) {
      const ids = [...contentDatapoints(keep(build(), former, keeps))].map(({ node }) => node.id)
      expect(new Set(ids).size).toBe(ids.length)
    }
  })
})
