/** Options of which one is ticked, beside or below the label of their field: `Supply: ☒ Gas ☐ Water`, `[x] Gas [ ] Water`. */
import { tokenize } from '../lexicon/index.ts'
import type { Layout, Segment } from '../find/layout.ts'
import type { OwnField } from './field.ts'
import type { Place, PrintedLabel } from './types.ts'

const BOX = /[☐□☒☑]|\[[\sxX✓✔]?\]|\([\sxX]?\)/gu
/** Whether a text has a box to tick. */
export const hasBox = (text: string): boolean => text.search(BOX) >= 0

const isTicked = (box: string): boolean => /[☒☑xX✓✔]/u.test(box)

/** Lines below a label that may have its options, and their distance from each other in heights of the text. */
const MAX_LINES = 3
const REACH_BELOW = 3.5

/** Returns the only option of a field that is ticked beside or below its label; null if none or several are, or if the boxes are behind the options. */
export function findTicked(
  layout: Layout,
  { segment, end }: PrintedLabel,
  field: OwnField,
  isLabel: (segment: Segment) => boolean,
): { place: Place; value: string } | null {
  const row = layout.lines[segment.line] ?? []
  const beside = [{ segment, start: end }, ...row.filter(({ index }) => index > segment.index).map(whole)]
  const found = tickedIn(beside, field)
  if (found) return only(found)
  for (let line = segment.line + 1; line <= segment.line + MAX_LINES; line++) {
    const below = layout.lines[line] ?? []
    const isFar = below.some(
      ({ page, box }) => page !== segment.page || box[1] - segment.box[3] > REACH_BELOW * layout.size,
    )
    if (isFar || below.some(isLabel)) return null
    const there = tickedIn(below.map(whole), field)
    if (there) return only(there)
  }
  return null
}

interface Part {
  segment: Segment
  start: number
}
const whole = (segment: Segment): Part => ({ segment, start: 0 })

type Found = { place: Place; value: string }[]

const only = (found: Found): Found[number] | null => (found.length === 1 ? found[0]! : null)

/** Returns the ticked options of a line; null if it has no boxes, or text in front of the first one, which then is behind its option. */
function tickedIn(parts: readonly Part[], field: OwnField): Found | null {
  const found: Found = []
  let isBehindBox = false
  for (const { segment, start } of parts) {
    const text = segment.text.slice(start)
    const boxes = [...text.matchAll(BOX)]
    const before = boxes.length > 0 ? text.slice(0, boxes[0]!.index) : text
    if (!isBehindBox && /[\p{L}\d]/u.test(before)) return null
    isBehindBox ||= boxes.length > 0
    boxes.forEach(({ 0: box, index }, i) => {
      const from = index + box.length
      const option = isTicked(box) ? optionOf(field, text.slice(from, boxes[i + 1]?.index)) : null
      if (option)
        found.push({
          value: option.value,
          place: { side: 'ticked', segment, start: start + from + option.start, end: start + from + option.end },
        })
    })
  }
  return isBehindBox ? found : null
}

/** Returns the option with which a text begins; the longest one wins. */
export function optionOf(
  { options = [] }: OwnField,
  text: string,
): { value: string; start: number; end: number } | null {
  const words = tokenize(text)
  let best: { value: string; length: number } | null = null
  for (const option of options)
    for (const name of [option.label, option.value]) {
      const wanted = tokenize(name)
      const isPrinted = wanted.length > 0 && wanted.every(({ token }, i) => words[i]?.token === token)
      if (isPrinted && wanted.length > (best?.length ?? 0)) best = { value: option.value, length: wanted.length }
    }
  return best && { value: best.value, start: words[0]!.start, end: words[best.length - 1]!.end }
}
