/** Rows of tables: empty ones, and those read from grids. */
import type { Deps } from '../../../deps.ts'
import { invalid, notFound } from '../../../errors.ts'
import {
  applyGridOperations,
  applyGridPartsOperations,
  applyOperations,
  findNode,
  transformGrid,
  type CellReader,
  type ContentNode,
  type ContentTree,
  type GridOutcome,
  type TakeIds,
} from '../../../rules/content/index.ts'
import type { SchemaContent } from '../../../rules/schema/index.ts'
import { changeContent } from './change.ts'
import { assertWriter, type ChangeOptions, type Writer } from './contents.ts'
import { cellReader } from '../pages/texts.ts'

type Reader = Pick<Deps, 'db' | 'blobs' | 'signals'>

/** Appends an empty row to a table or an empty item to a list; returns it. Throws 404 if there is no such multivalue. */
export async function addEmpty(
  deps: Reader,
  who: Writer,
  annotation_id: number,
  id: number,
  options: ChangeOptions,
): Promise<{ node: ContentNode; version: number }> {
  let added: number | undefined
  const { tree, version } = await changeContent(
    deps,
    who,
    annotation_id,
    (before, schema, takeIds) => {
      const node = findNode(before, id)
      if (!node) throw notFound('Datapoint')
      const value = node.category === 'multivalue' && isTable(schema, node.schema_id) ? [] : {}
      const applied = applyOperations(before, schema, [{ op: 'add', id, value }], { origin: 'user', takeIds })
      if (applied.errors) throw invalid({ non_field_errors: ['Only tables and lists have rows.'] })
      added = applied.changes[0]!.id
      return applied.tree
    },
    options,
  )
  return { node: findNode(tree, added!)!, version }
}

const isTable = (schema: SchemaContent, schema_id: string): boolean =>
  schema.some(({ children }) =>
    children.some(
      (child) => child.id === schema_id && child.category === 'multivalue' && child.children.category === 'tuple',
    ),
  )

export type GridRequest =
  { do: 'transform' } | { do: 'operations'; operations: unknown } | { do: 'parts'; request: object }

/** The table after a change of its grid, and the ids of the rows that were created or read again. */
export interface ChangedTable {
  table: ContentNode
  changed: ReadonlySet<number>
  version: number
}

/** Changes the grid of a table and reads its cells from the page. Throws 404 without the table or the text of pages, and 400 with errors. */
export async function changeGrid(
  deps: Reader,
  who: Writer,
  { annotation_id, id, request }: { annotation_id: number; id: number; request: GridRequest },
  options: ChangeOptions,
): Promise<ChangedTable> {
  await assertWriter(deps, who, annotation_id)
  const reader = await cellReader(deps, annotation_id)
  let changed: ReadonlySet<number> = new Set()
  const { tree, version } = await changeContent(
    deps,
    who,
    annotation_id,
    (before, schema, takeIds) => {
      const outcome = act(request, before, schema, { id, ...reader, takeIds })
      if ('missing' in outcome) throw notFound('Datapoint')
      if ('errors' in outcome) throw invalid({ ...outcome.errors })
      changed = new Set([...outcome.changed].map((tuple) => tuple.id))
      return outcome.tree
    },
    options,
  )
  return { table: findNode(tree, id)!, changed, version }
}

function act(
  request: GridRequest,
  tree: ContentTree,
  schema: SchemaContent,
  { id, ...options }: CellReader & { id: number; takeIds: TakeIds },
): GridOutcome {
  if (request.do === 'transform') return transformGrid(tree, schema, id, options)
  if (request.do === 'operations') return applyGridOperations(tree, schema, id, request.operations, options)
  return applyGridPartsOperations(tree, schema, id, request.request, options)
}
