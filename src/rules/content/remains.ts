/** What a change of a schema removes from content, so that an undo of the change can return it. */
import type { ContentNode, ContentTree, DatapointNode, MultivalueNode, TupleNode } from './types.ts'
import { contentNodes, copyJson } from './tree.ts'

/** Removed nodes: fields and tables as a whole, and cells by the id of their row. */
export interface Remains {
  nodes: (DatapointNode | MultivalueNode)[]
  cells: Record<string, DatapointNode[]>
}

const hasValue = (node: ContentNode): boolean =>
  [...contentNodes([node])].some(([one]) => one.category === 'datapoint' && Boolean(one.content?.value))

/** Returns what `after`, which was made from `before`, has lost or has moved out of a table; null if no value is among it. */
export function remainsOf(before: ContentTree, after: ContentTree): Remains | null {
  const kept = new Map([...contentNodes(after)].map(([node]) => [node.id, node]))
  const remains: Remains = { nodes: [], cells: {} }
  let isLost = false
  const lose = (node: ContentNode) => {
    if ([...contentNodes([node])].some(([one]) => !kept.has(one.id) && hasValue(one))) isLost = true
  }
  for (const section of before)
    for (const node of section.children) {
      const now = kept.get(node.id)
      if (node.category === 'datapoint') {
        if (now) continue
        remains.nodes.push(node)
        lose(node)
      } else if (!now || now.category !== 'multivalue' || !hasRows(now, node)) {
        remains.nodes.push(node)
        lose(node)
      } else {
        for (const row of node.children as TupleNode[]) {
          const stays = new Set((kept.get(row.id) as TupleNode).children.map(({ id }) => id))
          const cells = row.children.filter(({ id }) => !stays.has(id))
          if (cells.length === 0) continue
          remains.cells[row.id] = cells
          cells.forEach(lose)
        }
      }
    }
  return isLost ? remains : null
}

/** Whether the table still has all rows of `former`. */
function hasRows(now: MultivalueNode, former: MultivalueNode): boolean {
  const ids = new Set(now.children.map(({ id }) => id))
  return former.children.every((row) => ids.has(row.id)) && former.children[0]?.category !== 'datapoint'
}

/**
 * Returns the tree with the removed nodes for a conversion to the former schema. Nodes that still are elsewhere in the tree return from there,
 * with their present values. Cells of rows that no longer exist stay removed.
 */
export function withRemains(tree: ContentTree, remains: Remains): ContentTree {
  const next = copyJson(tree)
  const former = copyJson(remains)
  const rows = new Map<number, TupleNode>()
  const present = new Map<number, DatapointNode>()
  for (const [node] of contentNodes(next)) {
    if (node.category === 'tuple') rows.set(node.id, node)
    if (node.category === 'datapoint') present.set(node.id, node)
  }
  const cells = Object.entries(former.cells).flatMap(([row, nodes]) => (rows.has(Number(row)) ? nodes : []))
  const returning = new Set([...contentNodes(former.nodes), ...contentNodes(cells)].map(([node]) => node.id))
  const asNow = (node: DatapointNode): DatapointNode => present.get(node.id) ?? node
  for (const section of next) section.children = withoutIds(section.children, returning)
  const [first] = next
  if (!first) return next
  for (const node of former.nodes)
    first.children.push(node.category === 'datapoint' ? asNow(node) : withNow(node, asNow))
  for (const [row, nodes] of Object.entries(former.cells)) rows.get(Number(row))?.children.push(...nodes.map(asNow))
  return next
}

function withoutIds(
  nodes: (DatapointNode | MultivalueNode)[],
  ids: ReadonlySet<number>,
): (DatapointNode | MultivalueNode)[] {
  return nodes.flatMap((node) => {
    if (ids.has(node.id)) return []
    if (node.category === 'datapoint') return node
    for (const row of node.children)
      if (row.category === 'tuple') row.children = row.children.filter(({ id }) => !ids.has(id))
    return node.children[0]?.category === 'datapoint'
      ? { ...node, children: (node.children as DatapointNode[]).filter(({ id }) => !ids.has(id)) }
      : node
  })
}

const withNow = (table: MultivalueNode, asNow: (node: DatapointNode) => DatapointNode): MultivalueNode => ({
  ...table,
  children: table.children.map((row) =>
    row.category === 'tuple' ? { ...row, children: row.children.map(asNow) } : asNow(row),
  ) as TupleNode[] | DatapointNode[],
})
