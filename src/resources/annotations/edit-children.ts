/** Reads pages and parts from request bodies, and presents parts in responses. */
import { invalid } from '../../errors.ts'
import { isGone, partsOf, type EditPart, type PartMetadata } from '../../domain/annotations/pages/edit-parts.ts'
import { shownPages, type PartPage } from '../../rules/pages/parts.ts'
import { Annotation, Page, type Json } from '../../models/index.ts'
import type { Values } from '../framework/fields.ts'
import { referencesIn } from '../framework/relations.ts'
import type { ResourcePath } from '../framework/registry.ts'
import type { Caller } from '../framework/request.ts'
import { idFromUrl } from '../framework/urls.ts'

interface GivenPage {
  page: string
  rotation_deg?: number
  deleted?: boolean
}

interface GivenPart {
  annotation?: string
  target_queue?: string
  document_name?: string
  parent_pages: GivenPage[]
  metadata?: { annotation?: Json; document?: Json } | undefined
  values?: Json
}

/** Returns the given pages. Throws 400 under `key` unless each is a page of the annotation and occurs once. */
export async function ownPages(
  caller: Caller,
  annotation_id: number,
  key: string,
  given: GivenPage[],
): Promise<PartPage[]> {
  return pagesAmong(await pagesOf(caller, annotation_id), key, given)
}

const pagesOf = async ({ db }: Caller, annotation_id: number): Promise<Set<number>> =>
  new Set((await Page.query(db).where({ annotation_id }).select('id')).map(({ id }) => id))

function pagesAmong(own: Set<number>, key: string, given: GivenPage[]): PartPage[] {
  const pages = given.map(({ page, rotation_deg = 0, deleted = false }) => {
    const page_id = idFromUrl('pages', page)
    if (page_id === null) throw invalid({ [key]: ['Invalid hyperlink - No URL match.'] })
    if (!own.has(page_id)) throw invalid({ [key]: [`"${page}" is not a page of the annotation.`] })
    return { page_id, rotation_deg, deleted }
  })
  if (new Set(pages.map(({ page_id }) => page_id)).size < pages.length)
    throw invalid({ [key]: ['A page occurs twice in one document.'] })
  return pages
}

/** Returns the metadata of a part. Throws 400 if one of the objects exceeds 4 kB. */
export function metadataIn(metadata: GivenPart['metadata'] = {}): PartMetadata {
  for (const value of Object.values(metadata))
    if (Buffer.byteLength(JSON.stringify(value)) > 4096) throw invalid({ metadata: ['Metadata must not exceed 4 kB.'] })
  return metadata
}

/** Reads the parts of a body; errors are reported under `key`. */
export async function readParts(
  caller: Caller,
  parent_id: number,
  given: GivenPart[],
  key = 'edit',
): Promise<EditPart[]> {
  const own = await pagesOf(caller, parent_id)
  const idOf = async (collection: ResourcePath, urls: (string | undefined)[]) => {
    const named = urls.filter((url) => url !== undefined)
    const ids = await referencesIn(collection, named, [key], caller)
    return new Map(named.map((url, index) => [url, ids[index]!]))
  }
  const annotations = await idOf(
    'annotations',
    given.map(({ annotation }) => annotation),
  )
  const queues = await idOf(
    'queues',
    given.map(({ target_queue }) => target_queue),
  )
  return given.map(({ annotation, target_queue, document_name, parent_pages, metadata, values = {} }) => {
    const wrong = Object.keys(values).find((name) => !name.startsWith('edit:'))
    if (wrong !== undefined) throw invalid({ [key]: [`The key "${wrong}" of values must start with "edit:".`] })
    return {
      annotation_id: annotation === undefined ? null : annotations.get(annotation)!,
      queue_id: target_queue === undefined ? null : queues.get(target_queue)!,
      // PostgreSQL cannot store a zero character.
      name: document_name?.replaceAll('\0', '') || null,
      pages: pagesAmong(own, key, parent_pages),
      metadata: metadataIn(metadata),
      values,
    }
  })
}

/** Presents parts as `edit_pages/start` returns them. Parts outside the caller's queues have only their URL and pages. */
export async function showChildren(
  { db, urls }: Caller,
  parent_id: number,
  seen: readonly number[],
  started: ReadonlySet<number>,
): Promise<Values[]> {
  const parts = await partsOf(db, parent_id)
  const rows = await Annotation.query(db)
    .findByIds([...seen])
    .withGraphFetched('document')
  const shown = new Map<number, (typeof rows)[number]>(rows.map((row) => [row.id, row]))
  const alive = new Set(
    parts.flatMap((part) => (isGone(part) ? [] : shownPages(part.pages).map((page) => page.page_id))),
  )
  const page = ({ page_id, rotation_deg, deleted }: PartPage) => ({
    page: urls.of('pages', page_id),
    rotation_deg,
    ...(deleted ? { deleted } : {}),
  })
  return parts.flatMap((part): Values[] => {
    if (isGone(part)) {
      // A later edit may have used these pages again.
      const pages = part.pages.filter(({ page_id }) => !alive.has(page_id))
      const gone = { url: null, queue: null, status: null, started: false, original_file_name: null, values: {} }
      return pages.length ? [{ ...gone, parent_pages: pages.map((left) => page({ ...left, deleted: true })) }] : []
    }
    const row = shown.get(part.annotation_id!)
    const given = Object.entries(row?.values ?? {}).filter(([name]) => name.startsWith('edit:'))
    return [
      {
        url: urls.of('annotations', part.annotation_id!),
        queue: row ? urls.of('queues', row.queue_id) : null,
        status: row?.status ?? null,
        started: started.has(part.annotation_id!),
        original_file_name: row?.document?.original_file_name ?? null,
        parent_pages: part.pages.map(page),
        values: Object.fromEntries(given),
      },
    ]
  })
}
