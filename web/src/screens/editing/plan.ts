/** What saving does: the request to send, and the numbers for the sentence that announces it. */
import type { AnnotationEditPagesBody, AnnotationEditPagesInPlaceBody } from '../../api/types.ts'
import { isDocument, pagesOf, pagesText, shownPages, type Draft, type EditPage, type Part } from './model.ts'

export interface Effects {
  /** New documents. */
  created: number
  /** Existing documents whose pages change. */
  changed: number
  /** Existing documents that only get another name or queue. */
  described: number
  /** Existing documents that are deleted. */
  deleted: number
  /** Pages that no document will contain. */
  leftOut: number
  rotated: number
  /** The order of the remaining pages differs from that of the document. */
  reordered: boolean
  /** The document itself goes to another queue. */
  moved: boolean
}

export type Plan = { effects: Effects } & (
  | { kind: 'none' }
  | { kind: 'in_place'; body: AnnotationEditPagesInPlaceBody }
  | { kind: 'edit_pages'; body: AnnotationEditPagesBody }
)

type ParentPage = NonNullable<AnnotationEditPagesBody['edit']>[number]['parent_pages'][number]
type EditPart = NonNullable<AnnotationEditPagesBody['edit']>[number]

export interface Context {
  /** An earlier edit has divided the document already. */
  isSplit: boolean
  /** URL of the queue of the document. */
  queue: string
  /** Returns the URL of a page. */
  urlOf: (page: number) => string
}

/** Returns the request for the changes between two states. */
export function planOf(before: Draft, after: Draft, { isSplit, queue, urlOf }: Context): Plan {
  const documents = after.parts.filter(isDocument)
  const pagesIn = (pages: readonly EditPage[]): ParentPage[] =>
    pages.map(({ page, rotation, deleted }) => ({
      page: urlOf(page),
      ...(rotation ? { rotation_deg: rotation } : {}),
      ...(deleted ? { deleted } : {}),
    }))
  if (isSplit) return planParts(before, after, queue, pagesIn)
  if (documents.length > 1) {
    const edit = after.parts.map((part) => newDocument(part, queue, pagesIn(part.pages)))
    return { kind: 'edit_pages', body: { edit }, effects: effectsOf(before, after, { created: documents.length }) }
  }
  const target = documents[0]?.queue ?? queue
  const effects = effectsOf(before, after, { moved: target !== queue })
  const pages = pagesOf(after)
  const isSame = pagesText(pages) === pagesText(pagesOf(before)) && target === queue
  if (isSame || !documents.length) return { kind: 'none', effects }
  return {
    kind: 'in_place',
    body: { parent_pages: pagesIn(pages), ...(target === queue ? {} : { target_queue: target }) },
    effects,
  }
}

const newDocument = ({ name, queue, values }: Part, usual: string, parent_pages: ParentPage[]): EditPart => ({
  parent_pages,
  ...(queue === usual ? {} : { target_queue: queue }),
  ...(name.trim() ? { document_name: name.trim() } : {}),
  ...(Object.keys(values).length ? { values: { ...values } } : {}),
})

/** Whether the service has to read an existing part again. Its comparison ignores pages that are left out. */
export const isReread = (before: Part | undefined, after: Part): boolean =>
  pagesText(before ? shownPages(before) : []) !== pagesText(shownPages(after))

function planParts(
  before: Draft,
  after: Draft,
  parentQueue: string,
  pagesIn: (pages: readonly EditPage[]) => ParentPage[],
): Plan {
  const known = new Map(before.parts.flatMap((part) => (part.annotation === null ? [] : [[part.annotation, part]])))
  const documents = after.parts.filter((part) => isDocument(part) && !part.locked)
  const edit: EditPart[] = []
  const counts = { created: 0, changed: 0, described: 0 }
  const unread: string[] = []
  for (const part of documents) {
    const { annotation, name, queue, values } = part
    const old = annotation === null ? undefined : known.get(annotation)
    if (!old || annotation === null) {
      edit.push(newDocument(part, parentQueue, pagesIn(part.pages)))
      counts.created += 1
      continue
    }
    const isChanged = isReread(old, part)
    const isDescribed = (name.trim() !== '' && name.trim() !== old.name) || queue !== old.queue
    // Parts that are read again leave the review by themselves.
    if (!isChanged) unread.push(annotation)
    if (!isChanged && !isDescribed) continue
    counts[isChanged ? 'changed' : 'described'] += 1
    edit.push({
      annotation,
      parent_pages: pagesIn(part.pages),
      ...(queue === old.queue ? {} : { target_queue: queue }),
      ...(name.trim() && name.trim() !== old.name ? { document_name: name.trim() } : {}),
      ...(isChanged && Object.keys(values).length ? { values: { ...values } } : {}),
    })
  }
  const left = new Set(after.parts.flatMap((part) => (isDocument(part) || part.locked ? (part.annotation ?? []) : [])))
  const deleted = [...known.keys()].filter((annotation) => !left.has(annotation))
  const effects = effectsOf(before, after, { ...counts, deleted: deleted.length })
  if (!edit.length && !deleted.length) return { kind: 'none', effects }
  return { kind: 'edit_pages', body: { edit, delete: deleted, stop_reviewing: unread }, effects }
}

function effectsOf(before: Draft, after: Draft, known: Partial<Effects>): Effects {
  const [old, now] = [pagesOf(before), pagesOf(after)]
  const rotations = new Map(old.map(({ key, rotation }) => [key, rotation]))
  const order = now.filter(({ deleted }) => !deleted).map(({ key }) => key)
  return {
    created: 0,
    changed: 0,
    described: 0,
    deleted: 0,
    moved: false,
    ...known,
    leftOut: now.filter(({ deleted }) => deleted).length,
    rotated: now.filter(({ key, rotation, deleted }) => !deleted && rotations.get(key) !== rotation).length,
    reordered: order.some((key, index) => index > 0 && key < order[index - 1]!),
  }
}
