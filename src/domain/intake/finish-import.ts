import { baseUrl } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { Extraction } from '@sheaf/extraction/types'
import { imports, importSeconds } from '../../metrics/registry.ts'
import type { EventOf } from '../../rules/outbox/events.ts'
import type { LifecycleState } from '../../rules/temporal/lifecycle.ts'
import type { HookCall, Outcome, Step, UploadEnd } from '../../workflows/contract.ts'
import { readTree, storeTree } from '../annotations/content/contents.ts'
import { computeTree } from '../annotations/content/formulas.ts'
import { lifecycleState, look } from '../annotations/status/lifecycle.ts'
import { endKeeping, keptContent, withKept } from '../annotations/content/former.ts'
import { matchRecommendations } from '../triggers/recommendations.ts'
import { isRejectedByTrigger } from '../triggers/triggered.ts'
import { undecidedApproval } from '../annotations/status/approval-of.ts'
import { lockAnnotation, type LockedAnnotation } from '../annotations/status/lock.ts'
import { moveLocked, type Moved } from '../annotations/status/move.ts'
import { answersOf, type Answers } from '../hooks/delivery/answers.ts'
import { planCalls, type Occasion } from '../hooks/delivery/plan.ts'
import { finishDelivery, reopenDelivery } from '../outbox/deliveries.ts'
import type { NewEvent } from '../outbox/events.ts'
import type { Status } from '../../rules/annotations/status.ts'
import { automatesDuplicates } from '../../rules/duplicates/policies.ts'
import { duplicateBlocker, errorBlocker, withBlocker } from '../../rules/automation/decide.ts'
import { decide, fieldsWithCandidates, storeBlockers } from './decide.ts'
import { relateByFields } from './duplicates-by-fields.ts'
import { relateDuplicates } from './duplicates.ts'
import { findDuplicates } from './find-duplicates.ts'
import { firstTree, storeUnreadTree } from './first-tree.ts'
import { prepareContent, statusByRules } from './import-rules.ts'
import { loadImporting } from './importing.ts'
import type { ImportingAnnotation } from './importing.ts'
import { loadExtraction, pageKey } from './stored-extraction.ts'
import { suggestEdit } from './suggest-edit.ts'
import { blockingMessages, noteMessages } from './notes.ts'
import { closeWithLast, uploadEnd } from './upload-state.ts'
import { transact, type Tx } from '../outbox/transaction.ts'

/** More pages than a user would review; a file that claims a million pages must not create a million rows. */
const MAX_PAGE_ROWS = 2_000
const MAX_REASON = 4096
const service = { user_id: null }
/** Statuses that a rule can request and that approvals precede. */
const CONFIRMING: readonly Status[] = ['confirmed', 'exporting']

/**
 * Stores the result of the engine as the annotation's content, pages, relations and blockers, and moves the annotation to review, or
 * further if the queue automates. One transaction. `found` avoids loading the result of `storeExtraction`. If hooks listen to
 * `annotation_content.initialize`, stores only content and pages and returns the calls as work; after them, the same function finishes the
 * import with their responses.
 *
 * Idempotent by delivery: a repeated run finds the delivery finished and changes nothing.
 */
