/**
 * Converts existing content to a changed schema. Nodes are matched by category and schema id, wherever the new schema has them; the rest is
 * dropped, and new fields get new nodes.
 */
import type { SchemaContent, SchemaDatapoint, SchemaMultivalue, SchemaTuple } from '../schema/types.ts'
import { buildMultivalue, engineRows, fillHeader } from './build.ts'
import { normalize } from './formats.ts'
import { newDatapoint, newMultivalue, newTuple } from './new-node.ts'
import { vouchedInRow } from './row-checks.ts'
import { fillDatapoint, type EngineValues, type Sources } from './sources.ts'
import { contentNodes, copyJson, numberNodes, UNNUMBERED } from './tree.ts'
import type { ContentTree, DatapointNode, MultivalueNode, TakeIds, TupleNode } from './types.ts'
import { schemaLookup, type SchemaLookup } from './write-node.ts'

interface Old {
  lookup: SchemaLookup
  /** Datapoints by schema id in the order of the tree; several for items and cells. */
  datapoints: Map<string, DatapointNode[]>
  multivalues: Map<string, MultivalueNode>
  sections: Map<string, number>
  /** The table of each column. */
  tableOf: Map<string, MultivalueNode>
}

/**
 * Returns the tree in the structure of `schema`. Kept nodes keep their ids, values, positions and sources. New fields are filled from
 * `sources` as at import (pass `extraction: null` if the engine's values are not wanted: exported, deleted, purged, exporting and failed
 * exports). A field moved into a table goes to its first row; a field moved out of a table takes the first row's value. A field that
 * becomes a list is its only item; a list that becomes a field takes its first item.
 */
export function reshapeTree(
  tree: ContentTree,
  formerSchema: SchemaContent,
  schema: SchemaContent,
  options: Sources & { takeIds: TakeIds },
): ContentTree {
  const old = indexOld(copyJson(tree), formerSchema)
  const next: ContentTree = schema.map((section) => ({
    id: old.sections.get(section.id) ?? UNNUMBERED,
    schema_id: section.id,
    category: 'section',
    children: section.children.map((child) => {
      if (child.category === 'datapoint') return keepFirst(child, old) ?? fillHeader(child, options)
      return child.children.category === 'tuple'
        ? reshapeTable(child, child.children, old, options)
        : reshapeList(child, child.children, old, options)
    }),
  }))
  numberNodes(next, options.takeIds)
  return next
}

function indexOld(tree: ContentTree, schema: SchemaContent): Old {
  const old: Old = {
    lookup: schemaLookup(schema),
    datapoints: new Map(),
    multivalues: new Map(),
    sections: new Map(tree.map((section) => [section.schema_id, section.id])),
    tableOf: new Map(),
  }
  for (const [node] of contentNodes(tree)) {
    if (node.category === 'multivalue') old.multivalues.set(node.schema_id, node)
    if (node.category !== 'datapoint') continue
    const known = old.datapoints.get(node.schema_id)
    if (known) known.push(node)
    else old.datapoints.set(node.schema_id, [node])
  }
  for (const table of old.multivalues.values())
    for (const row of table.children)
      if (row.category === 'tuple') for (const cell of row.children) old.tableOf.set(cell.schema_id, table)
  return old
}

const keepFirst = (field: SchemaDatapoint, old: Old): DatapointNode | undefined => {
  const node = old.datapoints.get(field.id)?.[0]
  return node && adapt(node, field, old)
}

function reshapeList(list: SchemaMultivalue, item: SchemaDatapoint, old: Old, sources: Sources): MultivalueNode {
  const kept = (old.datapoints.get(item.id) ?? []).map((node) => adapt(node, item, old))
  const known = old.multivalues.get(list.id)
  if (!kept.length && !known) return buildMultivalue(list, sources)
  return adaptMultivalue(list, known, kept, old)
}

function reshapeTable(table: SchemaMultivalue, tuple: SchemaTuple, old: Old, sources: Sources): MultivalueNode {
  const origin = originOf(table, tuple, old)
  const movedIn = tuple.children.some((column) => !old.tableOf.has(column.id) && old.datapoints.get(column.id)?.length)
  if (!origin && !movedIn) return buildMultivalue(table, sources)
  const rows = origin ? (origin.children as TupleNode[]) : []
  // New columns get the engine's cells only if its rows are still the table's rows.
  const cells = engineRows(table, tuple, sources.extraction)
  const engine = cells.length === rows.length ? cells : []
  const count = Math.max(rows.length, movedIn ? 1 : 0)
  const children = Array.from({ length: count }, (_, index) => {
    const row = rows[index]
    const columns = tuple.children.map((column) => {
      const elsewhere = old.tableOf.get(column.id) !== origin
      const node = elsewhere
        ? index === 0 && old.datapoints.get(column.id)?.[0]
        : row?.children.find((cell) => cell.schema_id === column.id)
      if (node) return adapt(node, column, old)
      return elsewhere && old.datapoints.has(column.id)
        ? newDatapoint(column)
        : fillCell(column, engine[index] ?? {}, sources)
    })
    if (row?.schema_id !== tuple.id) return newTuple(tuple, columns)
    return { ...row, children: columns }
  })
  return adaptMultivalue(table, old.multivalues.get(table.id), children, old, origin)
}

const fillCell = (column: SchemaDatapoint, cells: EngineValues, sources: Sources) =>
  fillDatapoint(column, cells, vouchedInRow(cells), sources)

/** Returns the old table whose rows are kept: the one with the same id, otherwise the one that had most of the columns. */
function originOf(table: SchemaMultivalue, tuple: SchemaTuple, old: Old): MultivalueNode | undefined {
  const same = old.multivalues.get(table.id)
  if (same && (same.children.length === 0 || same.children[0]!.category === 'tuple')) return same
  const votes = new Map<MultivalueNode, number>()
  for (const column of tuple.children) {
    const from = old.tableOf.get(column.id)
    if (from) votes.set(from, (votes.get(from) ?? 0) + 1)
  }
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0]
}

function adaptMultivalue(
  schema: SchemaMultivalue,
  known: MultivalueNode | undefined,
  children: TupleNode[] | DatapointNode[],
  old: Old,
  origin?: MultivalueNode,
): MultivalueNode {
  const fresh = newMultivalue(schema, children)
  if (!known) return fresh
  const wasHidden = old.lookup.multivalue(schema.id)?.hidden ?? false
  return {
    ...known,
    hidden: wasHidden === fresh.hidden ? known.hidden : fresh.hidden,
    grid: origin === known ? known.grid : null,
    children,
  }
}

/** Updates a kept node from its schema node. Values are kept, regardless of the new format or constraints. */
function adapt(node: DatapointNode, field: SchemaDatapoint, old: Old): DatapointNode {
  const fresh = newDatapoint(field)
  const former = old.lookup.field(field.id)
  if (!node.content || !fresh.content) return { ...fresh, id: node.id, content: node.content ? null : fresh.content }
  const sameType = former.type === field.type && former.enum_value_type === field.enum_value_type
  const sameOptions = JSON.stringify(former.options ?? []) === JSON.stringify(field.options ?? [])
  const { options, no_recalculation, ...rest } = node
  return {
    ...rest,
    content: sameType ? node.content : { ...node.content, normalized_value: normalize(field, node.content.value) },
    hidden: (former.hidden ?? false) === fresh.hidden ? node.hidden : fresh.hidden,
    ...(fresh.no_recalculation === undefined ? {} : { no_recalculation: no_recalculation ?? false }),
    ...(fresh.options ? { options: sameOptions ? (options ?? fresh.options) : fresh.options } : {}),
  }
}
