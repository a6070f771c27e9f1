import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyOperations, contentNodes, validateTree } from '../../../src/rules/content/index.ts'
import { build, freeze, idsFrom, multivalueOf, nodeOf, nodesOf, schema, valuesOf } from './fixtures.ts'

const tree = freeze(build())
const id = (schemaId: string) => nodeOf(tree, schemaId).id
const lines = multivalueOf(tree, 'lines')
const orders = multivalueOf(tree, 'orders')
const apply = (operations: unknown, origin: 'user' | 'hook' = 'user') =>
  applyOperations(tree, schema, operations, { origin, takeIds: idsFrom(1000) })
const replace = (schemaId: string, value: unknown) => ({ op: 'replace', id: id(schemaId), value })
const errorsOf = (operation: unknown) => (apply([operation]).errors!.operations as Record<string, unknown>)['0']

describe('applyOperations', () => {
  it('parses and formats a new value and keeps its position', () => {
    const { tree: next, changes, errors } = apply([replace('issued', { content: { value: '2026-03-01' } })])
    expect(errors).toBeNull()
    expect(changes).toEqual([{ op: 'replace', id: id('issued'), schema_id: 'issued' }])
    expect(nodeOf(next, 'issued').content).toEqual({
      ...nodeOf(tree, 'issued').content,
      value: '1.3.2026',
      normalized_value: '2026-03-01',
    })
  })

  it('accepts a page and a position, also null', () => {
    const content = { value: 'B-10', page: 2, position: [1, 2, 3, 4] }
    expect(nodeOf(apply([replace('bill_no', { content })]).tree, 'bill_no').content).toMatchObject(content)
    const cleared = apply([replace('bill_no', { content: { page: null, position: null } })]).tree
    expect(nodeOf(cleared, 'bill_no').content).toMatchObject({ value: 'B-9', page: null, position: null })
    expect(nodeOf(cleared, 'bill_no').validation_sources).toEqual(['score'])
  })

  it('clears the validation sources when a user sets a value without sources', () => {
    const { tree: next } = apply([replace('bill_no', { content: { value: 'B-9' } })])
    expect(nodeOf(next, 'bill_no').validation_sources).toEqual([])
    const named = apply([replace('bill_no', { content: { value: 'C' }, validation_sources: ['human'] })]).tree
    expect(nodeOf(named, 'bill_no').validation_sources).toEqual(['human'])
    expect(nodeOf(named, 'bill_no').content!.connector_text).toBeNull()
  })

  it('records values set by a hook', () => {
    const { tree: next } = apply([replace('bill_no', { content: { value: 'C', position: [1, 1, 2, 2] } })], 'hook')
    expect(nodeOf(next, 'bill_no')).toMatchObject({
      validation_sources: ['connector'],
      content: { value: 'C', connector_text: 'C', connector_position: [1, 1, 2, 2] },
    })
    const named = apply(
      [replace('bill_no', { content: { value: 'C' }, validation_sources: ['data_matching'] })],
      'hook',
    ).tree
    expect(nodeOf(named, 'bill_no')).toMatchObject({
      validation_sources: ['data_matching'],
      content: { connector_text: 'C' },
    })
  })

  it('sets hidden, options and no_recalculation, and keeps the value and its sources', () => {
    const options = [{ value: 'usd', label: 'Dollar' }]
    const { tree: next } = apply([
      replace('currency', { options, hidden: true }),
      replace('sum_all', { no_recalculation: true }),
    ])
    expect(nodeOf(next, 'currency')).toMatchObject({
      options,
      hidden: true,
      content: { value: 'eur' },
      validation_sources: ['score'],
    })
    expect(nodeOf(next, 'sum_all').no_recalculation).toBe(true)
  })

  it('matches values with the options given in the same operation', () => {
    const value = { content: { value: 'DOLLAR' }, options: [{ value: 'usd', label: 'Dollar' }] }
    expect(nodeOf(apply([replace('currency', value)]).tree, 'currency').content!.value).toBe('usd')
  })

  it('accepts a normalized value alone, or with a matching value', () => {
    const set = (content: object) => nodeOf(apply([replace('total', { content })]).tree, 'total').content
    expect(set({ normalized_value: '99.5' })).toMatchObject({ value: '99.5', normalized_value: '99.5' })
    expect(set({ value: '1,000.50', normalized_value: '1000.5' })).toMatchObject({ value: '1,000.50' })
  })

  it('does not change a datapoint if value and normalized value contradict each other', () => {
    const result = apply([replace('total', { content: { value: '5', normalized_value: '6' }, hidden: true })])
    expect(result).toEqual({ tree, changes: [], errors: null })
    expect(result.tree).toBe(tree)
  })

  it('keeps unreadable text, and clears the value for null', () => {
    expect(nodeOf(apply([replace('total', { content: { value: 'a lot' } })]).tree, 'total').content).toMatchObject({
      value: 'a lot',
      normalized_value: null,
    })
    expect(nodeOf(apply([replace('total', { content: { value: null } })]).tree, 'total').content).toMatchObject({
      value: '',
      normalized_value: null,
    })
    expect(nodeOf(apply([replace('total', { content: { value: 12.5 } })]).tree, 'total').content!.value).toBe('12.5')
  })

  it('accepts numeric strings as ids', () => {
    const operation = { op: 'replace', id: String(id('bill_no')), value: { content: { value: 'C' } } }
    expect(valuesOf(apply([operation]).tree, 'bill_no')).toEqual(['C'])
  })

  it('appends a row with missing columns empty', () => {
    const value = [{ schema_id: 'sum', content: { value: '7.00', page: 1, position: [1, 2, 3, 4] } }]
    const { tree: next, changes } = apply([{ op: 'add', id: lines.id, value, validation_sources: ['rules'] }])
    expect(changes).toEqual([{ op: 'add', id: 1000, schema_id: 'line' }])
    const row = multivalueOf(next, 'lines').children.at(-1)!
    expect(row).toMatchObject({ id: 1000, category: 'tuple', hidden: false, schema_id: 'line' })
    expect(nodesOf(next, 'sum').at(-1)).toMatchObject({
      id: 1002,
      content: { value: '7.00' },
      validation_sources: ['rules'],
    })
    expect(nodesOf(next, 'text').at(-1)).toMatchObject({ id: 1001, content: { value: '' }, validation_sources: [] })
  })

  it('appends an item to a list', () => {
    const { tree: next, changes } = apply([{ op: 'add', id: orders.id, value: { content: { value: 'PO-2' } } }], 'hook')
    expect(valuesOf(next, 'order')).toEqual(['PO-1', 'PO-2'])
    expect(nodesOf(next, 'order')[1]!.validation_sources).toEqual(['connector'])
    expect(changes).toEqual([{ op: 'add', id: 1000, schema_id: 'order' }])
  })

  it('removes rows and items with their nodes', () => {
    const [first] = lines.children
    const { tree: next, changes } = apply([{ op: 'remove', id: first!.id }])
    expect(valuesOf(next, 'text')).toEqual(['Power'])
    expect(changes).toEqual([{ op: 'remove', id: first!.id, schema_id: 'line' }])
    const cell = nodesOf(tree, 'text')[0]!.id
    const again = apply([
      { op: 'remove', id: first!.id },
      { op: 'replace', id: cell, value: {} },
    ])
    expect(again.errors).toEqual({ operations: { '1': [`Datapoint ${cell} not found.`] } })
  })

  it('removes a deleted row from the grid', () => {
    const rows = lines.children.map((row, index) => ({ top_position: index, tuple_id: row.id, type: 'data' }))
    const gridded = build()
    multivalueOf(gridded, 'lines').grid = { parts: [{ page: 1, width: 9, height: 9, columns: [], rows }] }
    const operations = [{ op: 'remove', id: lines.children[0]!.id }]
    const { tree: next } = applyOperations(gridded, schema, operations, { origin: 'user', takeIds: idsFrom(1000) })
    expect(multivalueOf(next, 'lines').grid!.parts[0]!.rows).toEqual([rows[1]])
  })

  it('applies operations in order', () => {
    const { tree: next } = apply([
      replace('bill_no', { content: { value: '1' } }),
      replace('bill_no', { content: { value: '2' } }),
    ])
    expect(valuesOf(next, 'bill_no')).toEqual(['2'])
  })

  it('applies no operation of a user if one is invalid', () => {
    const result = apply([replace('bill_no', { content: { value: 'C' } }), { op: 'replace', id: 999999, value: {} }])
    expect(result.tree).toBe(tree)
    expect(result.changes).toEqual([])
    expect(result.errors).toEqual({ operations: { '1': ['Datapoint 999999 not found.'] } })
  })

  it('skips invalid operations of a hook and reports them', () => {
    const result = apply(
      [{ op: 'replace', id: 999999, value: {} }, replace('bill_no', { content: { value: 'C' } })],
      'hook',
    )
    expect(valuesOf(result.tree, 'bill_no')).toEqual(['C'])
    expect(result.changes).toHaveLength(1)
    expect(result.errors).toEqual({ operations: { '0': ['Datapoint 999999 not found.'] } })
  })

  it('reports the error of an operation', () => {
    expect(apply(undefined).errors).toEqual({ operations: ['This field is required.'] })
    expect(apply({}).errors).toEqual({ operations: ['Expected a list of items.'] })
    expect(errorsOf(7)).toEqual(['Expected an object.'])
    expect(errorsOf({ id: 1 })).toEqual({ op: ['This field is required.'] })
    expect(errorsOf({ op: 'move', id: 1 })).toEqual({ op: ['"move" is not a valid choice.'] })
    expect(errorsOf({ op: 'remove' })).toEqual({ id: ['This field is required.'] })
    expect(errorsOf({ op: 'remove', id: 'x' })).toEqual({ id: ['A valid integer is required.'] })
    expect(errorsOf({ op: 'replace', id: tree[0]!.id, value: {} })).toEqual(['Only datapoints can be replaced.'])
    expect(errorsOf({ op: 'replace', id: id('bill_no') })).toEqual({ value: ['This field is required.'] })
    expect(errorsOf({ op: 'add', id: id('bill_no'), value: [] })).toEqual(['Only multivalues can be extended.'])
    expect(errorsOf({ op: 'add', id: lines.id })).toEqual({ value: ['This field is required.'] })
    expect(errorsOf({ op: 'add', id: lines.id, value: {} })).toEqual({ value: ['Expected a list of items.'] })
    expect(errorsOf({ op: 'add', id: lines.id, value: [{ schema_id: 'text' }, { schema_id: 'bill_no' }] })).toEqual({
      value: [{}, { schema_id: ['"bill_no" is not a valid choice.'] }],
    })
    expect(errorsOf({ op: 'remove', id: id('bill_no') })).toEqual(['Only children of multivalues can be removed.'])
    expect(errorsOf(replace('press', { content: { value: 'x' } }))).toEqual({
      value: { content: ['A button has no value.'] },
    })
    expect(errorsOf(replace('bill_no', { content: { value: 'x'.repeat(1501), page: 0, position: [1] } }))).toEqual({
      value: {
        content: {
          value: ['Ensure this field has no more than 1500 characters.'],
          page: ['Ensure this value is greater than or equal to 1.'],
          position: ['Expected a list of four numbers: left, top, right, bottom.'],
        },
      },
    })
    expect(errorsOf(replace('bill_no', { validation_sources: ['me'] }))).toEqual({
      value: { validation_sources: ['"me" is not a valid choice.'] },
    })
    expect(errorsOf(replace('total', { content: { normalized_value: '1 000' } }))).toEqual({
      value: { content: { normalized_value: ['Expected an ISO date or a plain decimal number.'] } },
    })
  })

  it('keeps ids unique and the given tree unchanged for any input', () => {
    const before = JSON.stringify(tree)
    const ids = [...contentNodes(tree)].map(([node]) => node.id)
    const operation = fc.record(
      {
        op: fc.constantFrom('replace', 'add', 'remove', 'x'),
        id: fc.oneof(fc.constantFrom(...ids), fc.nat()),
        value: fc.oneof(
          fc.record({ content: fc.record({ value: fc.string() }) }),
          fc.constant([{ schema_id: 'sum', content: { value: '1' } }]),
          fc.jsonValue(),
        ),
      },
      { requiredKeys: ['op', 'id'] },
    )
    fc.assert(
      fc.property(
        fc.array(operation, { maxLength: 8 }),
        fc.constantFrom('user' as const, 'hook' as const),
        (operations, origin) => {
          const { tree: next, errors } = apply(operations, origin)
          const after = [...contentNodes(next)].map(([node]) => node.id)
          expect(new Set(after).size).toBe(after.length)
          expect(after.every((each) => each > 0)).toBe(true)
          if (errors && origin === 'user') expect(next).toBe(tree)
          validateTree(next, schema)
        },
      ),
    )
    expect(JSON.stringify(tree)).toBe(before)
  })
})
