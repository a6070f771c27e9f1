import { shares } from './parts.ts'
import type { PageFacts } from './facts.ts'

/**
 * The share of figures that a page has in common with the page that it copies. Copies differ in what says so (`ORIGINAL`, `DUPLICADO`), in the
 * numbers of pages, and in misread words of scans. Of 255 invoices of several pages by the generator, no two pages share more than .43.
 */
const SAME_FIGURES = 0.8
/** With fewer, chance decides. */
const MIN_FIGURES = 8

/** Returns the numbers of the pages that repeat an earlier page of the same document, such as its copy for the archive. */
export function copiedPages(pages: readonly PageFacts[]): Set<number> {
  const copies = new Set<number>()
  for (const [at, page] of pages.entries()) {
    const originals = pages.slice(0, at).filter(({ number }) => !copies.has(number))
    if (originals.some((original) => isCopy(page, original))) copies.add(page.number)
  }
  return copies
}

/** A copy names the same document. Pages without a number of the document are copies only if all of their figures are equal. */
function isCopy(page: PageFacts, original: PageFacts): boolean {
  // Pages 1 and 2 of one document, with few rows between their letterheads.
  if (page.printed && original.printed && page.printed.page !== original.printed.page) return false
  if (page.figures.length < MIN_FIGURES || page.kind !== 'content' || original.kind !== 'content') return false
  if (page.documents.size === 0 && original.documents.size === 0)
    return page.figures.join(' ') === original.figures.join(' ')
  return shares(page.documents, original.documents) && inCommon(page.figures, original.figures) >= SAME_FIGURES
}

/** The share of the longer list that the other one has too, each figure as often as it occurs. */
function inCommon(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const figure of other) counts.set(figure, (counts.get(figure) ?? 0) + 1)
  let common = 0
  for (const figure of one) {
    const left = counts.get(figure) ?? 0
    if (left === 0) continue
    counts.set(figure, left - 1)
    common++
  }
  return common / Math.max(one.length, other.length)
}
