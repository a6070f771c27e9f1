import { describe, expect, it } from 'vitest'
import { idRanges, joinTree, splitTree, type ContentPart } from '../../../src/rules/content/parts.ts'
import {
  contentNodes,
  type ContentTree,
  type MultivalueNode,
  type TupleNode,
} from '../../../src/rules/content/index.ts'
import { newMultivalue, newTuple, newDatapoint } from '../../../src/rules/content/new-node.ts'
import type { SchemaDatapoint, SchemaMultivalue, SchemaTuple } from '../../../src/rules/schema/types.ts'

const column = (id: string): SchemaDatapoint => ({ category: 'datapoint', id, label: id, type: 'string' })
const line: SchemaTuple = { category: 'tuple', id: 'line', label: 'Line', children: [column('text'), column('sum')] }
const lines = { category: 'multivalue', id: 'lines', label: 'Lines', children: line } as SchemaMultivalue

/** Rows have three nodes, with successive ids. */
const row = (id: number): TupleNode => {
  const cells = line.children.map((child, index) => ({ ...newDatapoint(child), id: id + index + 1 }))
  return { ...newTuple(line, cells), id }
}
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => row(1000 + 3 * (from + n)))
const tableOf = (children: TupleNode[]): MultivalueNode => ({ ...newMultivalue(lines, children), id: 2 })
const treeOf = (children: TupleNode[]): ContentTree => [
  {
    id: 1,
    schema_id: 'section',
    category: 'section',
    children: [{ ...newDatapoint(column('head')), id: 3 }, tableOf(children)],
  },
]
const known = (parts: ContentPart[]) => parts.map((part) => ({ ...part, ids: idRanges(part.nodes) }))
const sizes = (parts: ContentPart[]) => parts.map(({ nodes }) => nodes.length)

describe('the parts of a tree', () => {
  it('are none of a small tree, and of one whose tables are small', () => {
    const small = treeOf(rows(0, 100))
    expect(splitTree(small, [])).toEqual({ stored: small, parts: [] })
    expect(joinTree(small, [])).toBe(small)
  })

  it('contain all rows of a large table, and give the tree again', () => {
    const tree = treeOf(rows(0, 1000))
    const { stored, parts } = splitTree(tree, [])
    expect(Array.isArray(stored)).toBe(false)
    expect(JSON.stringify(stored).length).toBeLessThan(2000)
    expect(Math.max(...sizes(parts))).toBeLessThanOrEqual(67)
    expect(joinTree(stored, parts)).toEqual(tree)
  })

  it('keep their rows when others are added, removed and moved', () => {
    const all = rows(0, 1000)
    const { parts: before } = splitTree(treeOf(all), [])
    const changed = (next: TupleNode[]) => {
      const tree = treeOf(next)
      const { stored, parts } = splitTree(tree, known(before))
      expect(joinTree(stored, parts)).toEqual(tree)
      const old = new Map(before.map((part) => [part.place, JSON.stringify(part.nodes)]))
      return parts.filter(({ place, nodes }) => old.get(place) !== JSON.stringify(nodes))
    }
    expect(changed(all)).toEqual([])
    expect(changed([...all, row(90_000)])).toHaveLength(1)
    expect(changed(all.toSpliced(500, 1))).toHaveLength(1)
    expect(changed(all.toSpliced(0, 0, row(90_000)))).toHaveLength(1)
    expect(changed([...all.slice(100), ...all.slice(0, 100)]).length).toBeLessThanOrEqual(5)
    // A part that grows is divided, between its neighbours.
    const grown = changed(all.toSpliced(300, 0, ...rows(30_000, 30_200)))
    expect(grown.length).toBeGreaterThan(1)
    expect(grown.length).toBeLessThanOrEqual(6)
  })

  it('stay in order after any number of divisions in one spot', () => {
    let all = rows(0, 300)
    let { parts } = splitTree(treeOf(all), [])
    for (let round = 0; round < 80; round++) {
      all = all.toSpliced(100, 0, ...rows(10_000 + 200 * round, 10_140 + 200 * round))
      const tree = treeOf(all)
      const split = splitTree(tree, known(parts))
      parts = split.parts
      expect(joinTree(split.stored, parts)).toEqual(tree)
      expect(parts.map(({ place }) => place)).toEqual(
        [...new Set(parts.map(({ place }) => place))].sort((a, b) => a - b),
      )
    }
  })

  it('know the ids of all their nodes', () => {
    expect(idRanges([...rows(0, 2), row(2000)])).toBe('{[1000,1006),[2000,2003)}')
    const { parts } = splitTree(treeOf(rows(0, 1000)), [])
    const ids = parts.flatMap(({ nodes }) => [...contentNodes(nodes)].map(([{ id }]) => id))
    expect(ids).toHaveLength(3000)
  })
})
