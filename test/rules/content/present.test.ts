import { expect, it } from 'vitest'
import { presentTree } from '../../../src/rules/content/index.ts'

interface Node {
  category: string
  id: string
  children?: Node[]
}
const tree: Node[] = [
  { category: 'section', id: 'head', children: [{ category: 'datapoint', id: 'number' }] },
  {
    category: 'section',
    id: 'lines',
    children: [{ category: 'multivalue', id: 'items', children: [{ category: 'datapoint', id: 'item' }] }],
  },
]

it('builds the representation of a node from those of its children, in order', () => {
  const shown = presentTree(tree, (node: Node, children: () => string[]): string => `${node.id}(${children().join()})`)
  expect(shown).toEqual(['head(number())', 'lines(items(item()))'])
})

it('omits a node whose representation is null, with all nodes below it', () => {
  const visited: string[] = []
  const shown = presentTree(tree, ({ id }: Node, children: () => unknown[]): object | null => {
    visited.push(id)
    return id === 'items' ? null : { id, children: children() }
  })
  expect(shown).toEqual([
    { id: 'head', children: [{ id: 'number', children: [] }] },
    { id: 'lines', children: [] },
  ])
  expect(visited).not.toContain('item')
})
