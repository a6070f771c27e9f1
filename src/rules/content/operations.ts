/**
 * `replace`, `add` and `remove` on a content tree. Operations of users are atomic: if one is invalid, none is applied. Invalid operations
 * of a hook are skipped and reported.
 */
import { EXPECTED_LIST, EXPECTED_OBJECT, isObject, notAChoice, REQUIRED, type NodeErrors } from '../schema/checks.ts'
import type { SchemaContent, SchemaMultivalue } from '../schema/types.ts'
import { newDatapoint, newTuple } from './new-node.ts'
import { contentNodes, copyJson, numberNodes } from './tree.ts'
import type { ContentNode, ContentTree, DatapointNode, TakeIds, TupleNode } from './types.ts'
import {
  checkNodeInput,
  schemaLookup,
  writeNode,
  type NodeInput,
  type Origin,
  type SchemaLookup,
} from './write-node.ts'

export interface Change {
  op: 'replace' | 'add' | 'remove'
  /** The datapoint that was replaced, or the row or item that was added or removed. */
  id: number
  schema_id: string
}
type OperationError = string[] | NodeErrors
export interface OperationErrors {
  /** By the index of the operation; a list if `operations` is not a list. */
  operations: string[] | Record<string, OperationError>
}
export interface Applied {
  /** The new tree; the original object if nothing was applied. */
  tree: ContentTree
  changes: Change[]
  /** Why operations were rejected (`user`: none was applied) or skipped (`hook`). */
  errors: OperationErrors | null
}

type Json = Record<string, unknown>
interface Place {
  node: ContentNode
  parent: ContentNode | undefined
}
/** Nodes of a tree after rows and items were added. */
const MAX_NODES = 50_000
const TOO_MANY = `The content of an annotation may have at most ${MAX_NODES} nodes.`

interface Work {
  places: Map<number, Place>
  /** The number of nodes in the tree. */
  size: number
  /** Removed rows and items. They leave the lists of their parents at the end, all at once: one by one would take quadratic time. */
  removed: Set<ContentNode>
  lookup: SchemaLookup
  origin: Origin
}
/** The result of an operation, or its errors. The node's id is read at the end, when new nodes have got theirs. */
type Outcome = { node: ContentNode } | { error: OperationError } | null

/**
 * Applies operations sent by clients or hooks. Values are parsed and written in the field's format. Added nodes get ids from `takeIds`,
 * which is called once. The original tree is not changed.
 */
export function applyOperations(
  tree: ContentTree,
  schema: SchemaContent,
  operations: unknown,
  options: { origin: 'user' | 'hook'; takeIds: TakeIds },
): Applied {
  if (!Array.isArray(operations)) {
    const wrong = operations === undefined || operations === null ? REQUIRED : EXPECTED_LIST
    return { tree, changes: [], errors: { operations: [wrong] } }
  }
  const next = copyJson(tree)
  const places = new Map([...contentNodes(next)].map(([node, parent]) => [node.id, { node, parent }]))
  const work: Work = {
    places,
    size: places.size,
    removed: new Set(),
    lookup: schemaLookup(schema),
    origin: options.origin,
  }
  const done: { op: Change['op']; node: ContentNode }[] = []
  const errors: Record<string, OperationError> = {}
  operations.forEach((operation: unknown, index) => {
    const outcome = applyOne(work, operation)
    if (outcome && 'error' in outcome) errors[index] = outcome.error
    else if (outcome) done.push({ op: (operation as { op: Change['op'] }).op, node: outcome.node })
  })
  const failed = Object.keys(errors).length > 0
  if (failed && options.origin === 'user') return { tree, changes: [], errors: { operations: errors } }
  if (work.removed.size) dropRemoved(next, work.removed)
  if (done.length) numberNodes(next, options.takeIds)
  return {
    tree: done.length ? next : tree,
    changes: done.map(({ op, node }) => ({ op, id: node.id, schema_id: node.schema_id })),
    errors: failed ? { operations: errors } : null,
  }
}

function applyOne(work: Work, operation: unknown): Outcome {
  if (!isObject(operation)) return { error: [EXPECTED_OBJECT] }
  const { op, id } = operation
  if (op === undefined) return { error: { op: [REQUIRED] } }
  if (op !== 'replace' && op !== 'add' && op !== 'remove') return { error: { op: [notAChoice(op)] } }
  if (id === undefined || id === null) return { error: { id: [REQUIRED] } }
  const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id
  if (!Number.isSafeInteger(number)) return { error: { id: ['A valid integer is required.'] } }
  const place = work.places.get(number as number)
  if (!place) return { error: [`Datapoint ${number as number} not found.`] }
  if (op === 'replace') return replace(work, place.node, operation.value)
  return op === 'add' ? add(work, place.node, operation) : remove(work, place)
}

