/** Changes of pages and parts. Each returns a new state, or the same one if there is nothing to change. Locked parts never change. */
import { newKey, newPart, rotationOf, sameDivision, type Draft, type EditPage, type Part } from './model.ts'

export type Keys = ReadonlySet<number>

const mapPages = (draft: Draft, keys: Keys, change: (page: EditPage) => EditPage): Draft => {
  let isChanged = false
  const parts = draft.parts.map((part) => {
    if (part.locked || !part.pages.some(({ key }) => keys.has(key))) return part
    isChanged = true
    return { ...part, pages: part.pages.map((page) => (keys.has(page.key) ? change(page) : page)) }
  })
  return isChanged ? { parts } : draft
}

/** Rotates pages clockwise by `degrees`; negative values rotate them to the left. */
export const rotate = (draft: Draft, keys: Keys, degrees: number): Draft =>
  mapPages(draft, keys, (page) => ({ ...page, rotation: rotationOf(page.rotation + degrees) }))

/** Leaves pages out, or puts them back. */
export const setDeleted = (draft: Draft, keys: Keys, deleted: boolean): Draft =>
  mapPages(draft, keys, (page) => (page.deleted === deleted ? page : { ...page, deleted }))

/** Starts a new part with the page. The first part keeps its annotation, name and values. */
export function cutBefore(draft: Draft, key: number): Draft {
  const at = draft.parts.findIndex(({ pages }) => pages.some((page) => page.key === key))
  const part = draft.parts[at]
  const index = part?.pages.findIndex((page) => page.key === key) ?? 0
  if (!part || part.locked || index === 0) return draft
  const rest = newPart(newKey(draft), part.queue, part.pages.slice(index))
  return { parts: draft.parts.toSpliced(at, 1, { ...part, pages: part.pages.slice(0, index) }, rest) }
}

/** Joins the part that starts with the page to the one before it. */
export function joinBefore(draft: Draft, key: number): Draft {
  const at = draft.parts.findIndex(({ pages }) => pages[0]?.key === key)
  const [before, part] = [draft.parts[at - 1], draft.parts[at]]
  if (!before || !part || before.locked || part.locked) return draft
  // An annotation that exists keeps its id, so that as few as possible are deleted.
  const base = before.annotation === null && part.annotation !== null ? part : before
  return { parts: draft.parts.toSpliced(at - 1, 2, { ...base, pages: [...before.pages, ...part.pages] }) }
}

/** Cuts before the page, or joins the part that starts with it to the one before. */
export const toggleCut = (draft: Draft, key: number): Draft =>
  draft.parts.some(({ pages }) => pages[0]?.key === key) ? joinBefore(draft, key) : cutBefore(draft, key)

/** Changes the name, queue or values of a part. */
export function describePart(
  draft: Draft,
  key: number,
  change: Partial<Pick<Part, 'name' | 'queue' | 'values'>>,
): Draft {
  const part = draft.parts.find((one) => one.key === key)
  if (!part || part.locked) return draft
  return { parts: draft.parts.map((one) => (one === part ? { ...part, ...change } : one)) }
}

/** Place of a page: before another one of the part, or with null at its end. */
export interface Place {
  part: number
  before: number | null
}

/** Moves pages, in their order, to a place. Parts that lose all pages disappear. */
export function moveTo(draft: Draft, keys: Keys, place: Place): Draft {
  const target = draft.parts.find(({ key }) => key === place.part)
  const moved = movable(draft, keys)
  if (!target || target.locked || !moved.length) return draft
  // The page at the place may be one of those that move: then the next page that stays is meant.
  const from = place.before === null ? -1 : target.pages.findIndex(({ key }) => key === place.before)
  const next = from < 0 ? undefined : target.pages.slice(from).find(({ key }) => !keys.has(key))
  const parts = draft.parts.map((part) => {
    if (part.locked) return part
    const stay = part.pages.filter(({ key }) => !keys.has(key))
    if (part !== target) return stay.length === part.pages.length ? part : { ...part, pages: stay }
    const at = next ? stay.indexOf(next) : stay.length
    return { ...part, pages: stay.toSpliced(at, 0, ...moved) }
  })
  return ifChanged(draft, { parts: parts.filter(({ pages }) => pages.length > 0) })
}

/** Moves pages into a new part behind another one, or with null to the beginning. */
export function moveToNew(draft: Draft, keys: Keys, behind: number | null): Draft {
  const moved = movable(draft, keys)
  if (!moved.length) return draft
  const queue = draft.parts.find(({ pages }) => pages.includes(moved[0]!))!.queue
  const at = draft.parts.findIndex(({ key }) => key === behind) + 1
  const added = draft.parts.toSpliced(at, 0, newPart(newKey(draft), queue, []))
  return moveTo({ parts: added }, keys, { part: added[at]!.key, before: null })
}

/** Moves pages by one place to the left (-1) or right (1), also across the border of parts. */
export function moveBy(draft: Draft, keys: Keys, step: -1 | 1): Draft {
  const moved = movable(draft, keys)
  const edge = step < 0 ? moved[0] : moved.at(-1)
  if (!edge) return draft
  const at = draft.parts.findIndex(({ pages }) => pages.includes(edge))
  const { key: part, pages } = draft.parts[at]!
  const index = pages.indexOf(edge)
  const [before, after] = [draft.parts[at - 1], draft.parts[at + 1]]
  if (step < 0) {
    if (index > 0) return moveTo(draft, keys, { part, before: pages[index - 1]!.key })
    return before ? moveTo(draft, keys, { part: before.key, before: null }) : draft
  }
  if (index < pages.length - 1) return moveTo(draft, keys, { part, before: pages[index + 2]?.key ?? null })
  return after ? moveTo(draft, keys, { part: after.key, before: after.pages[0]!.key }) : draft
}

const movable = (draft: Draft, keys: Keys): EditPage[] =>
  draft.parts.filter(({ locked }) => !locked).flatMap(({ pages }) => pages.filter(({ key }) => keys.has(key)))

const ifChanged = (before: Draft, after: Draft): Draft => (sameDivision(before, after) ? before : after)
