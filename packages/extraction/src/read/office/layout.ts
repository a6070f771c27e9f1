import type { Page, Word } from '../../types.ts'
import { groupLines } from '../lines.ts'
import type { Block, Cell, Paragraph, Table } from './blocks.ts'

/** A page of A4 at 150 dpi; wide tables make it wider. */
const WIDTH = 1240
const HEIGHT = 1754
const MARGIN = 90

/** Body text is 20 pixels high; every letter of the synthetic page is as wide as one of DejaVu Sans Mono. */
const BODY = 20
export const LETTER = 0.602
const LEADING = 1.4
/** Space between columns, wide enough that no stage reads two cells as one phrase. */
const GUTTER = 3 * BODY * LETTER
const MAX_COLUMN_LETTERS = 42
const TAB = 74
/** Letters of a document that are placed, some hundreds of pages. Cells may repeat, so that a small file has any number of letters. */
const MAX_LETTERS = 1_000_000

interface Sheet {
  words: Word[]
  width: number
}

/**
 * Places the text of an office document on synthetic pages, so that the later stages and the review screen get the same input as for a PDF:
 * columns are aligned vertically and rows horizontally.
 */
export function layoutBlocks(blocks: Block[], options: { maxPages: number }): { pages: Page[]; pageCount: number } {
  const sheets: Sheet[] = [{ words: [], width: WIDTH }]
  let y = MARGIN
  const turnPage = (): void => {
    sheets.push({ words: [], width: WIDTH })
    y = MARGIN
  }
  /** Returns the sheet on which something of `height` still fits. */
  const reserve = (height: number): Sheet => {
    if (y + height > HEIGHT - MARGIN && y > MARGIN) turnPage()
    return sheets.at(-1)!
  }
  let letters = 0
  for (const block of blocks) {
    if (letters > MAX_LETTERS) break
    if (block.kind === 'break') {
      if (y > MARGIN) turnPage()
    } else if (block.kind === 'paragraph') {
      letters += block.text.length
      for (const line of breakParagraph(block)) {
        const size = typeSize(block)
        const sheet = reserve(size * LEADING)
        for (const piece of line) placeText(sheet, piece.text, piece.x, y, size, block.bold)
        y += size * LEADING
      }
    } else {
      y += 0.4 * BODY
      const columns = measureColumns(block)
      const right = MARGIN + columns.reduce((sum, width) => sum + width + GUTTER, 0)
      for (const row of block.rows) {
        if (letters > MAX_LETTERS) break
        letters += row.reduce((sum, { text }) => sum + text.length, 0)
        const cells = wrapRow(row, columns)
        const lines = Math.max(1, ...cells.map((cell) => cell.lines.length))
        const sheet = reserve(lines * BODY * LEADING)
        sheet.width = Math.max(sheet.width, Math.ceil(right + MARGIN - GUTTER))
        for (const cell of cells) {
          cell.lines.forEach((text, index) => {
            const x = cell.right ? cell.x + cell.width - text.length * BODY * LETTER : cell.x
            placeText(sheet, text, x, y + index * BODY * LEADING, BODY, cell.bold)
          })
        }
        y += lines * BODY * LEADING
      }
      y += 0.4 * BODY
    }
  }
  const filled = sheets.filter((sheet, index) => index === 0 || sheet.words.length > 0)
  const pages = filled.slice(0, options.maxPages).map((sheet, index): Page => ({
    number: index + 1,
    width: sheet.width,
    height: HEIGHT,
    rotation: 0,
    source: 'office',
    words: sheet.words,
    lines: groupLines(sheet.words, true),
  }))
  return { pages, pageCount: filled.length }
}

const typeSize = (paragraph: Paragraph): number =>
  Math.min(48, Math.max(14, paragraph.size ? (paragraph.size * BODY) / 11 : BODY))

