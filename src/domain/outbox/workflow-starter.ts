import type { WorkflowStartOptions } from '@temporalio/client'
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import type { Workflows } from '../../workflows/contract.ts'
import { LOOK, searchAttributes, taskQueue } from '../../workflows/contract.ts'
import type { PendingWork } from '../../workflows/contract.ts'

// The only place that starts or signals workflows and builds their ids.

export const uploadWorkflowId = (uploadId: number): string => `upload/${uploadId}`
export const annotationWorkflowId = (annotationId: number): string => `annotation/${annotationId}`
export const queueWorkflowId = (queueId: number): string => `delete-queue/${queueId}`

/** A workflow that some events wait for, with what a person wants to read about it in Temporal's UI. */
export interface Target {
  event_ids: number[]
  upload_id: number | null
  annotation_id: number | null
  organization_id: number
  queue_id: number
  queue_name: string | null
  file_name: string | null
  files: number
  status: string | null
}

/** Events of neither an annotation nor an upload ask for the deletion of their queue. */
export function targetWorkflowId({ annotation_id, upload_id, queue_id }: Target): string {
  if (annotation_id !== null) return annotationWorkflowId(annotation_id)
  return upload_id === null ? queueWorkflowId(queue_id) : uploadWorkflowId(upload_id)
}

export type Runner = Pick<Deps, 'db' | 'temporal' | 'config' | 'log'>

/** How long a request may wait for Temporal before the dispatcher takes over. */
const PATIENCE_MS = 1_500
/** The same for each call where no request waits. */
const CALM_PATIENCE_MS = 5_000
const NOTED_TOGETHER = 16
/** After a failure nobody asks Temporal again for this long, so that an outage does not slow every request. */
const PAUSE_MS = 2_000
const pausedUntil = new WeakMap<object, number>()

/**
 * Tells the workflows of these events to look, after the transaction that wrote them. Never rejects: what cannot be told
 * now, the dispatcher tells as soon as Temporal is back.
 */
export async function wake(deps: Runner, eventIds: number[]): Promise<void> {
  if (eventIds.length === 0) return
  const find = () => findTargets(deps.db, (events) => events.whereIn('e.id', eventIds))
  await tellSoon(deps, find, PATIENCE_MS)
}

/**
 * `wake` for whoever has just written the events and knows all there is to know about them. Returns at once: hundreds of
 * workflows take a second to tell, and the answer of an upload need not wait for what the dispatcher would mend anyway.
 */
export function wakeLater(deps: Runner, targets: Target[]): void {
  if (targets.length > 0) void tellSoon(deps, () => Promise.resolve(targets), CALM_PATIENCE_MS)
}

async function tellSoon(deps: Runner, find: () => Promise<Target[]>, patienceMs: number): Promise<void> {
  if ((pausedUntil.get(deps.temporal) ?? 0) > Date.now()) return
  try {
    const targets = await find()
    // Noted in between, so that the dispatcher does not tell the first of many again while the last are told.
    for (let at = 0; at < targets.length; at += NOTED_TOGETHER) {
      const told = await tellAll(deps, targets.slice(at, at + NOTED_TOGETHER), patienceMs)
      await markWoken(deps.db, told)
    }
  } catch (error) {
    pausedUntil.set(deps.temporal, Date.now() + PAUSE_MS)
    deps.log.warn({ err: error }, 'Temporal cannot be reached; the dispatcher will wake the workflows')
  }
}

/** Events that need work and have not been handled, by workflow; `choose` narrows them. */
export async function findTargets(db: Knex, choose: (events: Knex.QueryBuilder) => unknown): Promise<Target[]> {
  const query = db('events as e')
    .leftJoin('annotations as a', 'a.id', 'e.annotation_id')
    .leftJoin('documents as d', 'd.id', 'a.document_id')
    .leftJoin('queues as q', 'q.id', 'e.queue_id')
    .where('e.needs_work', true)
    .whereNull('e.handled_at')
    .groupBy('e.upload_id', 'e.annotation_id', 'e.organization_id', 'e.queue_id', 'q.name', 'a.status', 'd.id')
    .orderByRaw('min(e.id)')
    .select(
      'e.annotation_id',
      'e.upload_id',
      'e.organization_id',
      'e.queue_id',
      'q.name as queue_name',
      'a.status',
      db.raw('array_agg(e.id order by e.id) as event_ids'),
      db.raw(
        'coalesce(d.original_file_name, (select min(f.original_file_name) from documents f where f.upload_id = e.upload_id)) as file_name',
      ),
      db.raw(
        'case when e.annotation_id is null then (select count(*) from documents f where f.upload_id = e.upload_id) else 1 end as files',
      ),
    )
  choose(query)
  return query as unknown as Promise<Target[]>
}

