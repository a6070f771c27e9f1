/** Rows of tables: an empty row, and rows read from a grid over the table. */
import { Type, type Static } from 'typebox'
import { addEmpty, changeGrid, type ChangedTable } from '../../domain/annotations/content/table-rows.ts'
import type { ContentNode } from '../../rules/content/index.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { parseBoolean } from '../framework/filters.ts'
import { valuesOf } from '../framework/query.ts'
import type { Answer, Request } from '../framework/request.ts'
import { answer, answerOne, conditions, Node, nodeId, writer, type Row, CHANGED } from './content-answers.ts'

async function addRow(request: Request, row: Row): Promise<Answer> {
  const options = conditions(request, row.id)
  const { node, version } = await addEmpty(request.deps, writer(request), row.id, nodeId(request), options)
  return answerOne(request, row, version, node)
}

async function transform(request: Request, row: Row): Promise<Answer> {
  const subject = { annotation_id: row.id, id: nodeId(request), request: { do: 'transform' } as const }
  const { table, version } = await changeGrid(request.deps, writer(request), subject, conditions(request, row.id))
  return answer(request, row, version, childrenOf(table))
}

const childrenOf = (table: ContentNode): ContentNode[] => (table.category === 'multivalue' ? table.children : [])

/** Answers with the table and the rows that the request changed; with `full_response` all of them. */
function answerTable(request: Request, row: Row, { table, changed, version }: ChangedTable): Promise<Answer> {
  if (table.category !== 'multivalue' || parseBoolean(valuesOf(request.query, 'full_response')[0] ?? '') === true)
    return answerOne(request, row, version, table)
  const children = childrenOf(table).flatMap((child) =>
    child.category === 'tuple' && changed.has(child.id) ? child : [],
  )
  return answerOne(request, row, version, { ...table, children })
}

async function operateOnGrid(request: Request<{ operations: unknown }>, row: Row): Promise<Answer> {
  const { operations } = request.body
  const subject = { annotation_id: row.id, id: nodeId(request), request: { do: 'operations', operations } as const }
  const changed = await changeGrid(request.deps, writer(request), subject, conditions(request, row.id))
  return answerTable(request, row, changed)
}

async function operateOnParts(request: Request<Static<typeof PartsBody>>, row: Row): Promise<Answer> {
  const subject = {
    annotation_id: row.id,
    id: nodeId(request),
    request: { do: 'parts', request: request.body } as const,
  }
  const changed = await changeGrid(request.deps, writer(request), subject, conditions(request, row.id))
  return answerTable(request, row, changed)
}

const PX = 'in pixels of the page image'
const Part = Type.Object(
  {
    page: Type.Integer({ minimum: 1, description: 'Number of the page, from 1.' }),
    width: Type.Optional(
      Type.Number({ description: `Width ${PX}, from the first column; 0 for the rest of the page.` }),
    ),
    height: Type.Optional(
      Type.Number({ description: `Height ${PX}, from the first row; 0 for the rest of the page.` }),
    ),
    columns: Type.Array(
      Type.Object({
        left_position: Type.Number({ description: `Left edge ${PX}.` }),
        schema_id: Type.Optional(
          Type.Union([Type.String(), Type.Null()], { description: 'Column of the table; null if it is not captured.' }),
        ),
        header_texts: Type.Optional(Type.Array(Type.String(), { description: 'Headings of the column.' })),
      }),
      { description: 'Columns of the grid.' },
    ),
    rows: Type.Array(
      Type.Object({
        top_position: Type.Number({ description: `Top edge ${PX}.` }),
        tuple_id: Type.Optional(
          Type.Union([Type.Integer(), Type.Null()], { description: 'Row of the table; null if it has none.' }),
        ),
        type: Type.Optional(
          Type.Union([Type.String(), Type.Null()], { description: 'A row type of the schema; null to skip the row.' }),
        ),
      }),
      { description: 'Rows of the grid.' },
    ),
  },
  { description: 'A grid on one page.' },
)
const Index = Type.Integer({ minimum: 0, description: 'Index of the part of the grid, from 0.' })
const Op = (names: string[]) => Type.String({ enum: names, description: 'Type of the operation.' })

