import type { Deps } from '../../deps.ts'
import type { Extraction } from '../../extraction/types.ts'
import { imports } from '../../metrics.ts'
import { buildTree, patchTree, withIds } from '../../rules/content/index.ts'
import type { EventOf } from '../../rules/events.ts'
import type { LifecycleState } from '../../rules/lifecycle.ts'
import type { Outcome, Step, UploadEnd } from '../../workflows/contract.ts'
import { storeTree, takeNodeIds } from '../annotations/contents.ts'
import { baseUrl, look } from '../annotations/lifecycle.ts'
import { lockAnnotation, moveLocked, type LockedAnnotation, type Moved } from '../annotations/move.ts'
import { finishDelivery } from '../outbox/deliveries.ts'
import type { NewEvent } from '../outbox/events.ts'
import { decide, storeBlockers } from './decide.ts'
import { relateDuplicates } from './duplicates.ts'
import { loadImporting } from './importing.ts'
import type { ImportingAnnotation } from './importing.ts'
import { loadExtraction, pageKey } from './stored-extraction.ts'
import { closeWithLast, uploadEnd } from './upload-state.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import type { AnnotationContent, RowOf } from '../../models/index.ts'

/** More pages than a user would review; a file that claims a million pages must not create a million rows. */
const MAX_PAGE_ROWS = 2_000
const MAX_REASON = 4096
const service = { user_id: null }

/**
 * Stores the result of the engine as the annotation's content, pages, relations and blockers, and moves the annotation to review, or
 * further if the queue automates. One transaction. `found` avoids loading the result of `storeExtraction`.
 *
 * Idempotent by delivery: a repeated run finds the delivery finished and changes nothing.
 */
export async function finishImport(deps: Deps, step: Step, found?: Extraction): Promise<Outcome> {
  const extraction = found ?? (await loadExtraction(deps, step.annotation_id))
  return settle(deps, step, async (tx, locked, annotation) => {
    const values = Object.fromEntries(Object.entries(annotation.values).map(([key, value]) => [key, String(value)]))
    const tree = await firstTree(tx, annotation, extraction, values)
    await insertPages(tx, annotation, extraction)
    const duplicate = await relateDuplicates(tx, annotation)
    const decision = decide(annotation, tree, { duplicate })
    await storeTree(tx, annotation.id, decision.tree, annotation.schema_content)
    await storeBlockers(tx, annotation, decision.blockers)
    return moveLocked(tx, { ...service, organization_id: annotation.organization_id }, locked, decision.trigger, {
      changes: {
        prediction: JSON.stringify({ source: extraction.engine.name, version: extraction.engine.version }),
        einvoice: usesXml(extraction),
        messages: JSON.stringify(cutMessage(extraction)),
      },
      informs: step.consumer === 'intake' ? 'lifecycle' : step.consumer,
      also: [imported(annotation, { billable: true, pages: extraction.pages.length })],
    })
  })
}

/**
 * Ends an import that cannot succeed: `failed_import`, with the reason in the annotation's messages and empty content, so that the document
 * can still be moved to review and entered manually. Idempotent by delivery.
 */
export async function failImport(deps: Deps, step: Step, reason: string): Promise<Outcome> {
  const sentence = reason.slice(0, MAX_REASON)
  const outcome = await settle(deps, step, async (tx, locked, annotation) => {
    const content = await tx<RowOf<AnnotationContent>>('annotation_contents')
      .where({ annotation_id: annotation.id })
      .first('version')
    if (!content) {
      await storeTree(tx, annotation.id, await firstTree(tx, annotation, null, {}), annotation.schema_content)
    }
    return moveLocked(tx, { ...service, organization_id: annotation.organization_id }, locked, 'engine_failed', {
      changes: { messages: JSON.stringify([{ id: 'all', type: 'error', content: sentence }]) },
      informs: 'lifecycle',
      also: [imported(annotation, { billable: false, pages: 0 })],
    })
  })
  return outcome.state?.status === 'failed_import'
    ? { ...outcome, state: { ...outcome.state, failure: sentence } }
    : outcome
}

