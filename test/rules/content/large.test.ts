/** Requests with very many changes of one tree. */
import { describe, expect, it } from 'vitest'
import { applyOperations, patchTree } from '../../../src/rules/content/index.ts'
import type { ContentTree, DatapointNode, TupleNode } from '../../../src/rules/content/types.ts'
import type { SchemaContent } from '../../../src/rules/schema/index.ts'

const COLUMNS = ['a', 'b', 'c', 'd', 'e']
const column = (id: string) => ({ category: 'datapoint' as const, id, label: id, type: 'string' as const })
const schema: SchemaContent = [
  {
    category: 'section',
    id: 'section',
    label: 'Section',
    children: [
      {
        category: 'multivalue',
        id: 'items',
        label: 'Items',
        children: { category: 'tuple', id: 'item', label: 'Item', children: COLUMNS.map(column) },
      },
    ],
  },
]

function treeOf(rows: number): ContentTree {
  let id = 2
  const content = { value: '', normalized_value: null, page: null, position: null, rir_text: null, rir_position: null }
  const cell = (schema_id: string) =>
    ({
      id: ++id,
      category: 'datapoint',
      schema_id,
      content,
      validation_sources: [],
      hidden: false,
    }) as unknown as DatapointNode
  const row = () => ({ id: ++id, category: 'tuple', schema_id: 'item', children: COLUMNS.map(cell), hidden: false })
  const children = Array.from({ length: rows }, row) as unknown as TupleNode[]
  const items = { id: 2, category: 'multivalue', schema_id: 'items', children, hidden: false, grid: null }
  return [{ id: 1, category: 'section', schema_id: 'section', children: [items] }] as unknown as ContentTree
}
const rowsOf = (tree: ContentTree) => (tree[0]!.children[0] as { children: TupleNode[] }).children
const takeIds = (count: number) => Array.from({ length: count }, (_, index) => 1_000_000 + index)
const apply = (tree: ContentTree, operations: unknown[]) =>
  applyOperations(tree, schema, operations, { origin: 'user', takeIds })

describe('operations', () => {
  it('add rows up to 50,000 nodes of a tree', () => {
    const add = { op: 'add', id: 2, value: [] }
    // Two nodes and 8,333 rows of six nodes have exactly 50,000.
    const full = apply(treeOf(8_000), Array(333).fill(add))
    expect([full.errors, rowsOf(full.tree).length]).toEqual([null, 8_333])
    expect(apply(full.tree, [add]).errors).toEqual({
      operations: { 0: ['The content of an annotation may have at most 50000 nodes.'] },
    })
    expect(apply(full.tree, [{ op: 'remove', id: rowsOf(full.tree)[0]!.id }, add]).errors).toBeNull()
  })

  it('remove many rows and keep the others in order', () => {
    const tree = treeOf(1_000)
    const removed = rowsOf(tree).filter((_, index) => index % 2)
    const kept = rowsOf(tree).filter((_, index) => index % 2 === 0)
    const { tree: after } = apply(
      tree,
      removed.map(({ id }) => ({ op: 'remove', id })),
    )
    expect(rowsOf(after).map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
  })
})

describe('a patch', () => {
  it('finds thousands of nodes by their schema id without a search for each', () => {
    const inputs = Array.from({ length: 25_000 }, () => ({ schema_id: 'e', content: { value: 'x' } }))
    // Found one by one, they take longer than the limit of this test.
    const patched = patchTree(treeOf(8_000), schema, inputs)
    const errors = 'errors' in patched ? patched.errors.content : []
    expect([errors[7_999], errors[8_000]]).toEqual([{}, { schema_id: ["Datapoint 'e' not found."] }])
  })
})
