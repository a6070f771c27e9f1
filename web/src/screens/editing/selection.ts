/** Selection of pages, as in lists of files: click, Ctrl and Shift. */

export interface Selection {
  readonly keys: ReadonlySet<number>
  /** The page from which Shift extends the selection. */
  readonly anchor: number | null
}

export const NOTHING: Selection = { keys: new Set(), anchor: null }

export const selectOne = (key: number): Selection => ({ keys: new Set([key]), anchor: key })

export function toggle({ keys }: Selection, key: number): Selection {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, anchor: key }
}

/** Selects all pages between the anchor and the page. */
export function extend({ anchor }: Selection, key: number, order: readonly number[]): Selection {
  const from = order.indexOf(anchor ?? key)
  const to = order.indexOf(key)
  if (from < 0 || to < 0) return selectOne(key)
  return { keys: new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor: order[from]! }
}

/** Returns the pages that a command concerns: the selection if the page belongs to it, or the page alone. */
export const affected = ({ keys }: Selection, key: number | null): ReadonlySet<number> =>
  key === null || keys.has(key) ? keys : new Set([key])