function placeText(sheet: Sheet, text: string, x: number, y: number, size: number, bold: boolean | undefined): void {
  for (const match of text.matchAll(/\S+/g)) {
    const left = x + match.index * size * LETTER
    sheet.words.push({
      text: match[0],
      box: [left, y, left + match[0].length * size * LETTER, y + size * 1.2],
      confidence: 1,
      size,
      ...(bold ? { bold: true } : {}),
    })
  }
}

/** Splits the lines of a paragraph into positioned pieces: tabs move to tab stops, long text wraps at the margin. */
function breakParagraph(paragraph: Paragraph): { text: string; x: number }[][] {
  const letter = typeSize(paragraph) * LETTER
  const room = Math.floor((WIDTH - 2 * MARGIN) / letter)
  return paragraph.text.split('\n').flatMap((line) => {
    if (line.includes('\t')) return [placeTabs(line.split('\t'), paragraph.tabs ?? [], letter)]
    return wrap(line.trim(), room).map((text) => {
      const free = WIDTH - 2 * MARGIN - text.length * letter
      const shift = paragraph.align === 'right' ? free : paragraph.align === 'center' ? free / 2 : 0
      return [{ text, x: MARGIN + Math.max(0, shift) }]
    })
  })
}

function placeTabs(
  cells: string[],
  stops: NonNullable<Paragraph['tabs']>,
  letter: number,
): { text: string; x: number }[] {
  let x = 0
  return cells.map((cell, index) => {
    const text = cell.trim()
    const width = text.length * letter
    if (index > 0) {
      const stop = stops.find(({ at, right }) => (right ? at - width : at) > x)
      if (!stop) x = Math.ceil((x + letter) / TAB) * TAB
      else x = stop.right ? Math.max(x + letter, stop.at - width) : stop.at
    }
    const placed = { text, x: MARGIN + x }
    x += width
    return placed
  })
}

/** Returns widths in pixels: the longest line of a cell, within limits. */
function measureColumns(table: Table): number[] {
  const letters: number[] = []
  for (const row of table.rows) {
    let column = 0
    for (const cell of row) {
      const longest = Math.max(0, ...cell.text.split('\n').map((line) => line.length))
      if (cell.span === 1) letters[column] = Math.max(letters[column] ?? 0, Math.min(longest, MAX_COLUMN_LETTERS))
      column += cell.span
    }
    for (let i = 0; i < column; i++) letters[i] ??= 0
  }
  return letters.map((count) => Math.max(2, count) * BODY * LETTER)
}

const isNumber = (text: string): boolean =>
  /\d/.test(text) && /^[\s\d.,'’+()%€$£¥-]*[A-Z]{0,3}$/.test(text) && text.length < 20

interface PlacedCell {
  x: number
  width: number
  lines: string[]
  /** Figures are right-aligned in their column. */
  right: boolean
  bold: boolean | undefined
}

function wrapRow(row: Cell[], columns: number[]): PlacedCell[] {
  const cells: PlacedCell[] = []
  let column = 0
  let x = MARGIN
  for (const cell of row) {
    let width = 0
    for (let i = column; i < column + cell.span; i++) width += (columns[i] ?? 0) + (i > column ? GUTTER : 0)
    const room = Math.max(2, Math.round(width / (BODY * LETTER)))
    const lines = cell.text.split('\n').flatMap((line) => wrap(line.replaceAll('\t', '   ').trim(), room))
    if (cell.text.trim()) cells.push({ x, width, lines, right: isNumber(cell.text.trim()), bold: cell.bold })
    x += width + GUTTER
    column += cell.span
  }
  return cells
}

/** Breaks text at spaces into lines of at most `room` letters; longer words are not broken. */
function wrap(text: string, room: number): string[] {
  if (text.length <= room) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line && line.length + 1 + word.length > room) {
      lines.push(line)
      line = word
    } else {
      line = line ? `${line} ${word}` : word
    }
  }
  lines.push(line)
  return lines
}