export async function finishImport(deps: Deps, step: Step, found?: Extraction): Promise<Outcome> {
  const extraction = found ?? (await loadExtraction(deps, step.annotation_id))
  return settle(deps, step, extraction, async (tx, locked, annotation) => {
    const cause = `annotation_content.initialize:${step.event_id}`
    const { earlier, calls } = await planCalls(tx, { ...occasionOf(annotation, step), cause })
    const kept = await keptContent(tx, annotation.id)
    const read = earlier ? await readTree(tx, annotation.id) : await firstTree(tx, annotation, extraction)
    const first = await withKept(tx, kept, read, annotation.schema_content)
    if (!earlier) await insertPages(tx, annotation, extraction)
    const has_suggested_edit = await suggestEdit(tx, annotation, extraction)
    if (calls.length > 0) {
      // The messages of the formulas are stored at the end.
      if (!earlier) {
        const { tree } = await computeTree(tx, annotation.id, first, annotation.schema_content)
        await storeTree(tx, annotation.id, tree, annotation.schema_content)
      }
      return { calls }
    }
    const ofHooks = earlier ? await answersOf(tx, cause) : NO_ANSWERS
    const prepared = await prepareContent(tx, annotation, first)
    // First, because it takes all locks of equal documents in one order.
    const duplicates = await findDuplicates(tx, annotation, prepared.tree, { lock: true })
    await relateDuplicates(tx, annotation)
    await relateByFields(tx, annotation, prepared.tree)
    const decision = decide({ ...annotation, has_suggested_edit }, prepared.tree, {
      duplicates,
      messages: [...ofHooks.messages, ...prepared.messages, ...blockingMessages(extraction)],
      blockers: [...ofHooks.blockers, ...prepared.blockers],
      recommendations: await matchRecommendations(tx, annotation, prepared.tree, { empty: true }),
      extraction,
    })
    const isEmptied = decision.tree !== prepared.tree
    const { tree } = isEmptied
      ? await computeTree(tx, annotation.id, decision.tree, annotation.schema_content)
      : decision
    const candidates = fieldsWithCandidates(annotation.schema_content, extraction)
    await storeTree(tx, annotation.id, tree, annotation.schema_content, candidates)
    const requested =
      (await statusByRules(tx, annotation, tree)) ??
      ((await isRejectedByTrigger(tx, annotation, tree)) ? ('rejected' as const) : null)
    // A person was working on it, and goes on with the review.
    const trigger = requested ? 'rule' : kept ? 'engine_finished' : decision.trigger
    const confirms = requested ? CONFIRMING.includes(requested) : trigger === 'automate'
    // A rule that requests a status does not depend on the other blockers, except for what a person has to see on the pages.
    const isNoted = confirms && blockingMessages(extraction).length > 0
    const isRefused = confirms && duplicates.length > 0 && !automatesDuplicates(annotation.settings)
    const undecided = confirms && !isRefused && !isNoted ? await undecidedApproval(tx, locked, trigger) : null
    const stopping = isRefused ? duplicateBlocker(duplicates) : undecided === null ? null : errorBlocker(undecided)
    await storeBlockers(tx, annotation, withBlocker(decision.blockers, stopping))
    const isStopped = stopping !== null || isNoted
    if (kept) await endKeeping(tx, annotation.id)
    const messages = [
      ...cutMessage(extraction),
      ...noteMessages(extraction),
      ...ofHooks.messages,
      ...prepared.ofFormulas,
    ]
    return moveLocked(
      tx,
      { ...service, organization_id: annotation.organization_id },
      locked,
      isStopped ? 'engine_finished' : trigger,
      {
        ...(requested && !isStopped ? { context: { to: requested } } : {}),
        changes: {
          prediction: JSON.stringify(predictionOf(extraction)),
          einvoice: usesXml(extraction),
          connector_validated: false,
          messages: afterUploadHooks(tx, step, messages),
        },
        informs: step.consumer === 'intake' ? 'lifecycle' : step.consumer,
        also: [imported(annotation, { billable: true, pages: extraction.pages.length })],
      },
    )
  })
}

/** What the API shows of how the values were found. */
const predictionOf = ({ engine, familiarity }: Extraction): object => ({
  source: engine.name,
  version: engine.version,
  ...(familiarity === undefined ? {} : { familiarity }),
})

/**
 * Ends an import that cannot succeed: `failed_import`, with the reason in the annotation's messages and content without extracted values,
 * so that the document can still be moved to review and entered manually. Idempotent by delivery.
 */
