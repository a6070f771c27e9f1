import type { Label } from '../find/labels.ts'
import type { Layout, Segment } from '../find/layout.ts'

/** The printed number of a page, and the printed number of pages. */
export interface PageNumber {
  page: number
  of: number | null
}

/** After a label such as `Seite`: `2`, `2/3`, `2 von 3`. A decimal mark after it shows an amount. */
const AFTER_LABEL = /^[\s.:°º]{0,3}(\d{1,3})(?:\s*(?:\p{L}{1,4}\.?|[/|-])\s*(\d{1,3}))?(?![\d.,])/u
/** A number of the form 1/3 alone, as footers have it. */
const FRACTION = /^\s*(\d{1,2})\s*\/\s*(\d{1,2})\s*$/
/** Heights of the margins in which a bare fraction is a page number, as a share of the page. */
const MARGIN = 0.12

/** Returns the printed numbers of the pages that have one, by the number of the page in the file. */
export function pageNumbers(layout: Layout, labels: readonly Label[]): Map<number, PageNumber> {
  const found = new Map<number, PageNumber>()
  const add = ({ page }: Segment, match: RegExpExecArray | null): void => {
    if (!match || found.has(page.number)) return
    const [number, of] = [Number(match[1]), match[2] === undefined ? null : Number(match[2])]
    if (number >= 1 && (of === null || number <= of)) found.set(page.number, { page: number, of })
  }
  for (const label of labels) {
    if (!label.classes.has('page')) continue
    const { segment } = label
    const next = layout.lines[segment.line]?.find(({ index }) => index === segment.index + 1)
    const rest = segment.text.slice(label.end)
    add(segment, AFTER_LABEL.exec(/\d/.test(rest) || !next ? rest : `${rest} ${next.text}`))
  }
  for (const line of layout.lines) {
    const [only, ...others] = line
    if (!only || others.length > 0) continue
    const top = only.page.height > 0 ? only.box[1] / only.page.height : 0
    if (top < MARGIN || top > 1 - MARGIN) add(only, FRACTION.exec(only.text))
  }
  return found
}
