/** Widths of columns. */
import type { Column } from './columns.ts'

export interface Width {
  /** Least width in rem. */
  least: number
  /** Share of the remaining width; 0 for a column that does not grow. */
  share: number
}

export const WIDTHS: Record<Column['type'], Width> = {
  string: { least: 7.2, share: 1.2 },
  enum: { least: 5, share: 0.8 },
  date: { least: 6.4, share: 0.4 },
  number: { least: 8.2, share: 0.4 },
}
const CHECKBOX = 2.25
/** Between two columns, and at both ends of a row. */
const GAP = 0.9

/** Returns `grid-template-columns` for columns. */
export const templateOf = (columns: readonly Width[], selectable: boolean): string =>
  [
    ...(selectable ? [`${CHECKBOX}rem`] : []),
    ...columns.map(({ least, share }) => (share ? `minmax(${least}rem, ${share}fr)` : `${least}rem`)),
  ].join(' ')

/** Returns the width in rem below which the columns do not fit. */
export const leastWidthOf = (columns: readonly Width[]): number =>
  columns.reduce((sum, { least }) => sum + least + GAP, CHECKBOX + 2 * GAP)
