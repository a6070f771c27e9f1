/** Traversal, copying and numbering of content trees. */
import type { ContentNode, ContentTree, DatapointNode, TakeIds } from './types.ts'

/** The id of a node without one; `numberNodes` replaces it. */
export const UNNUMBERED = 0

/** Yields every node, parents before children, with its parent. */
export function* contentNodes(
  tree: readonly ContentNode[],
  parent?: ContentNode,
): Generator<[ContentNode, ContentNode?]> {
  for (const node of tree) {
    yield [node, parent]
    if (node.category !== 'datapoint') yield* contentNodes(node.children, node)
  }
}

/** Yields every datapoint, including buttons, in the order of the tree. `hidden` is also true if an ancestor is hidden. */
export function* contentDatapoints(
  nodes: readonly ContentNode[],
  parents: readonly ContentNode[] = [],
): Generator<{ node: DatapointNode; parents: readonly ContentNode[]; hidden: boolean }> {
  for (const node of nodes) {
    if (node.category === 'datapoint')
      yield { node, parents, hidden: node.hidden || parents.some((parent) => 'hidden' in parent && parent.hidden) }
    else yield* contentDatapoints(node.children, [...parents, node])
  }
}

/** Returns the ids of the nodes that are hidden themselves or within a hidden node, in the form of messages. */
export function hiddenNodes(tree: ContentTree): ReadonlySet<string> {
  const hidden = new Set<string>()
  for (const [node, parent] of contentNodes(tree))
    if (('hidden' in node && node.hidden) || (parent && hidden.has(String(parent.id)))) hidden.add(String(node.id))
  return hidden
}

export function findNode(tree: readonly ContentNode[], id: number): ContentNode | undefined {
  for (const [node] of contentNodes(tree)) if (node.id === id) return node
  return undefined
}

/** Returns a deep copy. */
export function copyJson<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyJson) as T
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) copy[key] = copyJson(item)
  return copy as T
}

/** Assigns an id to every unnumbered node, in the order of the tree, with one call of `takeIds`. Changes the nodes. */
export function numberNodes(tree: ContentTree, takeIds: TakeIds): void {
  const nodes = [...contentNodes(tree)].map(([node]) => node).filter((node) => node.id === UNNUMBERED)
  if (nodes.length === 0) return
  const ids = takeIds(nodes.length)
  nodes.forEach((node, index) => (node.id = ids[index]!))
}

/**
 * Runs a rule that needs node ids from an asynchronous source (a database sequence): once to count the ids, then, if it needs any, with
 * that many real ones. `run` must be pure, as all rules are.
 */
export async function withIds<T>(
  run: (takeIds: TakeIds) => T,
  fetch: (count: number) => Promise<number[]>,
): Promise<T> {
  let needed = 0
  const counted = run((count) => {
    const from = needed + 1
    needed += count
    return Array.from({ length: count }, (_, index) => -from - index)
  })
  if (needed === 0) return counted
  const ids = await fetch(needed)
  let taken = 0
  return run((count) => ids.slice(taken, (taken += count)))
}
