/** The content of an annotation as the screen shows it: sections with fields, lists and tables, each node with its part of the schema. */
import type {
  ContentNode,
  Datapoint,
  Multivalue,
  SchemaDatapoint,
  SchemaMultivalue,
  SchemaSection,
  Section,
} from '../../../api/types.ts'

/** A field of a form, or a cell of a table. */
export interface FieldView {
  /** Id of the node. */
  id: number
  schema: SchemaDatapoint
  node: Datapoint
  /** Id of the section in the content. */
  sectionId: number
  /** Ids of the table or list and of the row, if the field is in one. */
  tableId: number | null
  rowId: number | null
}

export interface ListView {
  kind: 'list'
  schema: SchemaMultivalue
  node: Multivalue
  items: FieldView[]
}

export interface TableView {
  kind: 'table'
  schema: SchemaMultivalue
  node: Multivalue
  /** The visible columns. */
  columns: SchemaDatapoint[]
  rows: { id: number; cells: FieldView[] }[]
}

export interface SectionView {
  id: number
  schema: SchemaSection
  entries: (({ kind: 'field' } & FieldView) | ListView | TableView)[]
}

/** Returns the visible sections in the order of the schema. Nodes without a part of the schema are left out. */
export function sectionViews(schema: readonly SchemaSection[], tree: readonly Section[]): SectionView[] {
  return schema.flatMap((part) => {
    const section = tree.find(({ schema_id }) => schema_id === part.id)
    if (!section || part.hidden) return []
    const entries = part.children.flatMap((child) => {
      const node = section.children.find(({ schema_id }) => schema_id === child.id)
      return node && !node.hidden ? entryOf(child, node, section.id) : []
    })
    return entries.length ? [{ id: section.id, schema: part, entries }] : []
  })
}

function entryOf(
  schema: SchemaDatapoint | SchemaMultivalue,
  node: Datapoint | Multivalue,
  sectionId: number,
): SectionView['entries'] {
  if (schema.category === 'datapoint')
    return node.category === 'datapoint'
      ? [{ kind: 'field', id: node.id, schema, node, sectionId, tableId: null, rowId: null }]
      : []
  if (node.category !== 'multivalue') return []
  const inner = schema.children
  if (inner.category === 'datapoint') {
    const items = node.children.flatMap((child) =>
      child.category === 'datapoint'
        ? [{ id: child.id, schema: inner, node: child, sectionId, tableId: node.id, rowId: null }]
        : [],
    )
    return [{ kind: 'list', schema, node, items }]
  }
  const columns = inner.children.filter(({ id, hidden }) => {
    const cells = node.children.flatMap((row) =>
      row.category === 'tuple' ? row.children.filter(({ schema_id }) => schema_id === id) : [],
    )
    // A rule or a hook may have hidden or shown a column in some rows only.
    return cells.length ? cells.some((cell) => !cell.hidden) : !hidden
  })
  const rows = node.children.flatMap((row) => {
    if (row.category !== 'tuple') return []
    const cells = columns.flatMap((column) => {
      const cell = row.children.find(({ schema_id }) => schema_id === column.id)
      return cell ? [{ id: cell.id, schema: column, node: cell, sectionId, tableId: node.id, rowId: row.id }] : []
    })
    return [{ id: row.id, cells }]
  })
  return [{ kind: 'table', schema, node, columns, rows }]
}

/** Returns all fields in the order of the form, with the cells of tables row by row. */
export const fieldsOf = (sections: readonly SectionView[]): FieldView[] =>
  sections.flatMap(({ entries }) =>
    entries.flatMap((entry) => {
      if (entry.kind === 'field') return [entry]
      return entry.kind === 'list' ? entry.items : entry.rows.flatMap(({ cells }) => cells)
    }),
  )

/** Yields all nodes of a tree. */
export function* nodesOf(nodes: readonly ContentNode[]): Generator<ContentNode> {
  for (const node of nodes) {
    yield node
    if ('children' in node) yield* nodesOf(node.children)
  }
}

/** Returns the tree with these nodes in place of those with the same id. */
export function withNodes<N extends ContentNode>(tree: readonly N[], changed: readonly ContentNode[]): N[] {
  if (!changed.length) return [...tree]
  const byId = new Map(changed.map((node) => [node.id, node]))
  const replace = (node: ContentNode): ContentNode => {
    const found = byId.get(node.id) ?? node
    return 'children' in found ? ({ ...found, children: found.children.map(replace) } as ContentNode) : found
  }
  return tree.map((node) => replace(node) as N)
}

/** Returns the datapoint with this id. */
export function datapointOf(tree: readonly Section[], id: number): Datapoint | undefined {
  for (const node of nodesOf(tree)) if (node.id === id && node.category === 'datapoint') return node
  return undefined
}
