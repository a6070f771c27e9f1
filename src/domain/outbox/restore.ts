/** Finds and restores what Temporal has lost: workflows with pending deliveries, and the lifecycles of open annotations. */
import type { Knex } from 'knex'
import { WorkflowNotFoundError } from '@temporalio/client'
import { Annotation, Delivery, raw } from '../../models/index.ts'
import { annotationWorkflowId, parseWorkflowId } from '../../rules/temporal/workflow-ids.ts'
import { listRunning } from './running-workflows.ts'
import { signalWorkflows, type Starter } from './workflow-starter.ts'

/** Lifecycles compared with one query to Temporal, which returns at most 1,000 workflows per page. */
const LIFECYCLES = 1_000
/** Workflows named in one query to Temporal. */
const NAMED = 100
const TIMEOUT_MS = 30_000
/** The workflow of an upload starts lifecycles shortly after the import; until then their absence is normal. */
const SETTLED = '15 seconds'
/**
 * A workflow that has failed, because of an error that repeats, is started again after this pause and not each time it is found missing. The
 * reason stays visible in Temporal's UI.
 */
const AFTER_FAILURE_MS = 10 * 60_000
/** With so many missing workflows in one check, Temporal has probably lost others too. */
export const MANY = 10
/** Imported by the workflow of the upload, or ended. The partial index `annotations_open` has the same condition, which a test compares. */
export const WITHOUT_LIFECYCLE = `('importing', 'exported', 'deleted', 'purged', 'failed_import', 'failed_export')`

/** Where a check continues: after this annotation and this workflow with pending deliveries. */
export interface Position {
  annotation: number
  workflow: string
}

export const START: Readonly<Position> = { annotation: 0, workflow: '' }

/**
 * Compares up to 1,000 open annotations and 100 workflows with pending deliveries with Temporal, in two queries to each side. Returns the
 * ids of workflows that should be running and are not, at most `MANY`, and where the next check continues; `START` after the last row.
 */
export async function findLost(deps: Starter, after: Position): Promise<{ lost: string[]; next: Position }> {
  const [lifecycles, pending] = [await lostLifecycles(deps, after.annotation), await lostPending(deps, after.workflow)]
  const next = { annotation: lifecycles.next, workflow: pending.next }
  const lost: string[] = []
  // Lists in Temporal are updated with a delay, so each workflow is looked up.
  for (const id of new Set([...lifecycles.lost, ...pending.lost])) {
    if (lost.length === MANY) break
    if (await isLost(deps, id)) lost.push(id)
  }
  return { lost, next }
}

/** Starts missing workflows. */
export const startAgain = (deps: Starter, workflowIds: readonly string[]): Promise<void> =>
  signalWorkflows(
    deps,
    workflowIds.map((workflowId) => ({ workflowId })),
    TIMEOUT_MS,
  )

/**
 * Makes every pending delivery due, so that the dispatchers signal its workflow, and starts the missing lifecycles of all open annotations.
 * Returns the number of lifecycles started. Safe to repeat and to run concurrently.
 */
export async function restoreLost(deps: Starter): Promise<number> {
  await makeAllDue(deps.db)
  let started = 0
  for (let after = 0; ;) {
    const { lost, next } = await lostLifecycles(deps, after)
    await startAgain(deps, lost)
    started += lost.length
    if (next === 0) return started
    after = next
  }
}

async function lostLifecycles(deps: Starter, after: number): Promise<{ lost: string[]; next: number }> {
  const rows = await Annotation.query(deps.db)
    .where('id', '>', after)
    .where(raw(`status not in ${WITHOUT_LIFECYCLE}`))
    .where(raw(`modified_at < now() - interval '${SETTLED}'`))
    .orderBy('id')
    .limit(LIFECYCLES)
    .select('id')
  if (rows.length === 0) return { lost: [], next: 0 }
  const [first, last] = [rows[0]!.id, rows.at(-1)!.id]
  const running = await listRunning(
    deps,
    `WorkflowType = 'annotationLifecycle' and SheafAnnotation between ${first} and ${last}`,
  )
  return {
    lost: rows.map(({ id }) => annotationWorkflowId(id)).filter((id) => !running.has(id)),
    next: rows.length < LIFECYCLES ? 0 : last,
  }
}

/** Considers only workflows that were signalled; the dispatcher signals the others. */
async function lostPending(deps: Starter, after: string): Promise<{ lost: string[]; next: string }> {
  const rows = await Delivery.query(deps.db)
    .where('state', 'pending')
    .where('workflow_id', '>', after)
    .where('signal_at', '>', raw(`now() + interval '1 minute'`))
    .distinct('workflow_id')
    .orderBy('workflow_id')
    .limit(NAMED)
  if (rows.length === 0) return { lost: [], next: '' }
  const ids = rows.map(({ workflow_id }) => workflow_id)
  const running = await listRunning(deps, `WorkflowId in (${ids.map((id) => `'${id}'`).join(', ')})`)
  return { lost: ids.filter((id) => !running.has(id)), next: ids.length < NAMED ? '' : ids.at(-1)! }
}

async function isLost({ temporal, db }: Starter, workflowId: string): Promise<boolean> {
  try {
    const { status, closeTime } = await temporal.workflow.getHandle(workflowId).describe()
    if (status.name === 'RUNNING') return false
    if (status.name === 'FAILED' && closeTime && closeTime.getTime() > Date.now() - AFTER_FAILURE_MS) return false
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
  // It may have ended since the rows were read.
  return isWanted(db, workflowId)
}

async function isWanted(db: Knex, workflowId: string): Promise<boolean> {
  const delivery = await Delivery.query(db).findOne({ workflow_id: workflowId, state: 'pending' })
  if (delivery) return true
  const { kind, id } = parseWorkflowId(workflowId) ?? {}
  if (kind !== 'annotation' || id === undefined) return false
  const open = await Annotation.query(db)
    .findById(id)
    .where(raw(`status not in ${WITHOUT_LIFECYCLE}`))
    .select('id')
  return open !== undefined
}

/** Skips rows that a workflow is just finishing, because waiting for them could cause a deadlock. */
async function makeAllDue(db: Knex): Promise<void> {
  await db.raw(
    `update deliveries set signal_at = now()
      where (event_id, consumer) in (
        select event_id, consumer from deliveries
         where state = 'pending' and signal_at > now() order by event_id for update skip locked)`,
  )
}
