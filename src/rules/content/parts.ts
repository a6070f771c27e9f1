/**
 * How content is stored: small trees whole, large ones with the rows of their tables in parts, so that a change of one node concerns one
 * part.
 */
import { contentNodes } from './tree.ts'
import type { ContentNode, ContentTree, DatapointNode, MultivalueNode, TupleNode } from './types.ts'

/** Trees with more nodes are split: so many take about as long to read and write as all other work of a request. */
const MAX_WHOLE = 500
/** Nodes of a part, at first; parts that grow to twice as many are divided. A row is never divided. */
const PART_NODES = 200

/** A whole tree, or one whose large tables are empty because their rows are stored in parts. */
export type StoredTree = ContentTree | { sections: ContentTree }
export type RowNode = TupleNode | DatapointNode

/** Successive rows of a table or list. */
export interface ContentPart {
  multivalue_id: number
  /** Parts of a table are in the order of their places. */
  place: number
  nodes: RowNode[]
}

/** The place of a part that is stored already, and the ids of its nodes as a multirange of PostgreSQL. */
export interface KnownPart {
  multivalue_id: number
  place: number
  ids: string
}

/** Splits a tree for storage. Rows stay in the parts in which they are already. */
export function splitTree(
  tree: ContentTree,
  known: readonly KnownPart[],
): { stored: StoredTree; parts: ContentPart[] } {
  if (!hasMore([...tree], MAX_WHOLE)) return { stored: tree, parts: [] }
  const parts: ContentPart[] = []
  const sections = tree.map((section) => ({
    ...section,
    children: section.children.map((child) => {
      if (child.category !== 'multivalue' || !hasMore(child.children, PART_NODES)) return child
      parts.push(...partsOf(child, known))
      return { ...child, children: [] }
    }),
  }))
  return parts.length ? { stored: { sections }, parts } : { stored: tree, parts: [] }
}

export const isLargeTree = (tree: ContentTree): boolean => hasMore(tree, MAX_WHOLE)

function hasMore(nodes: readonly ContentNode[], most: number): boolean {
  let count = 0
  for (const _ of contentNodes(nodes)) if (++count > most) return true
  return false
}

function partsOf({ id, children }: MultivalueNode, known: readonly KnownPart[]): ContentPart[] {
  const old = known
    .filter(({ multivalue_id }) => multivalue_id === id)
    .map(({ place, ids }) => ({ place, ranges: rangesOf(ids) }))
    .sort((a, b) => a.place - b.place)
  const holds = (part: (typeof old)[number], { id: row }: RowNode) =>
    part.ranges.some(([from, to]) => row >= from && row < to)
  let at = 0
  const placeOf = (row: RowNode) => {
    // Most rows are in the same part as the one before, or in the next one.
    for (const near of [at, at + 1]) if (old[near] && holds(old[near], row)) return old[(at = near)]
    return old.find((part) => holds(part, row))
  }
  const groups: ContentPart[] = []
  let last = 0
  for (const row of children) {
    const place = old.length ? placeOf(row)?.place : undefined
    const group = groups.at(-1)
    // New rows, and rows that were moved up, stay with the row before them.
    if (!group || (place !== undefined && place > last)) {
      last = place ?? old[0]?.place ?? 0
      groups.push({ multivalue_id: id, place: last, nodes: [row] })
    } else group.nodes.push(row)
  }
  const parts = groups.flatMap((group, index) => divide(group, groups[index + 1]?.place))
  // After very many divisions in one spot no number is left between two places.
  const isOrdered = parts.every(({ place }, index) => index === 0 || place > parts[index - 1]!.place)
  return isOrdered ? parts : parts.map((part, index) => ({ ...part, place: index }))
}

/** Divides a part that has grown too large; the new places are between its own and the next one. */
function divide(part: ContentPart, next: number | undefined): ContentPart[] {
  const size = (row: RowNode) => (row.category === 'tuple' ? 1 + row.children.length : 1)
  const total = part.nodes.reduce((sum, row) => sum + size(row), 0)
  if (total <= 2 * PART_NODES) return [part]
  const lists: RowNode[][] = [[]]
  let count = 0
  for (const row of part.nodes) {
    if (count >= PART_NODES) {
      lists.push([])
      count = 0
    }
    lists.at(-1)!.push(row)
    count += size(row)
  }
  const step = next === undefined ? 1 : (next - part.place) / lists.length
  return lists.map((nodes, index) => ({ ...part, place: part.place + index * step, nodes }))
}

/** Joins a stored tree with its parts, in their order. */
export function joinTree(stored: StoredTree, parts: readonly Omit<ContentPart, 'place'>[]): ContentTree {
  if (Array.isArray(stored)) return stored
  const rows = Map.groupBy(parts, ({ multivalue_id }) => multivalue_id)
  return stored.sections.map((section) => ({
    ...section,
    children: section.children.map((child) => {
      const found = child.category === 'multivalue' ? rows.get(child.id) : undefined
      return found ? ({ ...child, children: found.flatMap(({ nodes }) => nodes) } as MultivalueNode) : child
    }),
  }))
}

/** Returns the ids of nodes and of those below them as a multirange. */
export function idRanges(nodes: readonly ContentNode[]): string {
  const ids = [...contentNodes(nodes)].map(([{ id }]) => id).sort((a, b) => a - b)
  const ranges: [number, number][] = []
  for (const id of ids) {
    const last = ranges.at(-1)
    if (last && last[1] === id) last[1] = id + 1
    else ranges.push([id, id + 1])
  }
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join()}}`
}

const rangesOf = (ids: string): [number, number][] =>
  [...ids.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)])
