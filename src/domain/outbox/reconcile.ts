import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { Annotation, Delivery, Queue, WorkflowRun } from '../../models/index.ts'
import { STATUSES } from '../../rules/annotations/status.ts'
import { statusIsOpen } from '../../rules/temporal/lifecycle.ts'
import {
  annotationWorkflowId,
  approvalWorkflowId,
  parseWorkflowId,
  queueDeletionWorkflowId,
} from '../../rules/temporal/workflow-ids.ts'
import { writeEvents } from './events.ts'
import { reopenAnnotations } from './reopen.ts'
import { listRunning } from './running-workflows.ts'
import { transact } from './transaction.ts'
import { signalWorkflows, type Starter } from './workflow-starter.ts'

export interface Reconciliation {
  /** Workflows that were not running although the database requires them. */
  restarted: string[]
  /** Workflows that were running; they were signalled, which does no harm. */
  running: number
  /** Annotations that were importing or exporting without a pending event; they got a new event. */
  reopened: number[]
  /** Workflows that were running although the database has no work for them. */
  ended: string[]
}

type Runner = Starter & Pick<Deps, 'signals'>

const TIMEOUT_MS = 30_000
/** Time for a workflow to complete by itself after its last step. */
const GRACE_MS = 2_000
const BATCH = 500
const OPEN = STATUSES.filter(statusIsOpen)

/**
 * Makes Temporal consistent with the database, after either was restored or lost data: starts missing workflows and terminates superfluous
 * ones. Safe to repeat and to run while workers are running. With `dryRun` nothing changes, and the result lists what would.
 */
export async function reconcile(deps: Runner, { dryRun = false, graceMs = GRACE_MS } = {}): Promise<Reconciliation> {
  const running = await listRunning(deps)
  const reopened = await reopenAnnotations(deps, { dryRun })
  const queues = await reopenQueues(deps, dryRun)
  // A dry run has not written these events, so they cannot be found below.
  const wanted = new Set(dryRun ? queues.map(queueDeletionWorkflowId) : [])
  const restarted: string[] = []
  let stillRunning = 0
  for await (const ids of wantedWorkflows(deps)) {
    const fresh = ids.filter((id) => !wanted.has(id))
    for (const id of fresh) wanted.add(id)
    stillRunning += fresh.filter((id) => running.has(id)).length
    if (dryRun) continue
    await signalWorkflows(
      deps,
      fresh.map((workflowId) => ({ workflowId })),
      TIMEOUT_MS,
    )
  }
  for (const id of wanted) if (!running.has(id)) restarted.push(id)
  const ended = await endOrphans(deps, running, { dryRun, graceMs })
  return { restarted, running: stillRunning, reopened, ended }
}

/** Yields the workflows that should be running, in batches: those with pending deliveries, and those of open annotations. */
async function* wantedWorkflows({ db }: Runner): AsyncGenerator<string[]> {
  for (let last = ''; ;) {
    const rows = await Delivery.query(db)
      .where('state', 'pending')
      .where('workflow_id', '>', last)
      .distinct('workflow_id')
      .orderBy('workflow_id')
      .limit(BATCH)
    if (rows.length === 0) break
    last = rows.at(-1)!.workflow_id
    yield rows.map(({ workflow_id }) => workflow_id)
  }
  for (let last = 0; ;) {
    const rows = await Annotation.query(db)
      .whereIn('status', OPEN)
      // Imported by the workflow of the upload.
      .whereNot('status', 'importing')
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .select('id')
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    yield rows.map(({ id }) => annotationWorkflowId(id))
  }
}

/** Writes an event for queues whose deletion has no pending event, like `reopenAnnotations`. */
const reopenQueues = (deps: Runner, dryRun: boolean): Promise<number[]> =>
  transact(deps, async (tx) => {
    const stranded = await Queue.query(tx)
      .whereIn('status', ['deletion_requested', 'deletion_in_progress'])
      .whereNotExists(
        tx('deliveries as d')
          .whereRaw(`d.workflow_id = 'delete-queue/' || queues.id`)
          .where({ 'd.state': 'pending', 'd.consumer': 'deletion' }),
      )
      .orderBy('id')
      .forNoKeyUpdate()
      .select('id', 'organization_id')
    const events = stranded.map(({ id, organization_id }) => ({
      kind: 'queue.deletion_reopened' as const,
      organization_id,
      queue_id: id,
      data: {},
    }))
    if (!dryRun) await writeEvents(tx, events)
    return stranded.map(({ id }) => id)
  })

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
    await deps.temporal.workflow.getHandle(id).terminate('reconcile: the database has no work for this workflow')
  }
  // An event may have been written, and its workflow signalled, while the workflow was being terminated.
  const rows = await Delivery.query(deps.db)
    .where('state', 'pending')
    .whereIn('workflow_id', suspects)
    .distinct('workflow_id')
  await signalWorkflows(
    deps,
    rows.map(({ workflow_id: workflowId }) => ({ workflowId })),
    TIMEOUT_MS,
  )
  return suspects
}

/** Returns those of the workflows that have no pending deliveries and belong to no open annotation. */
async function withoutWork({ db }: Runner, workflowIds: string[]): Promise<string[]> {
  const known = workflowIds.flatMap((workflowId) => {
    const parsed = parseWorkflowId(workflowId)
    return parsed ? [{ ...parsed, workflowId }] : []
  })
  const idle: string[] = []
  for (let at = 0; at < known.length; at += BATCH) {
    const batch = known.slice(at, at + BATCH)
    const pending = await Delivery.query(db)
      .where('state', 'pending')
      .whereIn(
        'workflow_id',
        batch.map(({ workflowId }) => workflowId),
      )
      .distinct('workflow_id')
    const open = await Annotation.query(db)
      .whereIn(
        'id',
        batch.flatMap(({ kind, id }) => (kind === 'annotation' ? [id] : [])),
      )
      .whereIn('status', OPEN)
      .select('id')
    const approvals = await WorkflowRun.query(db)
      .joinRelated('annotation')
      .whereIn(
        'workflow_runs.id',
        batch.flatMap(({ kind, id }) => (kind === 'approval' ? [id] : [])),
      )
      .where({ 'workflow_runs.workflow_status': 'pending', 'annotation.status': 'in_workflow' })
      .select('workflow_runs.id')
    const busy = new Set([
      ...approvals.map(({ id }) => approvalWorkflowId(id)),
      ...pending.map(({ workflow_id }) => workflow_id),
      ...open.map(({ id }) => annotationWorkflowId(id)),
    ])
    idle.push(...batch.map(({ workflowId }) => workflowId).filter((id) => !busy.has(id)))
  }
  return idle
}
