/** Which rows of a long table are rendered. All rows have the same height. */

interface View {
  scrollTop: number
  /** Height of the visible part in pixels. */
  height: number
  rowHeight: number
  count: number
  /** Row of the active cell, which is always rendered: it has the focus. */
  active: number | null
}

/** Rows above and below the visible ones, so that a fast scroll shows no gap. */
const MARGIN = 8
/** The first row changes in steps, so that most scroll events render nothing. */
const STEP = 4

/** Returns the indexes of the rendered rows in ascending order. */
export function renderedRows({ scrollTop, height, rowHeight, count, active }: View): number[] {
  const top = Math.floor(Math.max(0, scrollTop) / rowHeight / STEP) * STEP
  const first = Math.max(0, Math.min(top - MARGIN, count - 1))
  const last = Math.min(count - 1, top + Math.ceil(height / rowHeight) + STEP + MARGIN)
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  if (active === null || active < 0 || active >= count || (active >= first && active <= last)) return rows
  return active < first ? [active, ...rows] : [...rows, active]
}
