/** Places in a grid and rectangles of cells; rows and columns count from 0. */

export interface Place {
  row: number
  col: number
}

/** A rectangle of cells; all sides belong to it. */
export interface Range {
  top: number
  left: number
  bottom: number
  right: number
}

export interface Size {
  rows: number
  cols: number
}

/** Returns the rectangle between two cells. */
export const rangeOf = (a: Place, b: Place): Range => ({
  top: Math.min(a.row, b.row),
  left: Math.min(a.col, b.col),
  bottom: Math.max(a.row, b.row),
  right: Math.max(a.col, b.col),
})

export const isSingle = ({ top, left, bottom, right }: Range): boolean => top === bottom && left === right

/** Returns the numbers from one to another. */
export const span = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

const between = (value: number, most: number): number => Math.max(0, Math.min(value, most))

/** Returns the place within the grid that is nearest. */
export const clamp = ({ row, col }: Place, { rows, cols }: Size): Place => ({
  row: between(row, rows - 1),
  col: between(col, cols - 1),
})

/** Returns the place to which a key leads; null if the key does not move. `page`: rows that are visible at once. */
export function moved(place: Place, key: string, ctrl: boolean, size: Size, page: number): Place | null {
  const { row, col } = place
  const targets: Record<string, Place> = {
    ArrowUp: { row: ctrl ? 0 : row - 1, col },
    ArrowDown: { row: ctrl ? size.rows : row + 1, col },
    ArrowLeft: { row, col: ctrl ? 0 : col - 1 },
    ArrowRight: { row, col: ctrl ? size.cols : col + 1 },
    Home: { row: ctrl ? 0 : row, col: 0 },
    End: { row: ctrl ? size.rows : row, col: size.cols },
    PageUp: { row: row - page, col },
    PageDown: { row: row + page, col },
  }
  const target = targets[key]
  return target ? clamp(target, size) : null
}

/** Returns the next or previous cell, row by row; null at the end of the grid. */
export function stepped({ row, col }: Place, by: 1 | -1, { rows, cols }: Size): Place | null {
  const at = row * cols + col + by
  return at < 0 || at >= rows * cols ? null : { row: Math.floor(at / cols), col: at % cols }
}
