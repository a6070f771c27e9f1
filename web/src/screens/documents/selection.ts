/** Selection of rows, by id. */

/** Returns the selection after a click on a row; with `isRange` all rows from the one clicked before get the same state. */
export function select(
  selected: ReadonlySet<number>,
  { ids, id, anchor, isRange }: { ids: readonly number[]; id: number; anchor: number | null; isRange: boolean },
): Set<number> {
  const changed = new Set(selected)
  const [from, to] = [anchor === null ? -1 : ids.indexOf(anchor), ids.indexOf(id)]
  const range = isRange && from >= 0 && to >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
  const isOn = range.length > 1 || !selected.has(id)
  for (const one of range) {
    if (isOn) changed.add(one)
    else changed.delete(one)
  }
  return changed
}
