/** PATCH of a content tree or of one node: only what the request contains is changed. */
import {
  boolean,
  checkKeys,
  choice,
  EXPECTED_LIST,
  EXPECTED_OBJECT,
  integer,
  isObject,
  listOf,
  REQUIRED,
  shape,
  text,
  textList,
  type Check,
  type NodeErrors,
} from '../schema/checks.ts'
import type { SchemaContent, SchemaMultivalue } from '../schema/types.ts'
import { contentNodes, copyJson, findNode } from './tree.ts'
import type { ContentNode, ContentTree, GridPart, MultivalueNode } from './types.ts'
import {
  checkNodeInput,
  schemaLookup,
  seconds,
  writeNode,
  type NodeInput,
  type Places,
  type SchemaLookup,
} from './write-node.ts'

type Json = Record<string, unknown>

export type PatchedTree = { tree: ContentTree; changed: number[] } | { errors: { content: string[] | NodeErrors[] } }
export type PatchedNode = { tree: ContentTree; node: ContentNode } | { errors: NodeErrors } | { missing: true }

/**
 * Patches a tree with nodes in the form that GET returns. A node is identified by `id`, otherwise by `schema_id` among the descendants of
 * the node above it (the n-th occurrence of a schema id refers to its n-th node). `changed` contains the ids of the changed nodes. A
 * new position without a value takes the text that `places` finds there.
 */
export function patchTree(tree: ContentTree, schema: SchemaContent, content: unknown, places?: Places): PatchedTree {
  if (!Array.isArray(content)) return { errors: { content: [content == null ? REQUIRED : EXPECTED_LIST] } }
  const next = copyJson(tree)
  const patch: Patch = {
    ...(places ? { places } : {}),
    lookup: schemaLookup(schema),
    nodes: new Map([...contentNodes(next)].map(([node]) => [node.id, node])),
    byName: new WeakMap<ContentNode[], Map<string, ContentNode[]>>(),
    changed: [],
  }
  const errors = patchNodes(patch, next, content)
  return errors ? { errors: { content: errors } } : { tree: next, changed: patch.changed }
}

/** Patches the node with this id. `normalized_value` is ignored if `value` is sent too. */
export function patchNode(
  tree: ContentTree,
  schema: SchemaContent,
  id: number,
  input: unknown,
  places?: Places,
): PatchedNode {
  const next = copyJson(tree)
  const node = findNode(next, id)
  if (!node) return { missing: true }
  const errors = writeAny(schemaLookup(schema), node, input, places)
  return errors ? { errors } : { tree: next, node }
}

interface Patch {
  places?: Places
  lookup: SchemaLookup
  nodes: Map<number, ContentNode>
  /** The nodes of lists and below, by schema id: a search for each of many patches would take quadratic time. */
  byName: WeakMap<ContentNode[], Map<string, ContentNode[]>>
  changed: number[]
}

/** Returns the errors of a list of patches in a parallel list, or null. */
function patchNodes(patch: Patch, within: ContentNode[], inputs: unknown[]): NodeErrors[] | null {
  const claimed: Claimed = { nodes: new Set(), counts: new Map() }
  const errors = inputs.map((input): NodeErrors => {
    if (!isObject(input)) return { non_field_errors: [EXPECTED_OBJECT] }
    const node = locate(patch, within, input, claimed)
    if (!node) return notFound(input)
    claimed.nodes.add(node)
    const wrong = writeAny(patch.lookup, node, input, patch.places) ?? {}
    patch.changed.push(node.id)
    if (node.category === 'datapoint' || input.children === undefined || input.children === null) return wrong
    if (!Array.isArray(input.children)) return { ...wrong, children: [EXPECTED_LIST] }
    const below = patchNodes(patch, node.children, input.children)
    return below ? { ...wrong, children: below } : wrong
  })
  return errors.some((each) => Object.keys(each).length) ? errors : null
}

/** The nodes that inputs of a list refer to, and by schema id the number of nodes before the first that may be free. */
interface Claimed {
  nodes: Set<ContentNode>
  counts: Map<string, number>
}

