/** What the editor changes: the pages of an annotation, in order, divided into parts. Each part becomes a document. */

export type Rotation = 0 | 90 | 180 | 270

export interface EditPage {
  /** Identity in the editor: earlier edits may have put one page into several parts. */
  readonly key: number
  /** Id of the page. */
  readonly page: number
  /** Clockwise degrees, added to the rotation that the page has in the document. */
  readonly rotation: Rotation
  /** Left out of the document; the page stays visible in the editor. */
  readonly deleted: boolean
}

export interface Part {
  readonly key: number
  /** URL of the annotation that an earlier edit made of it; null for a new one. */
  readonly annotation: string | null
  readonly status: string | null
  /** Another user works on it, or its status allows no changes. */
  readonly locked: boolean
  /** Name of the document; `''` if the service makes one. */
  readonly name: string
  /** URL of its queue. */
  readonly queue: string
  /** Values for the annotation; names start with `edit:`. */
  readonly values: Readonly<Record<string, unknown>>
  /** Never empty. */
  readonly pages: readonly EditPage[]
}

export interface Draft {
  readonly parts: readonly Part[]
}

/** A part as `edit_pages/start` describes it, with ids of pages. */
export interface Child {
  url: string | null
  queue: string | null
  status: string | null
  started: boolean
  name: string | null
  pages: { page: number; rotation: Rotation; deleted: boolean }[]
  values: Record<string, unknown>
}

export const rotationOf = (degrees: number): Rotation => (((degrees % 360) + 360) % 360) as Rotation

/** Pages that the document of a part will contain. */
export const shownPages = (part: Part): EditPage[] => part.pages.filter(({ deleted }) => !deleted)
/** Whether a part becomes, or is, a document. */
export const isDocument = (part: Part): boolean => part.pages.some(({ deleted }) => !deleted)
/** All pages in their order. */
export const pagesOf = (draft: Draft): EditPage[] => draft.parts.flatMap(({ pages }) => pages)
export const partOf = (draft: Draft, key: number): Part | undefined =>
  draft.parts.find(({ pages }) => pages.some((page) => page.key === key))
/** Returns the numbers under which parts are shown, by key: documents in their order, from 1. Parts without pages have none. */
export const numbersOf = (draft: Draft): Map<number, number> =>
  new Map(draft.parts.filter(isDocument).map(({ key }, index) => [key, index + 1]))
/** Returns a key that no part has. */
export const newKey = (draft: Draft): number => Math.max(0, ...draft.parts.map(({ key }) => key)) + 1

const NEW = { annotation: null, status: null, locked: false, name: '', values: {} }
export const newPart = (key: number, queue: string, pages: readonly EditPage[]): Part => ({ ...NEW, key, queue, pages })

/**
 * Returns the state at the beginning: one part with all pages, or the parts of earlier edits in the order of their first pages. Pages that
 * belong to none of them are left out: they form a part of their own at the end.
 */
export function draftOf(pageIds: readonly number[], queue: string, children: readonly Child[]): Draft {
  let lastKey = 0
  const pageOf = (page: number, rotation: Rotation, deleted: boolean): EditPage => ({
    key: ++lastKey,
    page,
    rotation,
    deleted,
  })
  if (!children.length)
    return {
      parts: [
        newPart(
          1,
          queue,
          pageIds.map((id) => pageOf(id, 0, false)),
        ),
      ],
    }
  const alive = children.filter(({ url, pages }) => url !== null && pages.length > 0)
  const order = new Map(pageIds.map((id, index) => [id, index]))
  const firstOf = ({ pages }: Child) => order.get(pages.find(({ deleted }) => !deleted)?.page ?? 0) ?? Infinity
  const parts = alive
    .toSorted((one, other) => firstOf(one) - firstOf(other))
    .map((child, index): Part => ({
      key: index + 1,
      annotation: child.url,
      status: child.status,
      locked: !child.started,
      name: child.name ?? '',
      queue: child.queue ?? queue,
      values: child.values,
      pages: child.pages.map(({ page, rotation, deleted }) => pageOf(page, rotation, deleted)),
    }))
  const used = new Set(alive.flatMap(({ pages }) => pages.map(({ page }) => page)))
  const left = pageIds.filter((id) => !used.has(id))
  if (left.length)
    parts.push(
      newPart(
        parts.length + 1,
        queue,
        left.map((id) => pageOf(id, 0, true)),
      ),
    )
  return { parts }
}

/** Whether two states have the same parts with the same pages in the same order. Names, queues and values may differ. */
export function sameDivision(one: Draft, other: Draft): boolean {
  const text = ({ parts }: Draft) =>
    parts.map((part) => `${part.annotation}:${part.key}:${pagesText(part.pages)}`).join('|')
  return text(one) === text(other)
}

/** Returns a text that is equal for equal pages: those of the document with `shown`, and all of them without. */
export const pagesText = (pages: readonly EditPage[]): string =>
  pages.map(({ page, rotation, deleted }) => `${page}@${rotation}${deleted ? 'x' : ''}`).join()
