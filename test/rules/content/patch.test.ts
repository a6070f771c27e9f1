import { describe, expect, it } from 'vitest'
import { patchNode, patchTree } from '../../../src/rules/content/index.ts'
import { build, freeze, multivalueOf, nodeOf, nodesOf, schema, valuesOf } from './fixtures.ts'

const tree = freeze(build())
const patched = (content: unknown) => {
  const result = patchTree(tree, schema, content)
  if ('errors' in result) throw new Error(JSON.stringify(result.errors))
  return result
}
const errorsOf = (content: unknown) => {
  const result = patchTree(tree, schema, content)
  return 'errors' in result ? result.errors : null
}

describe('patchTree', () => {
  it('returns the same tree for an unchanged tree', () => {
    expect(patched(tree).tree).toEqual(tree)
  })

  it('finds nodes by id anywhere in the patch', () => {
    const node = nodesOf(tree, 'text')[1]!
    const result = patched([{ id: node.id, content: { value: 'Gas' } }])
    expect(valuesOf(result.tree, 'text')).toEqual(['Water', 'Gas'])
    expect(result.changed).toEqual([node.id])
  })

  it('finds nodes by schema id below their parent, with rows in order', () => {
    const row = (value: string) => ({ schema_id: 'line', children: [{ schema_id: 'text', content: { value } }] })
    const content = [{ schema_id: 'lines_section', children: [{ schema_id: 'lines', children: [row('A'), row('B')] }] }]
    expect(valuesOf(patched(content).tree, 'text')).toEqual(['A', 'B'])
    expect(valuesOf(patched(content).tree, 'sum')).toEqual(valuesOf(tree, 'sum'))
  })

  it('ignores normalized_value if value is present, else uses it', () => {
    const total = (content: object) => nodeOf(patched([{ schema_id: 'total', content }]).tree, 'total').content
    expect(total({ value: '7', normalized_value: '8' })).toMatchObject({ value: '7', normalized_value: '7' })
    expect(total({ normalized_value: '8000' })).toMatchObject({ value: '8,000', normalized_value: '8000' })
  })

  it('keeps validation sources unless the value or the sources change', () => {
    const sources = (patch: object) =>
      nodeOf(patched([{ schema_id: 'bill_no', ...patch }]).tree, 'bill_no').validation_sources
    expect(sources({ content: { value: 'B-9' } })).toEqual(['score'])
    expect(sources({ content: { value: 'C' } })).toEqual([])
    expect(sources({ content: { value: 'C' }, validation_sources: ['score', 'human'] })).toEqual(['score', 'human'])
  })

  it('sets durations, visibility and grids', () => {
    const lines = multivalueOf(tree, 'lines')
    const grid = {
      parts: [
        {
          page: 1,
          width: 900,
          height: 410,
          columns: [{ left_position: 60, schema_id: 'text', header_texts: ['Item'] }],
          rows: [
            { top_position: 300, tuple_id: null, type: 'header' },
            { top_position: 330, tuple_id: lines.children[0]!.id, type: 'data' },
          ],
        },
      ],
    }
    const next = patched([
      { id: lines.id, time_spent_grid: 3, hidden: true, grid },
      { schema_id: 'bill_no', time_spent: 1.5 },
    ]).tree
    expect(multivalueOf(next, 'lines')).toMatchObject({ grid, time_spent_grid: 3, hidden: true })
    expect(nodeOf(next, 'bill_no').time_spent).toBe(1.5)
    const twice = { parts: [grid.parts[0], grid.parts[0]] }
    expect(errorsOf([{ id: lines.id, grid: twice }])).toEqual({
      content: [{ grid: { parts: ['A page has at most one part of a grid.'] } }],
    })
    const odd = { parts: [{ ...grid.parts[0], rows: [{ top_position: 1, tuple_id: null, type: 'footer' }] }] }
    expect(errorsOf([{ id: lines.id, grid: odd }])).toEqual({
      content: [{ grid: { parts: [{ rows: [{ type: ['"footer" is not a valid choice.'] }] }] } }],
    })
  })

  it('returns errors in the structure of the input and then changes nothing', () => {
    expect(errorsOf(undefined)).toEqual({ content: ['This field is required.'] })
    expect(errorsOf({})).toEqual({ content: ['Expected a list of items.'] })
    expect(errorsOf([{ id: 424242 }])).toEqual({ content: [{ id: ['Datapoint 424242 not found.'] }] })
    expect(errorsOf([{ schema_id: 'nope' }])).toEqual({ content: [{ schema_id: ["Datapoint 'nope' not found."] }] })
    expect(
      errorsOf([
        {
          schema_id: 'head',
          children: [
            { schema_id: 'note', content: { value: 'x' } },
            { schema_id: 'bill_no', content: { value: true } },
          ],
        },
      ]),
    ).toEqual({ content: [{ children: [{}, { content: { value: ['Not a valid string.'] } }] }] })
  })
})

describe('patchNode', () => {
  it('returns the node and the whole tree', () => {
    const id = nodeOf(tree, 'issued').id
    const result = patchNode(tree, schema, id, { content: { value: '2026-03-01' } })
    if (!('node' in result)) throw new Error('not written')
    expect(result.node).toBe(nodeOf(result.tree, 'issued'))
    expect(result.node).toMatchObject({ content: { value: '1.3.2026', normalized_value: '2026-03-01' } })
    expect(nodeOf(tree, 'issued').content!.value).toBe('5.1.2026')
  })

  it('reports missing nodes and refuses invalid values', () => {
    expect(patchNode(tree, schema, 424242, {})).toEqual({ missing: true })
    const id = nodeOf(tree, 'issued').id
    expect(patchNode(tree, schema, id, { hidden: 'x' })).toEqual({ errors: { hidden: ['Must be a valid boolean.'] } })
    expect(patchNode(tree, schema, id, 7)).toEqual({ errors: { non_field_errors: ['Expected an object.'] } })
  })
})
