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
  /** The user had finished it; otherwise it was still being typed. */
  isAccepted: boolean
  page?: number | null
  position?: readonly number[] | null
}

/** The part of Storage that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** What is stored under the key of an annotation. */
interface Kept {
  /** Time of the last entry, in milliseconds since 1970. */
  at: number
  drafts: Draft[]
}

const PREFIX = 'sheaf.drafts'
const keyOf = (userId: number, annotationId: number): string => `${PREFIX}.${userId}.${annotationId}`
/** Values of documents do not stay longer in a browser that is not used. */
const LIFETIME_MS = 14 * 86_400_000

const isDraft = (value: unknown): value is Draft => {
  const { id, schemaId, base, value: text, isAccepted } = Object(value) as Record<string, unknown>
  return (
    typeof id === 'number' &&
    typeof isAccepted === 'boolean' &&
    [schemaId, base, text].every((one) => typeof one === 'string')
  )
}

function readKept(storage: DraftStorage, key: string): Kept {
  try {
    const { at, drafts } = Object(JSON.parse(storage.getItem(key) ?? '{}')) as Record<string, unknown>
    return { at: Number(at) || 0, drafts: Array.isArray(drafts) ? drafts.filter(isDraft) : [] }
  } catch {
    return { at: 0, drafts: [] }
  }
}

/** Returns the drafts of an annotation; none if the stored text is damaged. */
export const readDrafts = (storage: DraftStorage, userId: number, annotationId: number): Draft[] =>
  readKept(storage, keyOf(userId, annotationId)).drafts

/**
 * Keeps the drafts of an annotation. `own` are the ids of fields that this window has handled: drafts of other fields belong to another
 * window of the user and stay. Returns false if the browser has no room or forbids storage.
 */
export function writeDrafts(
  storage: DraftStorage,
  [userId, annotationId]: readonly [number, number],
  drafts: readonly Draft[],
  own: ReadonlySet<number>,
  now = Date.now(),
): boolean {
  const key = keyOf(userId, annotationId)
  try {
    const all = [...readKept(storage, key).drafts.filter(({ id }) => !own.has(id)), ...drafts]
    if (all.length) storage.setItem(key, JSON.stringify({ at: now, drafts: all } satisfies Kept))
    else storage.removeItem(key)
    return true
  } catch {
    return false
  }
}

const keysOf = (storage: DraftStorage, prefix: string): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(prefix))

/** Returns the number of annotations of which this browser keeps drafts of a user. */
export const countDrafts = (storage: DraftStorage, userId: number): number =>
  keysOf(storage, `${PREFIX}.${userId}.`).length

/** Removes the drafts of all annotations of a user, as at the end of a session that the user ends. */
export function removeDrafts(storage: DraftStorage, userId: number): void {
  for (const key of keysOf(storage, `${PREFIX}.${userId}.`)) storage.removeItem(key)
}

/** Removes the drafts of all users that are older than 14 days. */
export function expireDrafts(storage: DraftStorage, now = Date.now()): void {
  for (const key of keysOf(storage, `${PREFIX}.`))
    if (readKept(storage, key).at < now - LIFETIME_MS) storage.removeItem(key)
}

/** A field that has changed while the user was entering a value: the entry, and the value that the service has now. */
export interface Conflict {
  draft: Draft
  theirs: string
}

/**
 * Compares drafts with what the service has now. A draft stays if its field has not changed since the entry began, or has the same value
 * already. One that only confirms the value it began with is dropped if that value has changed: the user has not seen the new one.
 * Fields that were removed are `lost`.
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
    else if (theirs === draft.base || theirs === draft.value) kept.push(draft)
    else if (draft.value !== draft.base) conflicts.push({ draft, theirs })
  }
  return { kept, conflicts, lost }
}
