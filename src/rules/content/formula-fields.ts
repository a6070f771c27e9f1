/** `field` in formulas: the values of a content tree, with their types. */
import { isoDateParts } from './date-format.ts'
import { contentNodes } from './tree.ts'
import type { ContentNode, ContentTree, DatapointNode, MultivalueNode, TupleNode } from './types.ts'
import { valueTypeOf } from '../schema/defaults.ts'
import type { SchemaContent, SchemaDatapoint, SchemaNode } from '../schema/types.ts'
import { datapoints, nodesById } from '../schema/walk.ts'
import { DateValue, Empty, fromJson, listOf, Sequence, spend, type Host, type Value } from '@sheaf/formula'

/** Keys of a data node and of its content that `field.x.attr` reads; other names are keys of the schema. */
const DATA = new Set([
  'validation_sources',
  'hidden',
  'options',
  'no_recalculation',
  'time_spent',
  'time_spent_overall',
  'id',
  'schema_id',
])
const CONTENT = new Set(
  'page position value normalized_value rir_confidence rir_text rir_page rir_position ocr_text connector_text'.split(
    ' ',
  ),
)

/** A row of a table, or an item of a list of single fields. */
export type Row = TupleNode | DatapointNode

/** The fields of one document. Reads the nodes at the time of each access, so that it sees what formulas wrote before. */
export class Fields {
  readonly #declared: ReadonlyMap<string, SchemaNode>
  /** The ids of tables and lists by the ids of their fields. */
  readonly #columns: ReadonlyMap<string, string>
  readonly #nodes = new Map<string, ContentNode[]>()
  /** Tables and lists by their rows, items and cells. */
  readonly #tables = new Map<ContentNode, ContentNode>()

  constructor(tree: ContentTree, schema: SchemaContent) {
    this.#declared = nodesById(schema)
    this.#columns = new Map(
      [...datapoints(schema)].flatMap(({ field, multivalue }) => (multivalue ? [[field.id, multivalue.id]] : [])),
    )
    for (const [node, parent] of contentNodes(tree)) {
      if (parent && parent.category !== 'section') this.#tables.set(node, this.#tables.get(parent) ?? parent)
      const known = this.#nodes.get(node.schema_id)
      if (known) known.push(node)
      else this.#nodes.set(node.schema_id, [node])
    }
  }

  /** All nodes with this id in the schema, in the order of the document. */
  nodes(id: string): readonly ContentNode[] {
    return this.#nodes.get(id) ?? []
  }

  /** Returns true if the schema has a field, row or table with this id. */
  isDeclared(id: string): boolean {
    const node = this.#declared.get(id)
    return node !== undefined && node.category !== 'section'
  }

  isColumn(id: string): boolean {
    return this.#columns.has(id)
  }

  /** Returns the table or list of a node; outside of tables the node itself. */
  tableOf(node: ContentNode): ContentNode {
    return this.#tables.get(node) ?? node
  }

  /** Returns the rows of the table that has this column, or the items of the list of this field. */
  rowsWith(column: string): Row[] {
    return this.nodes(this.#columns.get(column) ?? '').flatMap((node): Row[] =>
      node.category === 'multivalue' ? [...node.children] : [],
    )
  }

  /**
   * Returns `field` for a formula. Within `row`, its columns are single values; elsewhere they are all values. An unknown id is an
   * AttributeError of the formula.
   */
  host(row: Row | null): Host {
    const cells = new Map<string, DatapointNode>()
    for (const cell of row === null ? [] : row.category === 'tuple' ? row.children : [row])
      cells.set(cell.schema_id, cell)
    return {
      host: 'field',
      attribute: (id) => {
        const declaration = this.#declared.get(id)
        if (!declaration || declaration.category === 'section') return undefined
        if (declaration.category !== 'datapoint') return this.#table(declaration, this.nodes(id))
        const all = this.nodes(id) as readonly DatapointNode[]
        const inTable = this.isColumn(id)
        return fieldOf(declaration, cells.get(id) ?? (inTable ? undefined : all[0]), inTable ? all : null)
      },
    }
  }

  /** A table: its rows, which have their columns as attributes, or the values of a list of single fields. */
  #table(declaration: SchemaNode, nodes: readonly ContentNode[]): Host {
    const read = (): Value[] => {
      const children = nodes.flatMap((node): readonly ContentNode[] =>
        node.category === 'multivalue' ? (node as MultivalueNode).children : [node],
      )
      spend(children.length)
      return children.map((child) => {
        if (child.category !== 'datapoint') return this.#row(child as TupleNode)
        const own = this.#declared.get(child.schema_id)
        return own?.category === 'datapoint' ? typed(own, child) : null
      })
    }
    let rows: Value | undefined
    return {
      host: 'table',
      get value() {
        return (rows ??= listOf(read()))
      },
      iterate: read,
      attribute: (name) =>
        name === 'attr'
          ? attributesOf(declaration, nodes[0])
          : name === 'all_values'
            ? new Sequence('column', read())
            : undefined,
    }
  }

  #row(row: TupleNode): Host {
    return {
      host: 'row',
      attribute: (name) => {
        const node = row.children.find(({ schema_id }) => schema_id === name)
        const declaration = this.#declared.get(name)
        return node && declaration?.category === 'datapoint' ? fieldOf(declaration, node, [node]) : undefined
      },
    }
  }
}

/** A field: its value, `attr`, and for columns (`all` is not null) `all_values`. Without a node, a column is all its values. */
function fieldOf(
  declaration: SchemaDatapoint,
  node: DatapointNode | undefined,
  all: readonly DatapointNode[] | null,
): Host {
  const column = (nodes: readonly DatapointNode[]) => {
    spend(nodes.length)
    return new Sequence(
      'column',
      nodes.map((one) => typed(declaration, one)),
    )
  }
  let value: Value | undefined
  return {
    host: 'field',
    get value() {
      return (value ??= all && !node ? column(all) : typed(declaration, node))
    },
    attribute: (name) => {
      if (name === 'attr') return attributesOf(declaration, node)
      return name === 'all_values' && all ? column(all) : undefined
    },
  }
}

/** Returns the value with the type of the field. Unset and unparsable numbers and dates are `Empty`. */
export function typed(declaration: SchemaDatapoint, node: DatapointNode | undefined): Value {
  const type = valueTypeOf(declaration)
  const { value = '', normalized_value = null } = node?.content ?? {}
  if (type === 'string') return value
  if (normalized_value === null) return Empty.value
  if (type === 'date') {
    const { year, month, day } = isoDateParts(normalized_value)
    return DateValue.of(year, month, day)
  }
  return Number(normalized_value)
}

function attributesOf(declaration: SchemaNode, node: ContentNode | undefined): Host {
  return {
    host: 'attr',
    attribute: (name) => {
      if (DATA.has(name)) return fromJson(node && valueAt(node, name))
      if (CONTENT.has(name)) return fromJson(node && 'content' in node && node.content && valueAt(node.content, name))
      const isOwn = Object.hasOwn(declaration, name) && name !== 'children'
      return isOwn ? fromJson(valueAt(declaration, name)) : undefined
    },
  }
}

const valueAt = (object: object, key: string): unknown => Object.entries(object).find(([name]) => name === key)?.[1]
