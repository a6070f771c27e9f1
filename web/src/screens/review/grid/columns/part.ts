/** The part of a table's grid on one page, while the user draws it. All functions return a changed copy. Pixels are those of the page image. */
import type { GridPart } from '../../../../api/types.ts'

/** A part with its place in the stored grid; null if it is not stored yet. */
export interface Part extends GridPart {
  index: number | null
}

export type Axis = 'column' | 'row'
/** A line between columns or rows: the one before this column or row, or the one after all of them. */
export interface Line {
  axis: Axis
  at: number | 'end'
}

/** Least distance between two lines. */
const GAP = 6

const starts = (part: Part, axis: Axis): number[] =>
  axis === 'column'
    ? part.columns.map(({ left_position }) => left_position)
    : part.rows.map(({ top_position }) => top_position)

/** Returns the positions of all lines of an axis, with the last one. */
export function linesOf(part: Part, axis: Axis): number[] {
  const found = starts(part, axis)
  return [...found, (found[0] ?? 0) + (axis === 'column' ? part.width : part.height)]
}

/** Returns a part with its lines at these positions. */
function withLines(part: Part, axis: Axis, lines: readonly number[]): Part {
  const length = lines.at(-1)! - lines[0]!
  return axis === 'column'
    ? {
        ...part,
        width: length,
        columns: part.columns.map((column, at) => ({ ...column, left_position: lines[at]! })),
      }
    : { ...part, height: length, rows: part.rows.map((row, at) => ({ ...row, top_position: lines[at]! })) }
}

/** Moves a line, at most to its neighbours. `most`: width or height of the page. */
export function moveLine(part: Part, { axis, at }: Line, to: number, most: number): Part {
  const lines = linesOf(part, axis)
  const index = at === 'end' ? lines.length - 1 : at
  const low = index === 0 ? 0 : lines[index - 1]! + GAP
  const high = index === lines.length - 1 ? most : lines[index + 1]! - GAP
  return withLines(part, axis, lines.with(index, Math.round(Math.max(low, Math.min(to, high)))))
}

/** Adds a line within the part; without a position in the middle of the widest column or highest row. Returns the line's index too. */
export function addLine(part: Part, axis: Axis, given: number | null, type: string): { part: Part; at: number } | null {
  const lines = linesOf(part, axis)
  const position = Math.round(given ?? middleOfWidest(lines))
  const at = lines.findIndex((line) => line > position)
  if (at < 1 || position - lines[at - 1]! < GAP || lines[at]! - position < GAP) return null
  if (axis === 'row') {
    const row = { top_position: position, tuple_id: null, type }
    return { at, part: { ...part, rows: part.rows.toSpliced(at, 0, row) } }
  }
  const column = { left_position: position, schema_id: null, header_texts: [] }
  return { at, part: { ...part, columns: part.columns.toSpliced(at, 0, column) } }
}

function middleOfWidest(lines: readonly number[]): number {
  const widths = lines.slice(1).map((line, index) => line - lines[index]!)
  const at = widths.indexOf(Math.max(...widths))
  return lines[at]! + widths[at]! / 2
}

/** Removes a line: the columns or rows on both sides become one. The outer lines stay. */
export function removeLine(part: Part, { axis, at }: Line): Part {
  if (at === 'end' || at === 0) return part
  return axis === 'column'
    ? { ...part, columns: part.columns.toSpliced(at, 1) }
    : { ...part, rows: part.rows.toSpliced(at, 1) }
}

/** Assigns a column of the table; it can be drawn once only. */
export const assign = (part: Part, at: number, schemaId: string | null): Part => ({
  ...part,
  columns: part.columns.map((column, index) => {
    if (index === at) return { ...column, schema_id: schemaId }
    return schemaId !== null && column.schema_id === schemaId ? { ...column, schema_id: null } : column
  }),
})

/** Sets the type of a row; null skips it. */
export const setType = (part: Part, at: number, type: string | null): Part => ({
  ...part,
  rows: part.rows.map((row, index) => (index === at ? { ...row, type } : row)),
})
