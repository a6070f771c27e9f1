/** Unassigns approvers who are no longer eligible: deleted or inactive users, and users without the role or the queue. */
import type {
  Annotation,
  AnnotationAssignee,
  RowOf,
  WorkflowActivity,
  WorkflowActivityAssignee,
} from '../../models/index.ts'
import { inBatches } from '../in-batches.ts'
import { writeEvents } from '../outbox/events.ts'
import { beforeCommit, type Tx } from '../outbox/transaction.ts'
import { ineligible } from './eligible.ts'

interface Waiting {
  run_id: number
  organization_id: number
  workflow_id: number
  step_id: number
  annotation_id: number
  queue_id: number
  user_id: number
}

const STOPPED = 'The step has no eligible approver left. An administrator must approve it or assign other users.'

/** Users whose rights a transaction has changed. */
const changed = new WeakMap<Tx, Set<number>>()

/**
 * Unassigns those of these users who are no longer eligible from their pending approvals. Runs at the end of the transaction, when roles and
 * queues have their final values. Call it after every change that can revoke the right to approve.
 *
 * Other assignees stay; without any, the step waits for an administrator. Activities and events record the reason. Unassigning an approver
 * never completes a step.
 */
export function releaseApprovals(tx: Tx, user_ids: readonly number[]): void {
  const known = changed.get(tx)
  const ids = known ?? new Set<number>()
  for (const id of user_ids) ids.add(id)
  if (known) return
  changed.set(tx, ids)
  beforeCommit(tx, () => release(tx, [...ids]))
}

async function release(tx: Tx, user_ids: readonly number[]): Promise<void> {
  const lost = await lostBy(tx, user_ids)
  if (lost.length === 0) return
  const byAnnotation = Map.groupBy(lost, ({ annotation_id }) => annotation_id)
  const ids = [...byAnnotation.keys()]
  const before = await assigneesOf(tx, ids)
  for (const [annotation_id, rows] of byAnnotation)
    await tx<RowOf<AnnotationAssignee>>('annotation_assignees')
      .where({ annotation_id })
      .whereIn(
        'user_id',
        rows.map(({ user_id }) => user_id),
      )
      .delete()
  const approved = await approvedBy(tx, ids)
  const changes = [...byAnnotation].map(([annotation_id, rows]) => {
    const all = before.get(annotation_id) ?? []
    const gone = new Set(rows.map(({ user_id }) => user_id))
    const assignees = all.filter((id) => !gone.has(id))
    const isStopped = assignees.every((id) => approved.get(annotation_id)?.includes(id))
    const note = [`${rows.map(({ why }) => why).join(', ')}.`, ...(isStopped ? [STOPPED] : [])].join(' ')
    return { ...rows[0]!, before: all, assignees, note }
  })
  await tx('annotations').whereRaw('id = any(?::bigint[])', [ids]).update({ assigned_at: tx.fn.now() })
  await recordReleases(tx, changes)
  await writeEvents(
    tx,
    changes.map(({ organization_id, queue_id, annotation_id, before, assignees, note }) => ({
      organization_id,
      queue_id,
      annotation_id,
      kind: 'annotation.assigned',
      data: { before, assignees, note },
      actor_id: null,
    })),
  )
}

/** Returns the pending approvals of these users for which they are not eligible, with the reason. Locks the annotations. */
async function lostBy(tx: Tx, user_ids: readonly number[]): Promise<(Waiting & { why: string })[]> {
  const assigned = tx<RowOf<AnnotationAssignee>>('annotation_assignees')
    .whereRaw('user_id = any(?::bigint[])', [[...user_ids]])
    .select('annotation_id')
  // Locked first: a statement that waits for a lock may read other rows from before.
  const locked = await tx<RowOf<Annotation>>('annotations')
    .where('status', 'in_workflow')
    .whereIn('id', assigned)
    .orderBy('id')
    .forNoKeyUpdate()
    .pluck('id')
  if (locked.length === 0) return []
  const { rows } = await tx.raw<{ rows: Waiting[] }>(
    `select r.id as run_id, r.organization_id, r.workflow_id, r.current_step_id as step_id, a.id as annotation_id, a.queue_id,
            s.user_id
       from annotations a
       join workflow_runs r on r.annotation_id = a.id and r.workflow_status = 'pending' and r.current_step_id is not null
       join annotation_assignees s on s.annotation_id = a.id and s.user_id = any(:user_ids::bigint[])
      where a.id = any(:locked::bigint[])
      order by a.id, s.user_id`,
    { user_ids: [...user_ids], locked },
  )
  const found: (Waiting & { why: string })[] = []
  for (const group of Map.groupBy(rows, ({ queue_id }) => queue_id).values()) {
    const why = await ineligible(
      tx,
      group[0]!,
      group.map(({ user_id }) => user_id),
    )
    found.push(...group.flatMap((one) => (why.has(one.user_id) ? [{ ...one, why: why.get(one.user_id)! }] : [])))
  }
  return found
}

async function assigneesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await tx<RowOf<AnnotationAssignee>>('annotation_assignees')
    .whereRaw('annotation_id = any(?::bigint[])', [[...ids]])
    .orderBy('user_id')
    .select('annotation_id', 'user_id')
  return grouped(rows)
}

/** Returns the users who have approved the current step, by annotation. */
async function approvedBy(tx: Tx, ids: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await tx('workflow_runs as r')
    .join('workflow_activities as v', (join) => {
      join.on('v.workflow_run_id', 'r.id').andOn('v.workflow_step_id', 'r.current_step_id')
    })
    .whereRaw('r.annotation_id = any(?::bigint[])', [[...ids]])
    .where({ 'r.workflow_status': 'pending', 'v.action': 'approved' })
    .whereNotNull('v.created_by')
    // The part of the approver for whom a delegate acted.
    .select<{ annotation_id: number; user_id: number }[]>(
      'r.annotation_id',
      tx.raw('coalesce(v.on_behalf_of, v.created_by) as user_id'),
    )
  return grouped(rows)
}

const grouped = (rows: readonly { annotation_id: number; user_id: number }[]): Map<number, number[]> =>
  new Map(
    [...Map.groupBy(rows, ({ annotation_id }) => annotation_id)].map(([id, of]) => [id, of.map((one) => one.user_id)]),
  )

async function recordReleases(
  tx: Tx,
  changes: readonly (Waiting & { note: string; assignees: readonly number[] })[],
): Promise<void> {
  const made = await inBatches(changes, (batch) =>
    tx<RowOf<WorkflowActivity>>('workflow_activities')
      .insert(
        batch.map(({ organization_id, run_id, workflow_id, step_id, annotation_id, note }) => ({
          organization_id,
          workflow_run_id: run_id,
          workflow_id,
          workflow_step_id: step_id,
          annotation_id,
          action: 'reassigned' as const,
          note,
          created_by: null,
        })),
      )
      .returning('id'),
  )
  const links = changes.flatMap(({ assignees }, index) =>
    assignees.map((user_id) => ({ workflow_activity_id: made[index]!.id, user_id })),
  )
  await inBatches(links, (batch) =>
    tx<RowOf<WorkflowActivityAssignee>>('workflow_activity_assignees').insert(batch).returning('user_id'),
  )
}