function imported(
  { id, organization_id, queue_id, upload_id, learning }: ImportingAnnotation,
  use: Omit<EventOf<'annotation.imported'>['data'], 'learning'>,
): NewEvent {
  return {
    kind: 'annotation.imported',
    organization_id,
    queue_id,
    upload_id,
    annotation_id: id,
    data: { ...use, learning },
  }
}

const firstTree = (
  tx: Tx,
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
      // Initial content that was valid when the annotation was created may not fit the current schema: then only the extracted values are
      // kept.
      return 'errors' in patched ? tree : patched.tree
    },
    (count) => takeNodeIds(tx, count),
  )

/**
 * Common part of both results: runs once per delivery, and only while the annotation is importing. Queue and schema are read under the
 * lock: a schema that changes during an import reshapes the content only after it has been stored.
 */
async function settle(
  deps: Deps,
  step: Step,
  finish: (tx: Tx, locked: LockedAnnotation, annotation: ImportingAnnotation) => Promise<Moved>,
): Promise<Outcome> {
  const done = await transact(deps, async (tx) => {
    const locked = await lockAnnotation(tx, step.annotation_id)
    const isFirst = await finishDelivery(tx, step)
    if (!isFirst || locked.status !== 'importing') return null
    const annotation = await loadImporting(tx, step.annotation_id)
    if (!annotation) throw new Error(`Annotation ${step.annotation_id} no longer exists although it is locked.`)
    const moved = await finish(tx, locked, annotation)
    const upload = await closeWithLast(tx, locked.upload_id)
    return { annotation, moved, upload, now: locked.now }
  })
  if (!done) return repeated(deps, step)
  const { annotation, moved, upload, now } = done
  imports.inc({ result: moved.to })
  return {
    state: stateOf(deps, annotation, moved, now),
    work:
      moved.to === 'exporting'
        ? { annotation_id: annotation.id, event_id: moved.event_id!, consumer: 'lifecycle', do: 'export' }
        : null,
    ...(upload && step.consumer === 'intake' ? { upload } : {}),
  }
}

/** Returns the result of an earlier run of the step whose response was lost. */
async function repeated(deps: Deps, { annotation_id, consumer }: Step): Promise<Outcome> {
  const { state, work } = await look(deps, annotation_id)
  if (state.status === 'removed' || state.status === 'importing') return { state: null, work: null }
  const upload: UploadEnd | null = consumer === 'intake' ? await uploadEnd(deps.db, state.upload_id) : null
  return { state, work, ...(upload ? { upload } : {}) }
}

const stateOf = (
  { config }: Pick<Deps, 'config'>,
  annotation: ImportingAnnotation,
  { to }: Moved,
  now: string,
): LifecycleState => ({
  annotation_id: annotation.id,
  organization_id: annotation.organization_id,
  queue_id: annotation.queue_id,
  queue: annotation.queue_name,
  upload_id: annotation.upload_id,
  file: config.temporal.fileNames ? annotation.original_file_name : null,
  status: to,
  since: now,
  reviewer: null,
  assignees: [],
  failure: null,
  url: `${baseUrl(config)}/v1/annotations/${annotation.id}`,
})

const usesXml = ({ fields }: Extraction): boolean =>
  Object.values(fields).some((field) => field?.evidence.generator.startsWith('xml.'))

const cutMessage = ({ pages, pageCount }: Extraction) =>
  pageCount > pages.length
    ? [{ id: 'all', type: 'info', content: `Only the first ${pages.length} of ${pageCount} pages were read.` }]
    : []

async function insertPages(tx: Tx, annotation: ImportingAnnotation, extraction: Extraction): Promise<void> {
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
  await tx('pages')
    .insert(rows)
    .onConflict(['annotation_id', 'number'])
    .merge(['rotation_deg', 'width', 'height', 's3_name'])
}
