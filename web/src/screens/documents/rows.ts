/** Rows of a list: annotations with what is sideloaded for them. */
import type { List } from '../../api/client.ts'
import type { Annotation, Datapoint, Document, Label, User } from '../../api/types.ts'
import { groupContent, type Values } from './columns.ts'

export interface Row {
  id: number
  url: string
  annotation: Annotation
  fileName: string
  values: Values
  labels: readonly Label[]
  assignees: readonly User[]
  /** The present or last reviewer. */
  reviewer: User | null
  /** Why import or export failed, or what a hook said; null if nothing needs attention. */
  reason: string | null
}

/** An answer of `GET /annotations` with the sideloads of a list. */
export interface Page extends List<Annotation> {
  documents: Document[]
  labels: Label[]
  assignees: User[]
  modifiers: User[]
  content?: Datapoint[]
}

export const SIDELOADS = ['documents', 'labels', 'assignees', 'modifiers'] as const

/** Returns the name of a person, or the login name without one. */
export const nameOf = ({ first_name, last_name, username }: User): string =>
  `${first_name} ${last_name}`.trim() || username

/** Returns the two letters for a person. */
export function initialsOf(user: User): string {
  const words = nameOf(user).split(/[\s.@_-]+/)
  const [first = '', second = ''] = words.map((word) => [...word][0] ?? '')
  return (first + second).toUpperCase()
}

/** Returns the first error among the messages of an annotation, or its first message if it failed. */
export function reasonOf({ status, messages }: Annotation): string | null {
  const texts = (messages ?? []).map(({ type, content, error }) => ({
    isError: type === 'error' || error !== undefined,
    text: [content, error].find((text): text is string => typeof text === 'string' && text !== ''),
  }))
  const found = texts.find(({ isError, text }) => isError && text) ?? (/^failed_/.test(status) ? texts[0] : undefined)
  return found?.text ?? null
}

const byUrl = <T extends { url: string }>(objects: readonly T[]): Map<string, T> =>
  new Map(objects.map((object) => [object.url, object]))

/** Returns the rows of a page, in its order. */
export function rowsOf(page: Page): Row[] {
  const [documents, labels] = [byUrl(page.documents), byUrl(page.labels)]
  const users = byUrl([...page.assignees, ...page.modifiers])
  const content = groupContent(page.content ?? [])
  return page.results.map((annotation) => ({
    id: annotation.id,
    url: annotation.url,
    annotation,
    fileName: documents.get(annotation.document)?.original_file_name ?? '',
    values: content.get(annotation.id) ?? {},
    labels: annotation.labels.flatMap((url) => labels.get(url) ?? []),
    assignees: annotation.assignees.flatMap((url) => users.get(url) ?? []),
    reviewer: users.get(annotation.modifier ?? '') ?? null,
    reason: reasonOf(annotation),
  }))
}

/** Returns the value by which a list is ordered. */
function sortValue({ annotation, fileName }: Row, key: string): string | null {
  if (key === 'document__original_file_name') return fileName
  if (key === 'document__arrived_at') return annotation.arrived_at
  return (annotation as unknown as Record<string, string | null>)[key] ?? null
}

/** Compares two rows as the API orders them: null is later than any time, and ids decide between equal values. */
export function compareRows(order: string, a: Row, b: Row): number {
  const [sign, key] = order.startsWith('-') ? [-1, order.slice(1)] : [1, order]
  const [left, right] = [sortValue(a, key), sortValue(b, key)]
  if (left === right) return sign * (a.id - b.id)
  if (left === null || right === null) return sign * (left === null ? 1 : -1)
  return sign * (left < right ? -1 : 1)
}

/**
 * Puts changed rows into a loaded list: `found` replaces or adds rows, the other ids of `asked` leave it. Rows beyond the loaded part are
 * added only if `isComplete`, because they appear when that part is loaded.
 */
export function mergeRows(
  rows: readonly Row[],
  {
    found,
    asked,
    order,
    isComplete,
  }: { found: readonly Row[]; asked: readonly number[]; order: string; isComplete: boolean },
): Row[] {
  const gone = new Set(asked)
  const byId = new Map(found.map((row) => [row.id, row]))
  // A row that still belongs to the list keeps its place, so that it does not jump from under the pointer.
  const kept = rows.flatMap((row) => (gone.has(row.id) ? (byId.get(row.id) ?? []) : row))
  const present = new Set(kept.map(({ id }) => id))
  for (const row of [...found].sort((a, b) => compareRows(order, a, b))) {
    if (present.has(row.id)) continue
    const at = kept.findIndex((other) => compareRows(order, row, other) < 0)
    if (at >= 0) kept.splice(at, 0, row)
    else if (isComplete) kept.push(row)
  }
  return kept
}
