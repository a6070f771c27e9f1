/**
 * Entries that the service does not have yet. They are kept in the browser for each user and annotation, so that a lost connection, an
 * expired session or a closed window loses nothing; they are removed when the service has stored them.
 */

/** A new value of one field. */
export interface Draft {
  /** Id of the node. */
  id: number
  schemaId: string
  /** The stored value that the user saw when the entry began. */
  base: string
  value: string
}

/** The part of Storage that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const PREFIX = 'sheaf.drafts'
const keyOf = (userId: number, annotationId: number): string => `${PREFIX}.${userId}.${annotationId}`

const isDraft = (value: unknown): value is Draft => {
  const { id, schemaId, base, value: text } = Object(value) as Record<string, unknown>
  return typeof id === 'number' && [schemaId, base, text].every((one) => typeof one === 'string')
}

/** Returns the drafts of an annotation; none if the stored text is damaged. */
export function readDrafts(storage: DraftStorage, userId: number, annotationId: number): Draft[] {
  try {
    const found: unknown = JSON.parse(storage.getItem(keyOf(userId, annotationId)) ?? '[]')
    return Array.isArray(found) ? found.filter(isDraft) : []
  } catch {
    return []
  }
}

/** Keeps the drafts of an annotation. Returns false if the browser has no room or forbids storage. */
export function writeDrafts(storage: DraftStorage, userId: number, annotationId: number, drafts: Draft[]): boolean {
  try {
    if (drafts.length) storage.setItem(keyOf(userId, annotationId), JSON.stringify(drafts))
    else storage.removeItem(keyOf(userId, annotationId))
    return true
  } catch {
    return false
  }
}

const keysOf = (storage: DraftStorage, userId: number): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(`${PREFIX}.${userId}.`),
  )

/** Returns the number of annotations of which this browser keeps drafts of a user. */
export const countDrafts = (storage: DraftStorage, userId: number): number => keysOf(storage, userId).length

/** Removes the drafts of all annotations of a user, as at the end of a session that the user ends. */
export function removeDrafts(storage: DraftStorage, userId: number): void {
  for (const key of keysOf(storage, userId)) storage.removeItem(key)
}

/** A field that two people have changed: the entry of this user, and the value that the service has now. */
export interface Conflict {
  draft: Draft
  theirs: string
}

/**
 * Compares drafts with what the service has now. A draft stays if its field has not changed since the entry began, or if the field has
 * the same value already (then it is done). Fields that were removed are `lost`.
 */
export function mergeDrafts(
  drafts: readonly Draft[],
  stored: (id: number) => string | undefined,
): { kept: Draft[]; conflicts: Conflict[]; lost: Draft[] } {
  const kept: Draft[] = []
  const conflicts: Conflict[] = []
  const lost: Draft[] = []
  for (const draft of drafts) {
    const theirs = stored(draft.id)
    if (theirs === undefined) lost.push(draft)
    else if (theirs === draft.value) continue
    else if (theirs === draft.base) kept.push(draft)
    else conflicts.push({ draft, theirs })
  }
  return { kept, conflicts, lost }
}