function replace({ lookup, origin }: Work, node: ContentNode, value: unknown): Outcome {
  if (node.category !== 'datapoint') return { error: ['Only datapoints can be replaced.'] }
  if (value === undefined) return { error: { value: [REQUIRED] } }
  const field = lookup.field(node.schema_id)
  const errors = checkNodeInput(value, field)
  if (errors) return { error: { value: errors } }
  return writeNode(node, field, value as NodeInput, origin) ? { node } : null
}

function remove(work: Work, { node, parent }: Place): Outcome {
  if (parent?.category !== 'multivalue') return { error: ['Only children of multivalues can be removed.'] }
  work.removed.add(node)
  for (const [each] of contentNodes([node])) {
    work.places.delete(each.id)
    work.size--
  }
  return { node }
}

function dropRemoved(tree: ContentTree, removed: ReadonlySet<ContentNode>): void {
  const ids = new Set([...removed].map(({ id }) => id))
  for (const [node] of contentNodes(tree)) {
    if (node.category !== 'multivalue') continue
    const children = node.children as ContentNode[]
    if (!children.some((child) => removed.has(child))) continue
    ;(node as { children: ContentNode[] }).children = children.filter((child) => !removed.has(child))
    for (const part of node.grid?.parts ?? [])
      part.rows = part.rows.filter((row) => row.tuple_id === null || !ids.has(row.tuple_id))
  }
}

function add(work: Work, node: ContentNode, operation: Json): Outcome {
  const multivalue = node.category === 'multivalue' ? work.lookup.multivalue(node.schema_id) : undefined
  if (!multivalue || node.category !== 'multivalue') return { error: ['Only multivalues can be extended.'] }
  if (operation.value === undefined || operation.value === null) return { error: { value: [REQUIRED] } }
  const { children } = multivalue
  const size = children.category === 'datapoint' ? 1 : 1 + children.children.length
  if (work.size + size > MAX_NODES) return { error: [TOO_MANY] }
  const child = newChild(work, multivalue, operation)
  if ('error' in child) return child
  work.size += size
  ;(node as { children: ContentNode[] }).children.push(child.node)
  return child
}

function newChild(
  work: Work,
  multivalue: SchemaMultivalue,
  operation: Json,
): { node: TupleNode | DatapointNode } | { error: OperationError } {
  const { children } = multivalue
  const { value, validation_sources } = operation
  if (children.category === 'datapoint') {
    // Some clients wrap a single item in a list, as for tables.
    const input = Array.isArray(value) && value.length === 1 ? value[0] : value
    const errors = checkNodeInput(input, children) ?? checkNodeInput({ validation_sources }, children)
    if (errors) return { error: { value: errors } }
    const item = newDatapoint(children)
    writeNode(item, children, withSources(input, validation_sources), work.origin)
    return { node: item }
  }
  if (!Array.isArray(value)) return { error: { value: [EXPECTED_LIST] } }
  const cells = children.children.map((column) => newDatapoint(column))
  const errors = value.map((cell: unknown): NodeErrors => {
    if (!isObject(cell)) return { non_field_errors: [EXPECTED_OBJECT] }
    const at = children.children.findIndex((column) => column.id === cell.schema_id)
    const column = children.children[at]
    if (!column) return { schema_id: [cell.schema_id === undefined ? REQUIRED : notAChoice(cell.schema_id)] }
    const wrong = checkNodeInput(cell, column) ?? checkNodeInput({ validation_sources }, column)
    if (!wrong) writeNode(cells[at]!, column, withSources(cell, validation_sources), work.origin)
    return wrong ?? {}
  })
  if (errors.some((each) => Object.keys(each).length)) return { error: { value: errors } }
  return { node: newTuple(children, cells) }
}

/** Applies the sources of the operation to every cell without its own. */
const withSources = (cell: unknown, sources: unknown): NodeInput =>
  (sources && !(cell as NodeInput).validation_sources
    ? { ...(cell as object), validation_sources: sources }
    : cell) as NodeInput
