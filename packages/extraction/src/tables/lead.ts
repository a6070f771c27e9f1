import type { Word } from '../types.ts'
import { isIn, type Area } from './areas.ts'

/** Rows that show a column; fewer may be aligned by chance. */
const MIN_ROWS = 3
/** Columns without a heading before the description: units, initials, dates. */
const MAX_COLUMNS = 2

const isShort = ({ text }: Word): boolean => /^\p{L}{1,4}\.?$/u.test(text) || /^\d[\d./-]{5,9}$/.test(text)

/**
 * Divides the area of the descriptions after columns of short words that no heading divides from it: the initials in
 * `HJM  Review of documents`, the units in `12.00 CS  Oat flapjack`.
 */
export function divideLead(area: Area, rows: readonly (readonly Word[])[]): { lead?: Area; rest: Area } {
  let rest = area
  for (let i = 0; i < MAX_COLUMNS; i++) {
    const cut = cutAfterFirst(rows.map((words) => words.filter((word) => isIn(word, rest))))
    if (cut === null) break
    rest = { left: cut, right: area.right }
  }
  return rest === area ? { rest } : { lead: { left: area.left, right: rest.left }, rest }
}

/** Returns the x after the first words if they are a column: what follows is aligned though the gaps before it differ or are wide. */
function cutAfterFirst(rows: readonly (readonly Word[])[]): number | null {
  const led = rows.filter(([first, second]) => first && second && isShort(first))
  if (led.length < MIN_ROWS) return null
  const size = led[0]![0]!.size
  const starts = led.map((words) => words[1]!.box[0])
  const start = Math.min(...starts)
  if (Math.max(...starts) - start > 0.2 * size) return null
  // A unit that was read with its quantity leaves a row without a first word.
  const others = rows.filter((words) => words.length > 0 && !led.includes(words))
  if (others.some(([first]) => Math.abs(first!.box[0] - start) > 0.2 * size)) return null
  const gaps = led.map(([first, second]) => second!.box[0] - first!.box[2])
  const least = Math.min(...gaps)
  // Words of a sentence are one space apart.
  return least > 0.7 * size || Math.max(...gaps) - least > 0.25 * size ? start - 1 : null
}
