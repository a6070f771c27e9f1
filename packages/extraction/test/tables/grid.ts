import { groupLines } from '../../src/read/lines.ts'
import type { LineItem, Page, ReadDocument, Word } from '../../src/types.ts'

/** Text height on the synthetic page, in pixels. */
const SIZE = 16
const LETTER = 8

export interface Cell {
  x: number
  text: string
  /** `right` places the end of the text at x. */
  align?: 'left' | 'right' | 'center'
}

export const left = (x: number, text: string): Cell => ({ x, text })
export const right = (x: number, text: string): Cell => ({ x, text, align: 'right' })
export const center = (x: number, text: string): Cell => ({ x, text, align: 'center' })

/** A line of cells with its height in steps of one line. */
export type Row = [step: number, ...cells: Cell[]]

function wordsOf(cell: Cell, y: number): Word[] {
  const width = cell.text.length * LETTER
  const start = cell.align === 'right' ? cell.x - width : cell.align === 'center' ? cell.x - width / 2 : cell.x
  const words: Word[] = []
  let at = 0
  for (const text of cell.text.split(' ')) {
    const x = start + at * LETTER
    if (text !== '') words.push({ text, box: [x, y, x + text.length * LETTER, y + SIZE], confidence: 1, size: SIZE })
    at += text.length + 1
  }
  return words
}

/** Creates a page of text, with each row at `100 + 24 × step` pixels from the top. */
export function makePage(rows: readonly Row[], number = 1, extra: readonly Word[] = []): Page {
  const words = rows.flatMap(([step, ...cells]) => cells.flatMap((cell) => wordsOf(cell, 100 + 24 * step)))
  words.push(...extra)
  return { number, width: 1240, height: 1754, rotation: 0, source: 'text', words, lines: groupLines(words) }
}

export function makeDocument(...pages: Page[]): ReadDocument {
  return { pages, pageCount: pages.length, reader: 'test' }
}

/** Returns the cells of line items without positions, for comparison. */
export function plain(items: readonly LineItem[]): Record<string, string>[] {
  return items.map((item) =>
    Object.fromEntries(Object.entries(item).map(([name, value]) => [name.replace('table_column_', ''), value.value])),
  )
}