export async function failImport(deps: Deps, step: Step, reason: string): Promise<Outcome> {
  const sentence = reason.slice(0, MAX_REASON)
  const outcome = await settle(deps, step, null, async (tx, locked, annotation) => {
    await storeUnreadTree(tx, annotation.id)
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

/** The import is finished after these calls of hooks. */
interface Waiting {
  calls: HookCall[]
}

const NO_ANSWERS: Answers = { messages: [], blockers: [] }

const occasionOf = (
  { id, organization_id, queue_id }: ImportingAnnotation,
  { event_id }: Step,
): Omit<Occasion, 'cause'> => ({
  event: 'annotation_content',
  action: 'initialize',
  organization_id,
  queue_id,
  annotation_id: id,
  event_id,
  facts: { status: 'importing', previous_status: 'importing' },
})

/**
 * Common part of both results: runs once per delivery, and only while the annotation is importing. Queue and schema are read under the
 * lock: a schema that changes during an import reshapes the content only after it has been stored.
 */
async function settle(
  deps: Deps,
  step: Step,
  extraction: Extraction | null,
  finish: (tx: Tx, locked: LockedAnnotation, annotation: ImportingAnnotation) => Promise<Moved | Waiting>,
): Promise<Outcome> {
  const done = await transact(deps, async (tx) => {
    const locked = await lockAnnotation(tx, step.annotation_id)
    const isFirst = await finishDelivery(tx, step)
    if (!isFirst || locked.status !== 'importing') return null
    const annotation = await loadImporting(tx, step.annotation_id)
    if (!annotation) throw new Error(`Annotation ${step.annotation_id} no longer exists although it is locked.`)
    const moved = await finish(tx, locked, annotation)
    if ('calls' in moved) {
      await reopenDelivery(tx, step)
      return { annotation, moved, upload: null, now: locked.now }
    }
    const upload = await closeWithLast(tx, locked.upload_id)
    return { annotation, moved, upload, now: locked.now }
  })
  if (!done) return earlierOutcome(deps, step)
  const { annotation, moved, upload, now } = done
  if ('calls' in moved)
    return {
      state: stateOf(deps, annotation, { to: 'importing' }, now),
      work: { ...step, do: 'initialize', calls: moved.calls },
    }
  imports.inc({ result: moved.to })
  if (!annotation.has_content)
    importSeconds.observe(
      { reader: extraction?.engine.reader.split(' ')[0] ?? 'none' },
      (Date.parse(now) - Date.parse(annotation.created_at)) / 1000,
    )
  return {
    state:
      moved.to === 'in_workflow' ? await lifecycleState(deps, annotation.id) : stateOf(deps, annotation, moved, now),
    work:
      moved.to === 'exporting'
        ? { annotation_id: annotation.id, event_id: moved.event_id!, consumer: 'lifecycle', do: 'export' }
        : null,
    ...(upload && step.consumer === 'intake' ? { upload } : {}),
  }
}

/** Returns the result of an earlier run of the step whose response was lost. */
export async function earlierOutcome(deps: Deps, { annotation_id, consumer }: Step): Promise<Outcome> {
  const { state, work } = await look(deps, annotation_id)
  if (state.status === 'removed' || state.status === 'importing') return { state: null, work: null }
  const upload: UploadEnd | null = consumer === 'intake' ? await uploadEnd(deps.db, state.upload_id) : null
  return { state, work, ...(upload ? { upload } : {}) }
}

const stateOf = (
  { config }: Pick<Deps, 'config'>,
  annotation: ImportingAnnotation,
  { to }: Pick<Moved, 'to'>,
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

/**
 * The first import keeps the messages of the hooks that were called for the upload, but not those of formulas that were computed when a client
 * created the annotation (`isOfFormula`); later imports replace all messages.
 */
const afterUploadHooks = (tx: Tx, { event_id }: Step, messages: readonly object[]) =>
  tx.raw(
    `case when (select coalesce(e.data->>'from', 'created') from events e where e.id = ?) = 'created' then
       (select coalesce(jsonb_agg(m.one order by m.place), '[]') from jsonb_array_elements(messages) with ordinality m (one, place)
         where not coalesce(jsonb_exists(m.one->'detail', 'source_schema_id'), false)) else '[]' end || ?::jsonb`,
    [event_id, JSON.stringify(messages)],
  )

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
