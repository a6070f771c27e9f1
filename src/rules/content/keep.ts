/** Keeps values of earlier content in content that was read again: nothing that a person has entered or checked is lost with a new reading. */
import type { SchemaContent, SchemaTuple } from '../schema/types.ts'
import { newDatapoint, newTuple } from './new-node.ts'
import { copyJson, numberNodes, UNNUMBERED } from './tree.ts'
import type { ContentTree, DatapointNode, MultivalueNode, TakeIds, TupleNode } from './types.ts'
import { schemaLookup } from './write-node.ts'

/**
 * `entered`: the values that a person has validated, without their places if the new reading found another value, because the pages have
 * changed. `all`: all values, rows and places, because the pages are as they were.
 */
export type Keeps = 'entered' | 'all'

/**
 * Returns the tree with the values of `former` that are kept, matched by schema id. A kept datapoint keeps its id. Rows of tables:
 * `all` restores the former rows. `entered` writes the values of a person into the new row that has most values in common with the former
 * one; without such a row, the former row is added at the end, and its other values need a check.
 */
export function keepValues(
  tree: ContentTree,
  former: ContentTree,
  schema: SchemaContent,
  { keeps, takeIds }: { keeps: Keeps; takeIds: TakeIds },
): ContentTree {
  const next = copyJson(tree)
  const lookup = schemaLookup(schema)
  const known = new Map(former.flatMap(({ children }) => children.map((node) => [node.schema_id, node] as const)))
  for (const section of next)
    for (const node of section.children) {
      const old = known.get(node.schema_id)
      if (node.category === 'datapoint') {
        if (old?.category === 'datapoint') keepField(node, old, keeps)
        continue
      }
      const child = lookup.multivalue(node.schema_id)?.children
      if (old?.category !== 'multivalue' || !child) continue
      if (child.category === 'tuple') keepTable(node, old, child, keeps)
      else keepList(node, old, keeps)
    }
  numberNodes(next, takeIds)
  return next
}

const isEntered = ({ content, validation_sources }: DatapointNode): boolean =>
  content !== null && validation_sources.includes('human')

function keepField(node: DatapointNode, old: DatapointNode, keeps: Keeps): void {
  if (!node.content || !old.content) return
  if (keeps === 'all') return void Object.assign(node, copyJson(old))
  if (!isEntered(old)) return
  const { value, normalized_value } = old.content
  const place = value === node.content.value ? {} : { page: null, position: null }
  node.id = old.id
  node.content = { ...node.content, value, normalized_value, ...place }
  node.validation_sources = [...old.validation_sources]
  node.time_spent = old.time_spent
  node.time_spent_overall = old.time_spent_overall
  if (old.no_recalculation !== undefined) node.no_recalculation = old.no_recalculation
}

function keepList(list: MultivalueNode, old: MultivalueNode, keeps: Keeps): void {
  if (keeps === 'all') return void (list.children = copyJson(old.children))
  const items = list.children as DatapointNode[]
  for (const item of old.children as DatapointNode[]) {
    if (!isEntered(item)) continue
    const same = items.find(({ id, content }) => id === item.id || content?.value === item.content?.value)
    if (same) keepField(same, item, keeps)
    else if (item.content?.value) items.push(withoutPlace(item))
  }
}

function keepTable(table: MultivalueNode, old: MultivalueNode, tuple: SchemaTuple, keeps: Keeps): void {
  const formerRows = old.children as TupleNode[]
  if (keeps === 'all') {
    table.grid = copyJson(old.grid)
    table.children = formerRows.map((row) => ({ ...row, children: cellsOf(row, tuple, copyJson) }))
    return
  }
  const rows = table.children as TupleNode[]
  const find = rowFinder(rows)
  formerRows.forEach((row, index) => {
    const entered = row.children.filter(isEntered)
    if (!entered.length) return
    const target = find(row, index)
    for (const cell of target ? entered : []) {
      const fresh = target!.children.find(({ schema_id }) => schema_id === cell.schema_id)
      if (fresh) keepField(fresh, cell, keeps)
    }
    if (!target && entered.some(({ content }) => content?.value))
      rows.push(newTuple(tuple, cellsOf(row, tuple, withoutPlace)))
  })
}

const cellsOf = (row: TupleNode, tuple: SchemaTuple, keep: (cell: DatapointNode) => DatapointNode): DatapointNode[] =>
  tuple.children.map((column) => {
    const cell = row.children.find(({ schema_id }) => schema_id === column.id)
    return cell ? keep(cell) : newDatapoint(column)
  })

/** A value that the new reading has not found: nothing is known about its place, and only a person has validated it. */
const withoutPlace = (node: DatapointNode): DatapointNode => ({
  ...copyJson(node),
  id: isEntered(node) ? node.id : UNNUMBERED,
  content: node.content && { ...node.content, page: null, position: null },
  validation_sources: isEntered(node) || !node.content ? [...node.validation_sources] : [],
})

const textOf = ({ schema_id, content }: DatapointNode): string | null =>
  content?.value ? `${schema_id} ${content.normalized_value ?? content.value}` : null

/**
 * Returns a function that finds the row for a former one, and each row only once: the one with a cell that was kept before, or else the one
 * with most values in common, the nearest of several.
 */
function rowFinder(rows: readonly TupleNode[]): (row: TupleNode, index: number) => TupleNode | undefined {
  const free = new Set(rows.keys())
  const byId = new Map(rows.flatMap(({ children }, at) => children.map(({ id }) => [id, at] as const)))
  const byText = new Map<string, number[]>()
  for (const [at, { children }] of rows.entries())
    for (const cell of children) {
      const text = textOf(cell)
      if (text === null) continue
      const places = byText.get(text)
      if (places) places.push(at)
      else byText.set(text, [at])
    }
  return (row, index) => {
    const scores = new Map<number, number>()
    for (const cell of row.children) {
      const kept = byId.get(cell.id)
      if (kept !== undefined) scores.set(kept, Infinity)
      for (const at of byText.get(textOf(cell) ?? '') ?? []) scores.set(at, (scores.get(at) ?? 0) + 1)
    }
    let best: number | undefined
    for (const [at, score] of scores) {
      if (!free.has(at)) continue
      const most = best === undefined ? 0 : scores.get(best)!
      if (score > most || (score === most && Math.abs(at - index) < Math.abs(best! - index))) best = at
    }
    if (best === undefined) return undefined
    free.delete(best)
    return rows[best]
  }
}
