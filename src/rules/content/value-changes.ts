/** Which values differ between two trees of an annotation. */
import type { ContentNode } from './types.ts'

export interface ValueChange {
  node_id: number
  schema_id: string
  /** Null if it was empty, or if there was no such node. */
  before: string | null
  after: string | null
}

/** Returns the datapoints whose values differ, in the order of the tree, then those that are gone. Parts that both trees share are not read. */
export function valueChanges(before: readonly ContentNode[], after: readonly ContentNode[]): ValueChange[] {
  if (before === after) return []
  const former = new Map(before.map((node) => [node.id, node]))
  const found: ValueChange[] = []
  for (const node of after) {
    const was = former.get(node.id)
    former.delete(node.id)
    if (was !== node) found.push(...changesOf(was, node))
  }
  for (const gone of former.values()) found.push(...changesOf(gone, undefined))
  return found
}

function changesOf(was: ContentNode | undefined, is: ContentNode | undefined): ValueChange[] {
  const node = (is ?? was)!
  if (node.category !== 'datapoint') return valueChanges(childrenOf(was), childrenOf(is))
  const [before, after] = [valueOf(was), valueOf(is)]
  return before === after ? [] : [{ node_id: node.id, schema_id: node.schema_id, before, after }]
}

const childrenOf = (node: ContentNode | undefined): readonly ContentNode[] =>
  node && 'children' in node ? node.children : []

const valueOf = (node: ContentNode | undefined): string | null =>
  node?.category === 'datapoint' ? node.content?.value || null : null
