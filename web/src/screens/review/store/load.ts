/** What a review is opened with. The requests can be sent before the screen is shown, and the image of the first page before the review has started. */
import { all, isEmbedded, pathOf, request, versioned } from '../../../api/client.ts'
import { withoutPrefix } from '../../../api/prefix.ts'
import type { Annotation, Document, Page, Queue, Schema } from '../../../api/types.ts'
import type { Tree } from './stored-content.ts'

type Opened = Annotation & { documents: Document[]; queues: Queue[]; schemas: Schema[]; pages: unknown[] }

export interface Parts {
  annotation: Annotation
  document: Document
  queue: Queue
  schema: Schema
  pages: readonly Page[]
  content: { value: Tree; etag: string | null }
}

/** Requests that were sent before the review is opened. */
let early: { id: number; parts: Promise<Parts> } | null = null

async function load(id: number): Promise<Parts> {
  const path = `/annotations/${id}`
  const [opened, content] = await Promise.all([
    request<Opened>(path, { query: { sideload: 'documents,pages,queues,schemas' } }),
    versioned<Tree>(`${path}/content`),
  ])
  const { documents, queues, schemas, pages: loaded, ...rest } = opened
  const areLoaded = (loaded as Page[]).every((page) => typeof page === 'object')
  const pages = areLoaded ? (loaded as Page[]) : await all<Page>('/pages', { annotation: id })
  const annotation = { ...rest, pages: pages.map(({ url }) => url) }
  const schema = await schemaOf(annotation, schemas[0]!)
  return { annotation, document: documents[0]!, queue: queues[0]!, schema, pages, content }
}

/** Statuses in which the content is in the present schema. */
const IN_PRESENT_SCHEMA = ['created', 'importing', 'failed_import', 'to_review', 'reviewing', 'postponed', 'purged']

/** Returns the schema with the fields of the content: that of the confirmation, if the schema was changed since. */
async function schemaOf({ id, status }: Annotation, schema: Schema): Promise<Schema> {
  if (IN_PRESENT_SCHEMA.includes(status)) return schema
  const { content } = await request<Pick<Schema, 'content'>>(`/annotations/${id}/schema`)
  return { ...schema, content }
}

/** Sends the requests for a document whose address is being opened, in parallel with those about the user. */
export function loadEarly(pathname: string): void {
  const id = Number(/^\/app\/documents\/(\d+)$/.exec(withoutPrefix(pathname))?.[1])
  if (!id) return
  early = { id, parts: load(id) }
  // Without a session they fail, and are sent again after the sign-in.
  early.parts.catch(() => (early = null))
}

/** Returns what a review is opened with. Throws ApiError. */
export async function loadParts(id: number): Promise<Parts> {
  const sent = early
  early = null
  const parts = await (sent?.id === id ? sent.parts.catch(() => load(id)) : load(id))
  loadImage(parts)
  return parts
}

/** Loads the first page while the review is being started. An embedded page fetches its images with a token. */
function loadImage({ pages }: Parts): void {
  if (isEmbedded() || !pages[0]) return
  const image = new Image()
  image.fetchPriority = 'high'
  image.src = pathOf(`${pages[0].url}/content`)
}
