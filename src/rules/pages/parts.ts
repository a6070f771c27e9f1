/** The pages of an annotation that form a part of it. */

/** A page of the parent as a part contains it. */
export interface PartPage {
  page_id: number
  /** Degrees clockwise, relative to the rotation in the parent. */
  rotation_deg: number
  deleted: boolean
}

/** One of the documents into which a suggestion splits an annotation. */
export interface SuggestedPart {
  pages: PartPage[]
  /** Null for the queue of the annotation. */
  target_queue_id: number | null
  /** Initial values of the new annotation; keys start with `edit:`. */
  values: Record<string, unknown>
}

export const shownPages = (pages: readonly PartPage[]): PartPage[] => pages.filter(({ deleted }) => !deleted)

/** Returns true if both produce the same document from the same parent. */
export function samePages(one: readonly PartPage[], other: readonly PartPage[]): boolean {
  const key = (pages: readonly PartPage[]) =>
    shownPages(pages)
      .map(({ page_id, rotation_deg }) => `${page_id}@${rotation_deg}`)
      .join()
  return key(one) === key(other)
}