/**
 * Signals every target, starting what does not run; answers the ids of all their events. Rejects at the first failure, or
 * call that takes longer than `patienceMs`.
 */
export async function tellAll(deps: Runner, targets: Target[], patienceMs: number): Promise<number[]> {
  const told: number[] = []
  const waiting = [...targets]
  const tellSome = async () => {
    for (let target = waiting.shift(); target; target = waiting.shift()) {
      await tell(deps, target, Date.now() + patienceMs)
      told.push(...target.event_ids)
    }
  }
  // More at once only queue up in the server, whose own work is the limit.
  await Promise.all(Array.from({ length: Math.min(8, waiting.length) }, tellSome))
  return told
}

export async function markWoken(db: Knex, eventIds: number[]): Promise<void> {
  if (eventIds.length === 0) return
  // What is told again was forgotten, so its time counts from now; what is handled need not be touched.
  await db('events').whereIn('id', eventIds).whereNull('handled_at').update({ woken_at: db.fn.now() })
}

async function tell(deps: Runner, target: Target, deadline: number): Promise<void> {
  const options = {
    taskQueue: taskQueue(deps.config.temporal.taskQueuePrefix, 'orchestration'),
    signal: LOOK,
    signalArgs: [] as [],
    staticSummary: summarize(target),
    typedSearchAttributes: [
      { key: searchAttributes.organization, value: target.organization_id },
      { key: searchAttributes.queue, value: target.queue_id },
      ...(target.annotation_id === null ? [] : [{ key: searchAttributes.annotation, value: target.annotation_id }]),
      { key: searchAttributes.status, value: statusOf(target) },
    ],
  } satisfies Partial<WorkflowStartOptions> & { signal: string; signalArgs: [] }
  const start = { ...options, workflowId: targetWorkflowId(target) }
  await deps.temporal.withDeadline(deadline, async () => {
    if (target.annotation_id !== null) {
      const args: Parameters<Workflows['annotationLifecycle']> = [
        { annotation_id: target.annotation_id, at_once: true, ...workOf(target) },
      ]
      await deps.temporal.workflow.signalWithStart<Workflows['annotationLifecycle']>('annotationLifecycle', {
        ...start,
        args,
      })
    } else if (target.upload_id !== null) {
      const args: Parameters<Workflows['importUpload']> = [{ upload_id: target.upload_id }]
      await deps.temporal.workflow.signalWithStart<Workflows['importUpload']>('importUpload', { ...start, args })
    } else {
      const args: Parameters<Workflows['deleteQueue']> = [{ queue_id: target.queue_id }]
      await deps.temporal.workflow.signalWithStart<Workflows['deleteQueue']>('deleteQueue', { ...start, args })
    }
  })
}

/** Saves a workflow that starts its first question, where there is only one event that can have asked for the status. */
function workOf({ status, event_ids }: Target): { work?: PendingWork } {
  if (event_ids.length !== 1 || (status !== 'importing' && status !== 'exporting')) return {}
  return { work: { event_id: event_ids[0]!, status } }
}

const isDeletion = ({ annotation_id, upload_id }: Target) => annotation_id === null && upload_id === null
const statusOf = (target: Target) => target.status ?? (isDeletion(target) ? 'deletion_requested' : 'importing')

/**
 * "Deletion of Invoices EU", "invoice-17.pdf in Invoices EU", "invoice-17.pdf and 3 more in Invoices EU". Temporal refuses more
 * than 400 bytes.
 */
function summarize(target: Target): string {
  const { file_name, files, queue_name } = target
  const queue = shorten(queue_name ?? 'a deleted queue', 60)
  if (isDeletion(target)) return `Deletion of ${queue}`
  const more = files > 1 ? ` and ${files - 1} more` : ''
  return `${shorten(file_name ?? 'Document', 150)}${more} in ${queue}`
}

function shorten(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let kept = ''
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > bytes - 3) break
    kept += character
  }
  return `${kept}…`
}

/**
 * Tells the import of an upload that the last of its annotations has left `importing`. Never rejects: with Temporal away the
 * event of the upload counts as not told again, and the dispatcher does it.
 */
export async function wakeUpload(deps: Runner, uploadId: number): Promise<void> {
  try {
    await deps.temporal.withDeadline(Date.now() + PATIENCE_MS, () =>
      deps.temporal.workflow.getHandle(uploadWorkflowId(uploadId)).signal(LOOK),
    )
  } catch (error) {
    deps.log.debug({ err: error, upload_id: uploadId }, 'the import of the upload could not be told')
    await deps
      .db('events')
      .where({ upload_id: uploadId, kind: 'upload.created', needs_work: true })
      .whereNull('handled_at')
      .update({ woken_at: null })
  }
}