function locate(patch: Patch, within: ContentNode[], input: Json, claimed: Claimed): ContentNode | undefined {
  if (input.id !== undefined && input.id !== null) return patch.nodes.get(Number(input.id))
  const name = String(input.schema_id)
  const nodes = namedIn(patch, within).get(name) ?? []
  let at = claimed.counts.get(name) ?? 0
  while (at < nodes.length && claimed.nodes.has(nodes[at]!)) at++
  claimed.counts.set(name, at)
  return nodes[at]
}

function namedIn({ byName }: Patch, within: ContentNode[]): Map<string, ContentNode[]> {
  const known = byName.get(within)
  if (known) return known
  const made = Map.groupBy(
    [...contentNodes(within)].map(([node]) => node),
    ({ schema_id }) => schema_id,
  )
  byName.set(within, made)
  return made
}

const notFound = (input: Json): NodeErrors => {
  if (input.id !== undefined && input.id !== null) return { id: [`Datapoint ${String(input.id)} not found.`] }
  if (input.schema_id === undefined) return { id: [REQUIRED] }
  return { schema_id: [`Datapoint '${String(input.schema_id)}' not found.`] }
}

/** Writes the writable keys of any node; errors have the structure of the input. */
function writeAny(lookup: SchemaLookup, node: ContentNode, input: unknown, places?: Places): NodeErrors | null {
  if (!isObject(input)) return { non_field_errors: [EXPECTED_OBJECT] }
  if (node.category === 'datapoint') {
    const field = lookup.field(node.schema_id)
    // The content of a button is null on the wire, so clients send null back.
    const errors = checkNodeInput(input, field)
    if (!errors) writeNode(node, field, input as NodeInput, 'patch', places)
    return errors
  }
  if (node.category === 'section') return null
  if (node.category === 'tuple') return writeKeys(node, input, { hidden: boolean })
  return (
    writeKeys(node, input, { hidden: boolean, ...timesSpent, grid: gridCheck(lookup.multivalue(node.schema_id)) }) ??
    clearGrid(node, input)
  )
}

const timesSpent = {
  time_spent: seconds,
  time_spent_overall: seconds,
  time_spent_grid: seconds,
  time_spent_grid_overall: seconds,
} satisfies Record<string, Check>

function writeKeys(node: ContentNode, input: Json, checks: Record<string, Check>): NodeErrors | null {
  const errors = checkKeys(input, checks)
  if (Object.keys(errors).length) return errors
  for (const key of Object.keys(checks))
    if (input[key] !== undefined && input[key] !== null) Object.assign(node, { [key]: copyJson(input[key]) })
  return null
}

function clearGrid(node: MultivalueNode, input: Json): null {
  if (input.grid === null) node.grid = null
  return null
}

const number: Check = (value) => (Number.isFinite(value) ? undefined : 'A valid number is required.')

/** Separators of one part of a grid. */
export const MAX_GRID_ROWS = 5_000
const MAX_GRID_COLUMNS = 500
const MAX_GRID_PARTS = 500

const atMost =
  (most: number, check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > most ? `At most ${most} items are allowed.` : check(value)

/** Checks one part of a grid: its columns, and rows of types defined in the schema. */
export function gridPartCheck(multivalue: SchemaMultivalue | undefined): Check {
  const rowTypes = multivalue?.grid?.row_types ?? ['data']
  return shape(
    {
      page: integer(1),
      width: number,
      height: number,
      columns: atMost(
        MAX_GRID_COLUMNS,
        listOf(shape({ left_position: number, schema_id: text(), header_texts: textList }, ['left_position'])),
      ),
      rows: atMost(
        MAX_GRID_ROWS,
        listOf(
          shape({ top_position: number, tuple_id: integer(1), type: choice([...rowTypes, 'header']) }, [
            'top_position',
          ]),
        ),
      ),
    },
    ['page', 'columns', 'rows'],
  )
}

/** A grid has at most one part per page. */
function gridCheck(multivalue: SchemaMultivalue | undefined): Check {
  const part = gridPartCheck(multivalue)
  return (value) => {
    const errors = shape({ parts: atMost(MAX_GRID_PARTS, listOf(part)) }, ['parts'])(value)
    if (errors) return errors
    const pages = (value as { parts: GridPart[] }).parts.map((each) => each.page)
    return new Set(pages).size < pages.length ? { parts: ['A page has at most one part of a grid.'] } : undefined
  }
}
