/** A proposal for a grid from the boxes of the cells that the table has. */
import type { TableView } from '../../model/content.ts'
import type { Part } from './part.ts'

/** Left, top, right and bottom in pixels of the page image. */
export type Box = readonly number[]

/** Space around the outer cells. */
const PAD = 8
/** Space above the text of a row. */
const ABOVE = 6

/** Returns the least box around others. */
export const around = (boxes: readonly Box[]): [number, number, number, number] => [
  Math.min(...boxes.map((box) => box[0]!)),
  Math.min(...boxes.map((box) => box[1]!)),
  Math.max(...boxes.map((box) => box[2]!)),
  Math.max(...boxes.map((box) => box[3]!)),
]

/** Returns starts between neighbours, each in the middle of the gap; the first one before the first box. */
export const between = (from: readonly number[], to: readonly number[]): number[] =>
  from.map((start, index) =>
    Math.round(index === 0 ? Math.max(0, start - PAD) : (to[index - 1]! + Math.max(start, to[index - 1]!)) / 2),
  )

/** Returns starts of rows, just above their text: what is below belongs to the row before. */
export const above = (tops: readonly number[], bottoms: readonly number[]): number[] =>
  tops.map((top, index) =>
    Math.round(top - (index === 0 ? ABOVE : Math.max(0, Math.min(ABOVE, (top - bottoms[index - 1]!) / 2)))),
  )

/** Proposes the part of a page from the boxes of cells; null if no cell is on it. */
export function fromCells(table: TableView, page: number, type: string): Part | null {
  const cells = table.node.children.flatMap((row) =>
    row.category === 'tuple'
      ? row.children.flatMap(({ content, schema_id }) =>
          content?.page === page && content.position ? [{ row: row.id, schema_id, box: content.position }] : [],
        )
      : [],
  )
  if (!cells.length) return null
  const group = <K>(key: (cell: (typeof cells)[number]) => K): { key: K; box: Box }[] => {
    const keys = [...new Set(cells.map(key))]
    return keys.map((one) => ({
      key: one,
      box: around(cells.filter((cell) => key(cell) === one).map(({ box }) => box)),
    }))
  }
  const middle = (box: Box, side: number): number => box[side]! + box[side + 2]!
  const columns = group(({ schema_id }) => schema_id).sort((a, b) => middle(a.box, 0) - middle(b.box, 0))
  const rows = group(({ row }) => row).sort((a, b) => a.box[1]! - b.box[1]!)
  const lefts = between(
    columns.map(({ box }) => box[0]!),
    columns.map(({ box }) => box[2]!),
  )
  const tops = above(
    rows.map(({ box }) => box[1]!),
    rows.map(({ box }) => box[3]!),
  )
  const [, , right, bottom] = around(cells.map(({ box }) => box))
  return {
    index: null,
    page,
    width: Math.round(right + PAD - lefts[0]!),
    height: Math.round(bottom + ABOVE - tops[0]!),
    columns: columns.map(({ key }, at) => ({ left_position: ascending(lefts, at), schema_id: key, header_texts: [] })),
    rows: rows.map(({ key }, at) => ({ top_position: ascending(tops, at), tuple_id: key, type })),
  }
}

/** Returns a start that is at least one pixel after all before it: overlapping boxes must not exchange columns. */
const ascending = (starts: readonly number[], at: number): number =>
  starts.slice(0, at + 1).reduce((last, start) => Math.max(last + 1, start), -1)
