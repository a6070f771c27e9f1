/** GET and POST /queues/{id}/export and /annotations/export: stream any number of annotations as one file. */
import type { Knex } from 'knex'
import { conflictStatus, forbidden } from '../../errors.ts'
import { writeAudit } from '../../domain/requests/audit.ts'
import { groupBySize, readTrees } from '../../domain/annotations/content/contents.ts'
import { versionSql } from '../../domain/annotations/content/schema-of.ts'
import { nextTurn } from '../../domain/turns.ts'
import { moveForExport } from '../../domain/annotations/review/review.ts'
import { makeExportFile } from '../../domain/exports/make-file.ts'
import { schemaOf } from '../../domain/exports/profiles.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import {
  checkExportRequest,
  exportAnnotations,
  exportHeaders,
  type ExportAnnotation,
  type ExportRequest,
} from '../../export/index.ts'
import {
  Annotation,
  Schema,
  SchemaVersion,
  type Document,
  type ExportProfile,
  type Queue,
  type RowOf,
  type User,
} from '../../models/index.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { can, seesOnlySelf } from '../access.ts'
import { profileAnswer, profileOf, profileStatus } from '../exports/with-profile.ts'
import { readPage } from '../framework/cursor.ts'
import { filtered, ordering } from '../framework/query.ts'
import { resourceAt } from '../framework/registry.ts'
import { linkOf, showLinks } from '../framework/relations.ts'
import { ok, type Answer, type Caller, type Request } from '../framework/request.ts'

/** Annotations whose rows are read at once. Their content follows in smaller groups, of which an export keeps one in memory. */
const BATCH = 500

export const exportQueue = (request: Request, queue: RowOf<Queue>): Promise<Answer> =>
  exportSelection(request, queue.name, queue.id)

/** Exports from all queues that the caller sees; the filter `queue` narrows the selection. */
export const exportEverywhere = (request: Request): Promise<Answer> => exportSelection(request, 'annotations', null)

async function exportSelection(request: Request, name: string, queue_id: number | null): Promise<Answer> {
  const saved = queue_id === null ? null : await profileOf(request, queue_id)
  if (saved) return exportWithProfile(request, { name, id: queue_id! }, saved)
  const wanted = checkExportRequest(request.query, { method: request.method, accept: request.header('Accept') })
  const annotations = resourceAt('annotations')
  const selected = () => {
    const query = filtered(annotations, request)
    return queue_id === null ? query : query.where('annotations.queue_id', queue_id)
  }
  const [counted] = await selected().count<{ n: string }[]>('annotations.id as n')
  const total = Number(counted!.n)

  let ids: number[] | null = null
  if (wanted.paging) {
    const { rows, pagination } = await readPage(request, selected(), ordering(annotations, request), {
      size: wanted.paging.page_size,
      total,
      table: 'annotations',
      columns: 'annotations.id',
    })
    ids = rows.map(({ id }) => Number(id))
    wanted.options.pagination = pagination
  } else {
    wanted.options.pagination = { total, total_pages: 1, next: null, previous: null }
  }

  if (wanted.to_status) {
    ids ??= await idsOf(selected())
    await moveStatus(request, wanted.to_status, ids)
  }
  const { who, db } = request
  const object =
    queue_id === null
      ? ({ object_type: 'organization', object_id: who.organization_id } as const)
      : ({ object_type: 'queue', object_id: queue_id } as const)
  const details = { format: wanted.format, annotations: ids?.length ?? total }
  await writeAudit(db, [{ ...object, action: 'export', details }])
  const found = ids === null ? selected() : db('annotations').whereRaw('annotations.id = any(?::bigint[])', [ids])
  let schemas = await schemasOf(
    db,
    await found.distinct('annotations.schema_id', db.raw(`${versionSql('annotations')} as version`)),
  )
  // An export of no annotation has the columns of the queue.
  if (!schemas.size && queue_id !== null)
    schemas = await schemasOf(db, await db('queues').where('id', queue_id).select('schema_id'))
  return ok(
    exportAnnotations(wanted.format, annotationsIn(request, ids ?? selected()), schemas, wanted.options),
    exportHeaders(wanted.format, name),
  )
}

