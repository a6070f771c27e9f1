/** Content in which nodes of the schema have new ids. */
import type { Names } from '../schema/field-renames.ts'
import { newIds } from '../schema/renames.ts'
import { contentNodes, copyJson } from './tree.ts'
import type { ContentTree } from './types.ts'

/** Returns the tree with the new ids of its nodes, also in grids. A node whose id another one has now matches no node of the schema. */
export function renameTree(tree: ContentTree, names: Names): ContentTree {
  if (names.size === 0) return tree
  const idOf = newIds(names)
  const next = copyJson(tree)
  for (const [node] of contentNodes(next)) {
    node.schema_id = idOf(node.schema_id)
    if (node.category !== 'multivalue') continue
    for (const part of node.grid?.parts ?? [])
      for (const column of part.columns) if (column.schema_id !== null) column.schema_id = idOf(column.schema_id)
  }
  return next
}
