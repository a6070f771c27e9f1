/**
 * Where one document of a file ends and the next begins. Conservative: a wrong division costs more than a missing one, so a page begins a
 * document only if the file says so (its numbering restarts, or its number or parties change).
 */
import type { DocumentPart } from '../types.ts'
import type { PageFacts } from './facts.ts'

/** Returns the parts of a file; null if it is one document. `copies` are the numbers of pages that repeat others. */
export function dividePages(
  pages: readonly PageFacts[],
  copies: ReadonlySet<number> = new Set(),
): DocumentPart[] | null {
  const parts: DocumentPart[] = []
  let isSeparated = false
  let before: PageFacts | null = null
  for (const page of pages) {
    const part = parts.at(-1)
    if (page.kind !== 'content') {
      if (page.kind === 'separator') isSeparated = true
      if (part) part.left_out.push(page.number)
      else parts.push({ pages: [], left_out: [page.number] })
      continue
    }
    const begins: boolean =
      before !== null && (isSeparated || (!copies.has(page.number) && beginsDocument(before, page)))
    if (part && !begins) part.pages.push(page.number)
    else parts.push({ pages: [page.number], left_out: [] })
    isSeparated = false
    before = before && !begins ? merged(before, page) : page
  }
  return parts.filter((part) => part.pages.length > 0).length > 1 ? parts : null
}

/** `before` has the printed number of the previous page and the other facts of all pages of its document. */
function beginsDocument(before: PageFacts, page: PageFacts): boolean {
  const [last, own] = [before.printed, page.printed]
  const continues = last && own && own.page === last.page + 1 && own.of === last.of
  if (continues || (own && own.page > 1)) return false
  const sameDocument = shares(before.documents, page.documents)
  if (last && own?.page === 1) {
    const isComplete = last.of === null || last.page === last.of
    return isComplete && !(sameDocument && own.of === null)
  }
  if (last?.of && last.page < last.of) return false
  if (sameDocument) return false
  const otherNumber = before.documents.size === 1 && page.documents.size === 1
  const otherParties = before.parties.size > 0 && page.parties.size > 0 && !shares(before.parties, page.parties)
  const isTitled = page.documents.size > 0 || own?.page === 1
  if (otherParties && isTitled) return true
  return otherNumber && (page.parties.size > 0 || own?.page === 1 || (before.isComplete && page.isComplete))
}

export const shares = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((value) => other.has(value))

const merged = (document: PageFacts, page: PageFacts): PageFacts => ({
  ...page,
  documents: new Set([...document.documents, ...page.documents]),
  parties: new Set([...document.parties, ...page.parties]),
  isComplete: document.isComplete || page.isComplete,
})
