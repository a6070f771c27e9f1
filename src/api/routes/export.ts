/** GET and POST /queues/{id}/export and /annotations/export: any number of annotations as one streamed file (filled-gaps 3.8, 6.6, 14). */
import type { Knex } from 'knex'
import { forbidden } from '../../errors.ts'
import { moveForExport } from '../../domain/annotations/review.ts'
import {
  checkExportRequest,
  exportAnnotations,
  exportHeaders,
  type ExportAnnotation,
  type ExportRequest,
} from '../../export/index.ts'
import type { SchemaContent } from '../../rules/schema-content.ts'
import { can } from '../../resources/access.ts'
import { readPage } from '../../resources/engine/cursor.ts'
import { resourceAt } from '../../resources/engine/define.ts'
import type { Row } from '../../resources/engine/fields.ts'
import { filtered, ordering } from '../../resources/engine/query.ts'
import { group } from '../../resources/engine/references.ts'
import { load } from '../../resources/engine/verbs.ts'
import type { Ctx } from '../state.ts'

/** Annotations read at a time; what an export keeps in memory. */
const BATCH = 500

export async function exportQueue(ctx: Ctx): Promise<void> {
  const queue = await load(resourceAt('queues')!, ctx)
  await exportSelection(ctx, queue.name as string, queue.id as number)
}

/** The same over all queues the caller sees; the filter `queue` narrows it. */
export const exportEverywhere = (ctx: Ctx): Promise<void> => exportSelection(ctx, 'annotations', null)

async function exportSelection(ctx: Ctx, name: string, queue_id: number | null): Promise<void> {
  const request = checkExportRequest(ctx.query, { method: ctx.method, accept: ctx.get('Accept') })
  const annotations = resourceAt('annotations')!
  const selected = () => {
    const query = filtered(annotations, ctx)
    return queue_id === null ? query : query.where('annotations.queue_id', queue_id)
  }
  const total = Number(((await selected().clone().count('annotations.id as n')) as Row[])[0]!.n)

  let ids: number[] | null = null
  if (request.paging) {
    const { rows, pagination } = await readPage(ctx, selected(), ordering(annotations, ctx), {
      size: request.paging.page_size,
      total,
      table: 'annotations',
      columns: 'annotations.id',
    })
    ids = rows.map((row) => row.id as number)
    request.options.pagination = pagination
  } else {
    request.options.pagination = { total, total_pages: 1, next: null, previous: null }
  }

  if (request.to_status) {
    ids ??= await idsOf(ctx, selected())
    await moveStatus(ctx, request, ids)
  }
  const schemas = await schemasOf(
    ctx.state.db,
    ids === null ? selected() : ctx.state.db('annotations').whereIn('annotations.id', ids),
  )
  ctx.set(exportHeaders(request.format, name))
  ctx.status = 200
  ctx.body = exportAnnotations(request.format, annotationsIn(ctx, ids ?? selected()), schemas, request.options)
}

async function moveStatus(ctx: Ctx, request: ExportRequest, ids: number[]): Promise<void> {
  if (!can('review')(ctx.state.who)) throw forbidden()
  await moveForExport(ctx.state.deps, ctx.state.who, ids, request.to_status!, {
    request_id: ctx.state.request_id,
  })
}

const idsOf = async (ctx: Ctx, query: Knex.QueryBuilder): Promise<number[]> =>
  (await query.select('annotations.id').orderBy('annotations.id')).map((row: Row) => row.id as number)

/** The schemas of the selection in order of their ids, each read once. */
async function schemasOf(db: Knex, selected: Knex.QueryBuilder): Promise<Map<number, SchemaContent>> {
  const rows = await db('schemas')
    .whereIn('id', selected.distinct('annotations.schema_id'))
    .orderBy('id')
    .select('id', 'content')
  return new Map(rows.map((row) => [row.id as number, row.content as SchemaContent]))
}

/** The rows of the export, a batch at a time: those of a page in its order, or a whole selection by id. */
async function* annotationsIn(ctx: Ctx, source: number[] | Knex.QueryBuilder): AsyncGenerator<ExportAnnotation> {
  if (Array.isArray(source)) {
    for (let start = 0; start < source.length; start += BATCH)
      yield* await readBatch(ctx, source.slice(start, start + BATCH))
    return
  }
  for (let last = 0; ;) {
    const ids = await idsOf(ctx, source.clone().where('annotations.id', '>', last).limit(BATCH))
    yield* await readBatch(ctx, ids)
    if (ids.length < BATCH) return
    last = ids.at(-1)!
  }
}

async function readBatch({ state: { db, urls } }: Ctx, ids: number[]): Promise<ExportAnnotation[]> {
  const rows: Row[] = await db('annotations')
    .whereIn('annotations.id', ids)
    .join('documents', 'documents.id', 'annotations.document_id')
    .leftJoin('users', 'users.id', 'annotations.modifier_id')
    .leftJoin('annotation_contents', 'annotation_contents.annotation_id', 'annotations.id')
    .select('annotations.*', 'documents.original_file_name', 'users.username', 'annotation_contents.tree')
  const related = group(await db('relation_annotations').whereIn('annotation_id', ids), 'annotation_id', (pair) =>
    urls.of('relations', pair.relation_id as number),
  )
  const byId = new Map(rows.map((row) => [row.id as number, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    // Gone since its id was read: its document was deleted meanwhile.
    if (!row) return []
    return {
      id,
      url: urls.of('annotations', id),
      status: row.status,
      arrived_at: row.arrived_at,
      exported_at: row.exported_at,
      confirmed_at: row.confirmed_at,
      modified_at: row.modified_at,
      assigned_at: row.assigned_at,
      automated: row.automated,
      creator: urls.maybe('users', row.creator_id),
      relations: related(row),
      document: {
        url: urls.of('documents', row.document_id),
        file_name: row.original_file_name,
        file: urls.of('documents', row.document_id, '/content'),
      },
      modifier: row.modifier_id === null ? null : { url: urls.of('users', row.modifier_id), username: row.username },
      schema: { id: row.schema_id, url: urls.of('schemas', row.schema_id) },
      metadata: row.metadata,
      content: row.tree ?? [],
    } as ExportAnnotation
  })
}