/** Exports with a saved profile. The file is complete before a status changes or the answer begins. */
async function exportWithProfile(
  request: Request,
  queue: { id: number; name: string },
  profile: RowOf<ExportProfile>,
): Promise<Answer> {
  const { db, deps, who, urls, query } = request
  const to_status = profileStatus(query, request.method)
  const selected = () => filtered(resourceAt('annotations'), request).where('annotations.queue_id', queue.id)
  const ids = to_status ? await idsOf(selected()) : null
  const file = await makeExportFile(deps, {
    organization_id: who.organization_id,
    settings: profile,
    schema: await schemaOf(db, queue.id),
    facts: { queue: queue.name, profile: profile.name, at: deps.clock().toISOString(), number: null },
    ids: ids ? inBatches(ids) : batchesOf(selected()),
    urlOf: (id) => urls.of('annotations', id),
  })
  try {
    if (to_status && ids) await moveAll(request, to_status, ids)
    const details = { profile: profile.name, profile_id: profile.id, annotations: file.documents, sha256: file.sha256 }
    await writeAudit(db, [{ object_type: 'queue', object_id: queue.id, action: 'export', details }])
    return profileAnswer(file)
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Moves all of the documents. Throws 409, and moves none, if one cannot be moved: the file has all of them. */
async function moveAll(
  request: Request,
  status: NonNullable<ExportRequest['to_status']>,
  ids: number[],
): Promise<void> {
  await transact(request.deps, async (tx) => {
    const moved = new Set(await moveStatus({ ...request, deps: { ...request.deps, db: tx } }, status, ids))
    const left = ids.filter((id) => !moved.has(id))
    if (left.length === 0) return
    const named = left.slice(0, 20).join(', ')
    throw conflictStatus(
      `${left.length} of ${ids.length} documents cannot be moved to "${status}" now, so nothing was exported: ${named}.`,
    )
  })
}

async function moveStatus(
  { deps, who, request_id }: Request,
  status: NonNullable<ExportRequest['to_status']>,
  ids: number[],
): Promise<number[]> {
  if (!can('review')(who)) throw forbidden()
  return moveForExport(deps, who, ids, status, { request_id })
}

const idsOf = async (query: Knex.QueryBuilder): Promise<number[]> =>
  (await query.select<{ id: number }[]>('annotations.id').orderBy('annotations.id')).map(({ id }) => id)

/** Returns the contents of schemas, in their order, each read once and followed by its versions, the latest first. */
async function schemasOf(
  db: Knex,
  selected: readonly { schema_id: number; version?: number | null }[],
): Promise<Map<number, SchemaContent>> {
  const rows = await Schema.query(db)
    .findByIds([...new Set(selected.map(({ schema_id }) => schema_id))])
    .orderBy('id')
  const versions = await SchemaVersion.query(db)
    .findByIds([...new Set(selected.flatMap(({ version }) => version ?? []))])
    .orderBy('id', 'desc')
  return new Map(
    rows.flatMap(({ id, content }): [number, SchemaContent][] => [
      [id, content],
      ...versions
        .filter(({ schema_id }) => schema_id === id)
        .map((version): [number, SchemaContent] => [-version.id, version.content]),
    ]),
  )
}

/** Yields the rows of the export in batches: a page in its order, or a whole selection by id. */
async function* annotationsIn(caller: Caller, source: number[] | Knex.QueryBuilder): AsyncGenerator<ExportAnnotation> {
  if (Array.isArray(source)) {
    for (let start = 0; start < source.length; start += BATCH)
      yield* readBatch(caller, source.slice(start, start + BATCH))
    return
  }
  for await (const ids of batchesOf(source)) yield* readBatch(caller, ids)
}

async function* batchesOf(source: Knex.QueryBuilder): AsyncGenerator<number[]> {
  for (let last = 0; ;) {
    const ids = await idsOf(source.clone().where('annotations.id', '>', last).limit(BATCH))
    yield ids
    if (ids.length < BATCH) return
    last = ids.at(-1)!
  }
}

async function* inBatches(ids: readonly number[]): AsyncGenerator<number[]> {
  for (let start = 0; start < ids.length; start += BATCH) yield await Promise.resolve(ids.slice(start, start + BATCH))
}

/** Columns of an annotation and of the related objects in an export. */
type Found = RowOf<Annotation> &
  Pick<RowOf<Document>, 'original_file_name'> & {
    username: RowOf<User>['username'] | null
    version: number | null
  }

function modifierOf(
  { modifier_id, username }: Pick<Found, 'modifier_id' | 'username'>,
  caller: Caller,
): ExportAnnotation['modifier'] {
  if (modifier_id === null) return null
  const hidden = seesOnlySelf(caller) && modifier_id !== caller.who.user_id
  return { url: caller.urls.of('users', modifier_id), username: hidden ? null : (username ?? '') }
}

async function* readBatch(caller: Caller, ids: number[]): AsyncGenerator<ExportAnnotation> {
  const { db } = caller
  const rows: Found[] = await db('annotations')
    .whereIn('annotations.id', ids)
    .join('documents', 'documents.id', 'annotations.document_id')
    .leftJoin('users', 'users.id', 'annotations.modifier_id')
    .select(
      'annotations.*',
      'documents.original_file_name',
      'users.username',
      db.raw(`${versionSql('annotations')} as version`),
    )
  const related = await showLinks(linkOf(Annotation, 'relations'), rows, caller)
  const byId = new Map<number, (typeof rows)[number]>(rows.map((row) => [row.id, row]))
  for (const group of await groupBySize(db, ids)) {
    const trees = await readTrees(db, group)
    for (const id of group) {
      const row = byId.get(id)
      // Without one, the document was deleted after the id was read.
      if (row) yield { ...shown(row, caller), relations: related(row), content: trees.get(id) ?? [] }
    }
    // Between two groups, others are served.
    await nextTurn()
  }
}

const shown = (row: Found, caller: Caller): Omit<ExportAnnotation, 'relations' | 'content'> => ({
  id: row.id,
  url: caller.urls.of('annotations', row.id),
  status: row.status,
  arrived_at: row.arrived_at,
  exported_at: row.exported_at,
  confirmed_at: row.confirmed_at,
  modified_at: row.modified_at,
  assigned_at: row.assigned_at,
  automated: row.automated,
  creator: caller.urls.maybe('users', row.creator_id),
  document: {
    url: caller.urls.of('documents', row.document_id),
    file_name: row.original_file_name,
    file: caller.urls.of('documents', row.document_id, '/content'),
  },
  modifier: modifierOf(row, caller),
  schema: { id: row.schema_id, url: caller.urls.of('schemas', row.schema_id), version: row.version },
  metadata: row.metadata,
})
