/** The requests that store a drawn grid and read its cells. */
import type { GridPart } from '../../../../api/types.ts'
import type { Part } from './part.ts'

export interface GridRequest {
  /** The end of the path, after the id of the table. */
  action: 'grid_operations' | 'grid_parts_operations' | 'transform_grid_to_datapoints'
  body: unknown
}

interface Wanted {
  stored: readonly GridPart[]
  parts: readonly Part[]
  /** Types of rows whose cells are read. */
  extracted: readonly string[]
  /** Removes rows of the table that are in no part. */
  isWhole: boolean
}

/** Returns the requests in order: parts that are removed, parts that have changed, new parts, and the removal of all other rows. */
export function gridRequests({ stored, parts, extracted, isWhole }: Wanted): GridRequest[] {
  const gone = stored.flatMap((_, index) => (parts.some((part) => part.index === index) ? [] : [index]))
  const requests: GridRequest[] = []
  if (gone.length)
    requests.push({
      action: 'grid_operations',
      // From the last one, because each index refers to the grid after the operations before.
      body: { operations: gone.toReversed().map((grid_index) => ({ op: 'delete', grid_index })) },
    })
  const kept = stored.length - gone.length
  for (const part of parts)
    if (part.index !== null) {
      const shift = gone.filter((index) => index < part.index!).length
      requests.push(changed(part, stored[part.index]!, part.index - shift, extracted))
    }
  const fresh = parts.filter(({ index }) => index === null)
  if (fresh.length)
    requests.push({
      action: 'grid_operations',
      body: {
        operations: fresh.map((part, at) => ({ op: 'create', grid_index: kept + at, grid: cleaned(part, extracted) })),
      },
    })
  if (isWhole) requests.push({ action: 'transform_grid_to_datapoints', body: {} })
  return requests
}

/** Returns a part as the API takes it. Rows that are not read have no row of the table. */
function cleaned({ index: _, ...part }: Part, extracted: readonly string[]): GridPart {
  return {
    ...part,
    rows: part.rows.map((row) => ({ ...row, tuple_id: isRead(row.type, extracted) ? row.tuple_id : null })),
  }
}

const isRead = (type: string | null, extracted: readonly string[]): boolean => type !== null && extracted.includes(type)

/** Reads all rows of a part again; those that it no longer has are removed. */
function changed(part: Part, before: GridPart, grid_index: number, extracted: readonly string[]): GridRequest {
  const grid = cleaned(part, extracted)
  const rows = grid.rows.flatMap(({ tuple_id, type }, row_index) => {
    if (!isRead(type, extracted)) return []
    return [tuple_id === null ? { op: 'create', row_index } : { op: 'update', row_index, tuple_id }]
  })
  const ids = new Set(grid.rows.map(({ tuple_id }) => tuple_id))
  const removed = before.rows.flatMap(({ tuple_id }) =>
    tuple_id !== null && !ids.has(tuple_id) ? [{ op: 'delete', tuple_id }] : [],
  )
  const drawn = new Set(grid.columns.map(({ schema_id }) => schema_id))
  const emptied = before.columns.flatMap(({ schema_id }) =>
    schema_id !== null && !drawn.has(schema_id) ? [{ op: 'delete', schema_id }] : [],
  )
  return {
    action: 'grid_parts_operations',
    body: { grid_index, grid, operations: { rows: [...removed, ...rows], columns: emptied } },
  }
}

/** Returns the ids of rows of the table that the parts read. */
export const rowsIn = (parts: readonly Part[], extracted: readonly string[]): Set<number> =>
  new Set(
    parts.flatMap(({ rows }) =>
      rows.flatMap(({ tuple_id, type }) => (tuple_id !== null && isRead(type, extracted) ? [tuple_id] : [])),
    ),
  )
