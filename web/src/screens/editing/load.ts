/** Opens a document for page editing, and saves or releases it. */
import { all, API, credentials, idOf, isEmbedded, pathOf, request } from '../../api/client.ts'
import type {
  Annotation,
  AnnotationEditPagesResult,
  AnnotationEditPagesStartResult,
  Document,
  Page,
  Queue,
  Section,
  SuggestedEdit,
} from '../../api/types.ts'
import { nodesOf } from '../review/model/content.ts'
import { draftOf, rotationOf, type Child, type Draft } from './model.ts'
import { planOf, type Plan } from './plan.ts'
import type { Suggestion } from './suggestion.ts'

/** At most this many pages can be edited, as in the API. */
const MAX_PAGES = 2000

export interface Opened {
  annotation: Annotation
  /** Name of the file. */
  name: string
  /** Pages by id. */
  pages: ReadonlyMap<number, Page>
  draft: Draft
  /** An earlier edit has divided the document. */
  isSplit: boolean
  /** Only the order, rotation and omission of pages may change. */
  isInPlaceOnly: boolean
  suggestion: (Suggestion & { url: string; body: Pick<SuggestedEdit, 'documents' | 'annotation'> }) | null
  /** Queues to which parts can go; empty if the user may not know them. */
  queues: readonly Queue[]
  /** The user had the document in review before: leaving does not end that review. */
  wasReviewing: boolean
  /** URLs of parts that are locked for the user. */
  held: readonly string[]
  openedAt: number
}

/** Locks the document and reads what the editor shows. Throws ApiError, 409 if another user has it. */
export async function openPages(id: number): Promise<Opened> {
  const path = `/annotations/${id}`
  const found = await request<Annotation>(path)
  const isInPlaceOnly = isEmbedded()
  const start = isInPlaceOnly
    ? await request(`${path}/start`, { method: 'POST' }).then(() => null)
    : await request<AnnotationEditPagesStartResult>(`${path}/edit_pages/start`, { method: 'POST' })
  const [pages, document, queues, suggested] = await Promise.all([
    isInPlaceOnly ? pagesOfToken(path) : all<Page>('/pages', { annotation: id, ordering: 'number' }, MAX_PAGES),
    request<Document>(found.document),
    isInPlaceOnly ? [] : all<Queue>('/queues'),
    found.suggested_edit && !isInPlaceOnly ? request<SuggestedEdit>(found.suggested_edit).catch(() => null) : null,
  ])
  const children = (start?.children ?? []).map(childOf)
  return {
    annotation: found,
    name: document.original_file_name,
    pages: new Map(pages.map((page) => [page.id, page])),
    draft: draftOf(
      pages.map((page) => page.id),
      found.queue,
      children,
    ),
    isSplit: children.length > 0,
    isInPlaceOnly,
    suggestion: suggested && !children.length ? suggestionOf(suggested) : null,
    queues,
    wasReviewing: found.status === 'reviewing',
    held: children.flatMap(({ url, started }) => (url !== null && started ? [url] : [])),
    openedAt: Date.now(),
  }
}

/** Tokens of embedded URLs read no lists, but the pages with their annotation. */
const pagesOfToken = async (path: string): Promise<Page[]> =>
  (await request<{ pages: Page[] }>(path, { query: { sideload: 'pages' } })).pages.toSorted(
    (one, other) => one.number - other.number,
  )

const childOf = (child: AnnotationEditPagesStartResult['children'][number]): Child => ({
  url: child.url,
  queue: child.queue,
  status: child.status,
  started: child.started,
  name: child.original_file_name,
  pages: child.parent_pages.map(({ page, rotation_deg, deleted }) => ({
    page: idOf(page),
    rotation: rotationOf(rotation_deg),
    deleted: deleted ?? false,
  })),
  values: child.values,
})

const suggestionOf = ({ url, documents, annotation }: SuggestedEdit): NonNullable<Opened['suggestion']> => ({
  url,
  body: { documents, annotation },
  documents: documents.map(({ pages, target_queue, values }) => ({
    pages: pages.map(({ page, rotation, deleted }) => ({ page: idOf(page), rotation: rotationOf(rotation), deleted })),
    queue: target_queue,
    values,
  })),
})

/** Returns what saving the draft would do. */
export const planFor = ({ draft, isSplit, annotation, pages }: Opened, after: Draft): Plan =>
  planOf(draft, after, { isSplit, queue: annotation.queue, urlOf: (id) => pages.get(id)!.url })

/** Whether a person has entered or checked values of the document, which saving would not keep. */
export async function losesEntered({ annotation, isSplit }: Opened, { kind, effects }: Plan): Promise<boolean> {
  const isDivided = kind === 'edit_pages' && !isSplit
  if (!isDivided && !effects.moved) return false
  const { content } = await request<{ content: readonly Section[] }>(`/annotations/${annotation.id}/content`)
  for (const node of nodesOf(content))
    if (node.category === 'datapoint' && node.validation_sources.includes('human')) return true
  return false
}

export type Source = 'suggest' | 'modified_suggest' | 'manual'

/** Sends the request of a plan. Returns the URLs of the annotations that it created or changed. */
export async function savePages(
  { annotation, openedAt }: Opened,
  plan: Exclude<Plan, { kind: 'none' }>,
  edit_data_source: Source,
): Promise<string[]> {
  const path = `/annotations/${annotation.id}/${plan.kind === 'in_place' ? 'edit_pages/in_place' : 'edit_pages'}`
  const processing_duration = { time_spent_edit: Math.round((Date.now() - openedAt) / 1000) }
  // What a person has entered stays in documents that are read again.
  const body = { ...plan.body, content: 'keep' as const, edit_data_source, processing_duration }
  const { results } = await request<AnnotationEditPagesResult>(path, { body })
  return results.map((result) => result.annotation)
}

/**
 * Releases the document and its parts without changes. The request also leaves a window that closes. An embedded page keeps its review, to
 * which the user returns.
 */
export async function releasePages({ annotation, held, wasReviewing, isInPlaceOnly }: Opened): Promise<void> {
  if (isInPlaceOnly || (wasReviewing && !held.length)) return
  await fetch(pathOf(`${API}/annotations/${annotation.id}/edit_pages/cancel`), {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json', ...credentials('POST') },
    body: JSON.stringify({ annotations: held, cancel_parent: !wasReviewing }),
  }).catch(() => undefined)
}
