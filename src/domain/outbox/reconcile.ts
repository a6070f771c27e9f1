import { setTimeout as wait } from 'node:timers/promises'
import { taskQueue } from '../../workflows/contract.ts'
import { writeEvents } from './events.ts'
import { findTargets, markWoken, queueWorkflowId, targetWorkflowId, tellAll } from './workflow-starter.ts'
import type { Runner, Target } from './workflow-starter.ts'

export interface Reconciliation {
  /** Workflows that the database says should run and that did not. */
  restarted: string[]
  /** Those that ran; they were told to look, which does no harm. */
  running: number
  /** Annotations that are importing or exporting although nothing asked for it any more; they got a new event. */
  reopened: number[]
  /** Workflows that ran although the database has nothing for them to do. */
  ended: string[]
}

const PATIENCE_MS = 30_000
/** A workflow that has just done its last step needs a moment to end by itself. */
const GRACE_MS = 2_000
const BATCH = 500

/**
 * Makes Temporal agree with the database, after either was restored or lost something: starts what should run, ends what
 * should not. Safe beside running workers and as often as one likes. With `dryRun` nothing changes; the answer says what would.
 */
export async function reconcile(deps: Runner, { dryRun = false, graceMs = GRACE_MS } = {}): Promise<Reconciliation> {
  const running = await listRunning(deps)
  const reopened = await reopen(deps, dryRun)
  const queues = await reopenQueues(deps, dryRun)
  // What a dry run has not written cannot be found below.
  const restarted: string[] = dryRun ? queues.map(queueWorkflowId).filter((id) => !running.has(id)) : []
  let stillRunning = 0
  for await (const targets of openTargets(deps)) {
    const missing = targets.map(targetWorkflowId).filter((id) => !running.has(id))
    restarted.push(...missing)
    stillRunning += targets.length - missing.length
    if (dryRun) continue
    await tellAll(deps, targets, PATIENCE_MS)
    await markWoken(
      deps.db,
      targets.flatMap((target) => target.event_ids),
    )
  }
  const ended = await endOrphans(deps, running, { dryRun, graceMs })
  return { restarted, running: stillRunning, reopened, ended }
}

/** Ids of the workflows that run on our task queue. */
async function listRunning(deps: Runner): Promise<Set<string>> {
  const queue = taskQueue(deps.config.temporal.taskQueuePrefix, 'orchestration')
  const query = `ExecutionStatus = 'Running' and TaskQueue = '${queue}'`
  const ids = new Set<string>()
  for await (const { workflowId } of deps.temporal.workflow.list({ query })) ids.add(workflowId)
  return ids
}

async function* openTargets(deps: Runner): AsyncGenerator<Target[]> {
  let last = 0
  for (;;) {
    const ids = (await deps
      .db('events')
      .where('needs_work', true)
      .whereNull('handled_at')
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .pluck('id')) as number[]
    if (ids.length === 0) return
    last = ids.at(-1)!
    yield await findTargets(deps.db, (events) => events.whereIn('e.id', ids))
  }
}

/** Gives annotations in motion that nothing moves an event that does. */
async function reopen(deps: Runner, dryRun: boolean): Promise<number[]> {
  return deps.db.transaction(async (trx) => {
    const stranded = (await trx('annotations as a')
      .whereIn('a.status', ['importing', 'exporting'])
      .whereNotExists(
        trx('events as e').whereRaw('e.annotation_id = a.id').where('e.needs_work', true).whereNull('e.handled_at'),
      )
      .orderBy('a.id')
      .forNoKeyUpdate()
      .select('a.id', 'a.organization_id', 'a.queue_id', 'a.upload_id', 'a.status')) as {
      id: number
      organization_id: number
      queue_id: number
      upload_id: number | null
      status: string
    }[]
    if (!dryRun) {
      await writeEvents(
        trx,
        stranded.map(({ id, status, ...annotation }) => ({
          ...annotation,
          annotation_id: id,
          kind: 'annotation.reopened',
          data: { to: status },
          needs_work: true,
        })),
      )
    }
    return stranded.map(({ id }) => id)
  })
}

/** The same for queues whose deletion nothing goes on with. */
async function reopenQueues(deps: Runner, dryRun: boolean): Promise<number[]> {
  return deps.db.transaction(async (trx) => {
    const stranded = (await trx('queues as q')
      .whereIn('q.status', ['deletion_requested', 'deletion_in_progress'])
      .whereNotExists(
        trx('events as e')
          .whereRaw('e.queue_id = q.id')
          .where({ 'e.needs_work': true, 'e.annotation_id': null, 'e.upload_id': null })
          .whereNull('e.handled_at'),
      )
      .orderBy('q.id')
      .forNoKeyUpdate()
      .select('q.id', 'q.organization_id')) as { id: number; organization_id: number }[]
    const events = stranded.map(({ id, organization_id }) => ({
      organization_id,
      queue_id: id,
      kind: 'queue.deletion_reopened',
      needs_work: true,
    }))
    if (!dryRun) await writeEvents(trx, events)
    return stranded.map(({ id }) => id)
  })
}

/** The part of an id that names the row: `annotation/17`. Other workflows are none of our business here. */
const ROW = /^(upload|annotation|delete-queue)\/(\d+)$/

async function endOrphans(
  deps: Runner,
  running: Set<string>,
  { dryRun, graceMs }: { dryRun: boolean; graceMs: number },
): Promise<string[]> {
  let suspects = await withoutWork(deps, [...running])
  if (suspects.length === 0) return []
  await wait(graceMs)
  const now = await listRunning(deps)
  suspects = await withoutWork(
    deps,
    suspects.filter((id) => now.has(id)),
  )
  if (dryRun) return suspects
  for (const id of suspects) {
    await deps.temporal.workflow.getHandle(id).terminate('reconcile: the database has nothing for it to do')
  }
  // An event may have been written, and its workflow told, in the very moment the workflow was ended.
  const targets = await findTargets(deps.db, (events) => events.whereRaw("e.created_at > now() - interval '1 minute'"))
  const again = targets.filter((target) => suspects.includes(targetWorkflowId(target)))
  await tellAll(deps, again, Date.now() + PATIENCE_MS)
  return suspects
}

/** Those of the workflows for which no event is open. */
async function withoutWork(deps: Runner, ids: string[]): Promise<string[]> {
  const rows = ids.flatMap((id) => {
    const match = ROW.exec(id)
    return match ? [{ id, kind: match[1]!, row: Number(match[2]) }] : []
  })
  const of = (kind: string) => rows.filter((each) => each.kind === kind).map((each) => each.row)
  const open = () => deps.db('events').where('needs_work', true).whereNull('handled_at')
  const annotations = new Set(
    (await open().whereIn('annotation_id', of('annotation')).pluck('annotation_id')) as number[],
  )
  const uploads = new Set(
    (await open().whereNull('annotation_id').whereIn('upload_id', of('upload')).pluck('upload_id')) as number[],
  )
  const queues = new Set(
    (await open()
      .whereNull('annotation_id')
      .whereNull('upload_id')
      .whereIn('queue_id', of('delete-queue'))
      .pluck('queue_id')) as number[],
  )
  const busy: Record<string, Set<number>> = { annotation: annotations, upload: uploads, 'delete-queue': queues }
  return rows.filter(({ kind, row }) => !busy[kind]!.has(row)).map(({ id }) => id)
}
