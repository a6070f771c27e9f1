/** Proposals for a grid: from the boxes of the cells that the table has, or from the words within a rectangle. */
import type { SchemaDatapoint } from '../../../../api/types.ts'
import type { TableView } from '../../model/content.ts'
import type { Part } from './part.ts'

/** Left, top, right and bottom in pixels of the page image. */
export type Box = readonly number[]
export interface Word {
  text: string
  position: Box
}

/** Space around the outer cells. */
const PAD = 8
/** Space above the text of a row. */
const ABOVE = 6

/** Returns the least box around others. */
const around = (boxes: readonly Box[]): [number, number, number, number] => [
  Math.min(...boxes.map((box) => box[0]!)),
  Math.min(...boxes.map((box) => box[1]!)),
  Math.max(...boxes.map((box) => box[2]!)),
  Math.max(...boxes.map((box) => box[3]!)),
]

/** Returns starts between neighbours, each in the middle of the gap; the first one before the first box. */
const between = (from: readonly number[], to: readonly number[]): number[] =>
  from.map((start, index) =>
    Math.round(index === 0 ? Math.max(0, start - PAD) : (to[index - 1]! + Math.max(start, to[index - 1]!)) / 2),
  )

/** Returns starts of rows, just above their text: what is below belongs to the row before. */
const above = (tops: readonly number[], bottoms: readonly number[]): number[] =>
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

/** Proposes a part for a rectangle that the user has drawn, from the words in it. */
export function fromWords(
  rectangle: Box,
  words: readonly Word[],
  { page, columns, type }: { page: number; columns: readonly SchemaDatapoint[]; type: string },
): Part {
  const [left, top, right, bottom] = rectangle.map(Math.round) as [number, number, number, number]
  const inside = words.filter(({ position: [l, t, r, b] }) => {
    const [x, y] = [(l! + r!) / 2, (t! + b!) / 2]
    return x > left && x < right && y > top && y < bottom
  })
  const lines = linesOfText(inside)
  const bands = bandsOf(inside)
  const header = lines[0] && lines.length > 1 && !/\d/.test(lines[0].map(({ text }) => text).join('')) ? lines[0] : null
  const texts = bands.map(([from, to]) =>
    (header ?? []).filter(({ position }) => position[2]! > from && position[0]! < to).map(({ text }) => text),
  )
  const starts = between(
    bands.map(([from]) => from),
    bands.map(([, to]) => to),
  )
  const tops = above(
    lines.map((line) => around(line.map(({ position }) => position))[1]),
    lines.map((line) => around(line.map(({ position }) => position))[3]),
  )
  const free = new Set(columns.map(({ id }) => id))
  return {
    index: null,
    page,
    width: right - left,
    height: bottom - top,
    columns: (bands.length ? starts : [left]).map((start, at) => ({
      left_position: at === 0 ? left : start,
      schema_id: named(texts[at] ?? [], columns, free),
      header_texts: texts[at]?.length ? [texts[at].join(' ')] : [],
    })),
    rows: (lines.length ? tops : [top]).map((start, at) => ({
      top_position: at === 0 ? top : start,
      tuple_id: null,
      type: header && at === 0 ? 'header' : type,
    })),
  }
}

/** Returns the column whose label is the heading, and takes it from those that are free. */
function named(texts: readonly string[], columns: readonly SchemaDatapoint[], free: Set<string>): string | null {
  const heading = texts.join(' ').toLowerCase()
  if (heading === '') return null
  const open = columns.filter(({ id }) => free.has(id))
  const found =
    open.find(({ label }) => label.toLowerCase() === heading) ??
    open.find(({ label }) => label.toLowerCase().includes(heading) || heading.includes(label.toLowerCase()))
  if (!found) return null
  free.delete(found.id)
  return found.id
}

/** Returns words by line, from top to bottom. */
function linesOfText(words: readonly Word[]): Word[][] {
  const lines: Word[][] = []
  for (const word of [...words].sort((a, b) => a.position[1]! - b.position[1]!)) {
    const last = lines.at(-1)
    const [, top, , bottom] = last ? around(last.map(({ position }) => position)) : [0, 0, 0, 0]
    const middle = (word.position[1]! + word.position[3]!) / 2
    if (last && middle > top && middle < bottom) last.push(word)
    else lines.push([word])
  }
  return lines
}

/** Returns the horizontal extents of columns: words that are nearer to each other than a line is high belong together. */
function bandsOf(words: readonly Word[]): [number, number][] {
  const heights = words.map(({ position }) => position[3]! - position[1]!).sort((a, b) => a - b)
  const near = (heights[Math.floor(heights.length / 2)] ?? 0) * 0.8
  const bands: [number, number][] = []
  for (const { position } of [...words].sort((a, b) => a.position[0]! - b.position[0]!)) {
    const last = bands.at(-1)
    if (last && position[0]! - last[1] < near) last[1] = Math.max(last[1], position[2]!)
    else bands.push([position[0]!, position[2]!])
  }
  return bands
}
