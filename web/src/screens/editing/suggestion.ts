/** A suggested edit: how the service, a hook or a program would divide the document. */
import {
  isDocument,
  newPart,
  pagesOf,
  shownPages,
  type Draft,
  type EditPage,
  type Part,
  type Rotation,
} from './model.ts'

export interface Suggestion {
  documents: {
    pages: { page: number; rotation: Rotation; deleted: boolean }[]
    /** URL of the queue; null for that of the annotation. */
    queue: string | null
    values: Record<string, unknown>
  }[]
}

/** Returns the ids of the pages before which the suggestion cuts. */
export const suggestedCuts = ({ documents }: Suggestion): Set<number> =>
  new Set(documents.slice(1).flatMap(({ pages }) => pages[0]?.page ?? []))

/** Returns what the suggestion would do with single pages, by id. */
export function suggestedPages({ documents }: Suggestion): Map<number, { rotation: Rotation; deleted: boolean }> {
  const changes = documents.flatMap(({ pages }) => pages.filter(({ rotation, deleted }) => rotation || deleted))
  return new Map(changes.map(({ page, rotation, deleted }) => [page, { rotation, deleted }]))
}

/** Divides the pages as suggested. Pages that the suggestion does not mention are left out, at the end of the last part. */
export function applySuggestion(draft: Draft, { documents }: Suggestion): Draft {
  const queue = draft.parts[0]!.queue
  const rest = new Map(pagesOf(draft).map((page) => [page.page, page]))
  const parts = documents.flatMap((document, index): Part[] => {
    const pages = document.pages.flatMap(({ page, rotation, deleted }): EditPage[] => {
      const own = rest.get(page)
      rest.delete(page)
      return own ? [{ ...own, rotation, deleted }] : []
    })
    if (!pages.length) return []
    return [{ ...newPart(index + 1, document.queue ?? queue, pages), values: document.values }]
  })
  const last = parts.at(-1)
  if (!last) return draft
  const left = [...rest.values()].map((page) => ({ ...page, deleted: true }))
  return { parts: [...parts.slice(0, -1), { ...last, pages: [...last.pages, ...left] }] }
}

/** Whether the documents would be those of the suggestion. */
export function followsSuggestion(draft: Draft, suggestion: Suggestion): boolean {
  const text = ({ parts }: Draft) =>
    parts
      .filter(isDocument)
      .map((part) => `${part.queue}: ${shownPages(part).map(({ page, rotation }) => `${page}@${rotation}`)}`)
      .join('|')
  return text(draft) === text(applySuggestion(draft, suggestion))
}
