/** Copies content to another annotation. */
import { contentNodes, copyJson } from './tree.ts'
import type { ContentTree, TakeIds } from './types.ts'

/** Returns a copy of the tree with new ids, also in grids. `ids` maps old ids to new ones. */
export function renumberTree(tree: ContentTree, takeIds: TakeIds): { tree: ContentTree; ids: Map<number, number> } {
  const next = copyJson(tree)
  const nodes = [...contentNodes(next)].map(([node]) => node)
  const fresh = takeIds(nodes.length)
  const ids = new Map(nodes.map((node, index) => [node.id, fresh[index]!]))
  for (const node of nodes) {
    node.id = ids.get(node.id)!
    if (node.category !== 'multivalue') continue
    for (const row of node.grid?.parts.flatMap((part) => part.rows) ?? [])
      row.tuple_id = row.tuple_id === null ? null : (ids.get(row.tuple_id) ?? null)
  }
  return { tree: next, ids }
}
