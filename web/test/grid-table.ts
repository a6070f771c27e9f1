/** Tables for tests of the grid. */
import type { Datapoint, SchemaDatapoint } from '../src/api/types.ts'
import type { TableView } from '../src/screens/review/model/content.ts'

export const COLUMNS: SchemaDatapoint[] = [
  { category: 'datapoint', id: 'text', label: 'Description', type: 'string' },
  { category: 'datapoint', id: 'count', label: 'Quantity', type: 'number' },
  {
    category: 'datapoint',
    id: 'unit',
    label: 'Unit',
    type: 'enum',
    options: [
      { value: 'pc', label: 'Piece' },
      { value: 'bx', label: 'Box' },
    ],
  },
  { category: 'datapoint', id: 'sum', label: 'Sum', type: 'number', ui_configuration: { type: 'formula' } },
]

interface Cell {
  value: string
  position?: number[]
}

/** Returns a table with these values; row n has the id n × 100, its cells the ids after it. */
export function tableOf(values: (string | Cell)[][], columns = COLUMNS): TableView {
  const rows = values.map((cells, index) => {
    const rowId = (index + 1) * 100
    return {
      id: rowId,
      cells: columns.map((schema, col) => {
        const given = cells[col] ?? ''
        const { value, position = null } = typeof given === 'string' ? { value: given } : given
        const content = { value, normalized_value: null, page: position ? 1 : null, position }
        const node = {
          id: rowId + col + 1,
          schema_id: schema.id,
          category: 'datapoint',
          content,
          validation_sources: ['score'],
          hidden: false,
        } as unknown as Datapoint
        return { id: node.id, schema, node, sectionId: 1, tableId: 9, rowId }
      }),
    }
  })
  const children = rows.map(({ id, cells }) => ({
    id,
    category: 'tuple',
    schema_id: 'line',
    hidden: false,
    children: cells.map(({ node }) => node),
  }))
  return {
    kind: 'table',
    schema: {
      category: 'multivalue',
      id: 'lines',
      label: 'Lines',
      children: { category: 'tuple', id: 'line', label: 'Line', children: columns },
    },
    node: { id: 9, category: 'multivalue', schema_id: 'lines', children, grid: null } as never,
    columns,
    rows,
  }
}