const PartOperations = Type.Object({
  operations: Type.Array(
    Type.Object({
      op: Op(['update', 'delete', 'create']),
      grid_index: Index,
      grid: Type.Optional(Part),
    }),
    {
      description:
        'Operations of one type, applied in order; an index refers to the grid after the operations before it.',
    },
  ),
})
const PartsBody = Type.Object({
  grid_index: Type.Unknown(),
  grid: Type.Unknown(),
  operations: Type.Unknown(),
})
const Parts = Type.Object({
  grid_index: Index,
  grid: Part,
  operations: Type.Object(
    {
      rows: Type.Optional(
        Type.Array(
          Type.Object({
            op: Op(['create', 'update', 'delete']),
            row_index: Type.Optional(Type.Integer({ minimum: 0, description: 'Index of the row in `grid.rows`.' })),
            tuple_id: Type.Optional(Type.Integer({ description: 'Row of the table; not for `create`.' })),
          }),
          { description: 'Changed rows.' },
        ),
      ),
      columns: Type.Optional(
        Type.Array(
          Type.Object({
            op: Op(['update', 'delete']),
            schema_id: Type.String({ description: 'Column of the table.' }),
          }),
          { description: 'Changed columns.' },
        ),
      ),
    },
    { description: 'What differs from the part before; only these cells are read again.' },
  ),
})
const Tuples = Type.Object({
  content: Type.Array(Node, { description: 'All rows of the table.' }),
  results: Type.Array(Node, { description: 'Copy of `content`.' }),
})
const EXAMPLE_PART = {
  page: 1,
  width: 900,
  height: 410,
  columns: [{ left_position: 60, schema_id: 'item_description', header_texts: ['Item'] }],
  rows: [{ top_position: 330, tuple_id: null, type: 'data' }],
}

export const tableActions: Action<Row>[] = [
  {
    method: 'post',
    path: 'content/:node/add_empty',
    summary: 'Append an empty row to a table, or an empty item to a list, and return it.',
    may: can('review'),
    responds: { status: 200, body: Node },
    also: [CHANGED],
    handle: addRow,
  },
  {
    method: 'post',
    path: 'content/:node/transform_grid_to_datapoints',
    summary:
      'Read the cells of the grid: afterwards the rows of the table are those of the grid, all others are removed.',
    may: can('review'),
    responds: { status: 200, body: Tuples },
    also: [CHANGED],
    handle: transform,
  },
  {
    method: 'post',
    path: 'content/:node/grid_operations',
    summary: 'Create, update or delete parts of the grid, with the rows of the table that belong to them.',
    may: can('review'),
    query: {
      full_response: Type.Boolean({ description: 'Whether all rows are returned, and not only changed ones.' }),
    },
    body: Type.Object({ operations: Type.Unknown() }),
    documented: PartOperations,
    example: () => ({ operations: [{ op: 'create', grid_index: 0, grid: EXAMPLE_PART }] }),
    responds: { status: 200, body: Node },
    also: [CHANGED],
    handle: operateOnGrid,
  },
  {
    method: 'post',
    path: 'content/:node/grid_parts_operations',
    summary: 'Change rows and columns of one part of the grid, and read the cells that they concern.',
    may: can('review'),
    query: {
      full_response: Type.Boolean({ description: 'Whether all rows are returned, and not only changed ones.' }),
    },
    body: PartsBody,
    documented: Parts,
    example: () => ({
      grid_index: 0,
      grid: EXAMPLE_PART,
      operations: { rows: [], columns: [{ op: 'update', schema_id: 'item_description' }] },
    }),
    responds: { status: 200, body: Node },
    also: [CHANGED],
    handle: operateOnParts,
  },
]
