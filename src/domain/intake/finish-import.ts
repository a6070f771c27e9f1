import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import type { Extraction } from '../../extraction/types.ts'
import { imports } from '../../metrics.ts'
import type { Status } from '../../rules/annotation-status.ts'
import type { PendingWork } from '../../workflows/contract.ts'
import { buildTree, patchTree, withIds } from '../../rules/content/index.ts'
import { lockAnnotation, moveLocked } from '../annotations/move.ts'
import { nextWork } from '../annotations/next-event.ts'
import { storeTree, takeNodeIds } from '../annotations/contents.ts'
import { markHandled } from '../outbox/events.ts'
import { recordUse } from '../usage/record.ts'
import { decide, storeBlockers } from './decide.ts'
import { relateDuplicates } from './duplicates.ts'
import { loadImporting } from './queries.ts'
import type { ImportingAnnotation } from './queries.ts'
import { loadExtraction, pageKey } from './stored-extraction.ts'
import { closeWithLast, wakeUploadWhenDone } from './upload-state.ts'

/** More pages than anyone reviews; a file that claims a million of them must not make a million rows. */
const MAX_PAGE_ROWS = 2_000
const service = { user_id: null }

/** The status after a step, and what the lifecycle has to do next. */
export interface Settled {
  status: Status
  next: PendingWork | null
  /** An export that is not over: the queue's connector is to be asked first. */
  call_connector?: true
}

/** What an import is told by: the annotation and the event that asked for it. */
export interface ImportStep {
  annotation_id: number
  event_id: number
}

/**
 * Turns what the engine found into the annotation's content, pages, relations and blockers, and moves it on: to review,
 * or further when the queue automates. One transaction. Answers the status it has then and what comes next. `found` saves
 * loading what `storeExtraction` has kept.
 *
 * Idempotent by event: the second run finds the event handled and changes nothing.
 */
export async function finishImport(deps: Deps, step: ImportStep, found?: Extraction): Promise<Settled> {
  const extraction = found ?? (await loadExtraction(deps, step.annotation_id))
  return settle(deps, step, async (trx, locked, annotation) => {
    const values = Object.fromEntries(Object.entries(annotation.values).map(([key, value]) => [key, String(value)]))
    const tree = await firstTree(trx, annotation, extraction, values)
    await insertPages(trx, annotation, extraction)
    await recordUse(trx, annotation, { billable: true, pages: extraction.pages.length })
    const duplicate = await relateDuplicates(trx, annotation)
    const decision = decide(annotation, tree, { duplicate })
    await storeTree(trx, annotation.id, decision.tree, annotation.schema_content)
    await storeBlockers(trx, annotation, decision.blockers)
    return moveLocked(trx, { ...service, organization_id: annotation.organization_id }, locked, decision.trigger, {
      changes: {
        prediction: JSON.stringify({ source: extraction.engine.name, version: extraction.engine.version }),
        einvoice: usesXml(extraction),
        messages: JSON.stringify(cutMessage(extraction)),
      },
    })
  })
}

/**
 * Ends an import that cannot succeed: `failed_import`, with the reason where people look for it, and empty content, so that
 * the document can still be put to review and keyed by hand. Idempotent by event.
 */
export async function failImport(deps: Deps, step: ImportStep, reason: string): Promise<Settled> {
  return settle(deps, step, async (trx, locked, annotation) => {
    const content = (await trx('annotation_contents')
      .where({ annotation_id: annotation.id })
      .first('version')) as unknown
    if (!content) {
      await storeTree(trx, annotation.id, await firstTree(trx, annotation, null, {}), annotation.schema_content)
    }
    await recordUse(trx, annotation, { billable: false, pages: 0 })
    return moveLocked(trx, { ...service, organization_id: annotation.organization_id }, locked, 'engine_failed', {
      changes: { messages: JSON.stringify([{ id: 'all', type: 'error', content: reason.slice(0, 4096) }]) },
    })
  })
}

const firstTree = (
  trx: Knex,
  annotation: ImportingAnnotation,
  extraction: Extraction | null,
  values: Record<string, string>,
) =>
  withIds(
    (takeIds) => {
      const schema = annotation.schema_content
      const tree = buildTree(schema, {
        extraction,
        values,
        defaultThreshold: annotation.default_score_threshold,
        takeIds,
      })
      const patched = patchTree(tree, schema, annotation.content_data)
      // What fitted when the annotation was made may not fit the schema of today: then what was read stands.
      return 'errors' in patched ? tree : patched.tree
    },
    (count) => takeNodeIds(trx, count),
  )

/**
 * The frame of both ends: once per event, only while importing, and afterwards whoever waits is told. Queue and schema are
 * read under the lock: a schema that changes during an import reshapes the content only once it is there.
 */
async function settle(
  deps: Deps,
  { annotation_id, event_id }: ImportStep,
  finish: (
    trx: Knex,
    locked: Awaited<ReturnType<typeof lockAnnotation>>,
    annotation: ImportingAnnotation,
  ) => ReturnType<typeof moveLocked>,
): Promise<Settled> {
  const { status, watched, isDone } = await deps.db.transaction(async (trx) => {
    const locked = await lockAnnotation(trx, annotation_id)
    const isFirst = await markHandled(trx, event_id)
    // An earlier try may have died between its commit and telling the upload.
    if (!isFirst || locked.status !== 'importing')
      return { status: locked.status, watched: locked.upload_id, isDone: false }
    const annotation = await loadImporting(trx, annotation_id)
    const { to } = await finish(trx, locked, annotation)
    const watched = (await closeWithLast(trx, locked.upload_id)) ? null : locked.upload_id
    return { status: to, watched, isDone: true }
  })
  if (isDone) imports.inc({ result: status })
  if (watched !== null) await wakeUploadWhenDone(deps, watched)
  // What the move itself asks for (an export) is among it, and need not be told to the lifecycle that asked for this.
  return { status, next: await nextWork(deps.db, annotation_id) }
}

const usesXml = ({ fields }: Extraction): boolean =>
  Object.values(fields).some((field) => field?.evidence.generator.startsWith('xml.'))

const cutMessage = ({ pages, pageCount }: Extraction) =>
  pageCount > pages.length
    ? [{ id: 'all', type: 'info', content: `Only the first ${pages.length} of ${pageCount} pages were read.` }]
    : []

async function insertPages(trx: Knex, annotation: ImportingAnnotation, extraction: Extraction): Promise<void> {
  const read = new Map(extraction.pages.map((page) => [page.number, page]))
  const count = Math.min(Math.max(extraction.pageCount, extraction.pages.length), MAX_PAGE_ROWS)
  const rows = Array.from({ length: count }, (_, index) => {
    const page = read.get(index + 1)
    return {
      organization_id: annotation.organization_id,
      annotation_id: annotation.id,
      document_id: annotation.document_id,
      number: index + 1,
      rotation_deg: page?.rotation ?? 0,
      width: page ? Math.round(page.width) : null,
      height: page ? Math.round(page.height) : null,
      s3_name: pageKey(annotation.s3_name, index + 1),
    }
  })
  if (rows.length === 0) return
  await trx('pages')
    .insert(rows)
    .onConflict(['annotation_id', 'number'])
    .merge(['rotation_deg', 'width', 'height', 's3_name'])
}
