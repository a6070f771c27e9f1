/** What the workflow of an approval reads: its state, and the time of the next reminder. */
import { baseUrl } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { WorkflowRun } from '../../models/index.ts'
import type { ApprovalState } from '../../rules/temporal/approval.ts'
import type { ApprovalWork } from '../../workflows/contract.ts'

/** Names shown to operators; a search attribute has no space for more. */
const MAX_PEOPLE = 20

/** The interval of reminders of the queue `q` as SQL; null without reminders. */
export const REMIND_EVERY = `make_interval(hours => (q.settings->'workflows'->>'remind_after_hours')::integer)`

interface Found {
  annotation_id: number
  organization_id: number
  queue_id: number
  queue: string
  file: string
  workflow: string
  status: WorkflowRun['workflow_status']
  in_workflow: boolean
  step: ApprovalState['step']
  since: string | null
  reminders: number
  remind_in_ms: number | null
}

/** Reads the state of an approval. Changes nothing. */
export async function lookAtApproval(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  run_id: number,
): Promise<ApprovalWork | null> {
  const row = await db('workflow_runs as r')
    .join('annotations as a', 'a.id', 'r.annotation_id')
    .join('queues as q', 'q.id', 'a.queue_id')
    .join('documents as d', 'd.id', 'a.document_id')
    .join('workflows as w', 'w.id', 'r.workflow_id')
    .leftJoin('workflow_steps as s', 's.id', 'r.current_step_id')
    .where('r.id', run_id)
    .first<Found | undefined>(
      'r.annotation_id',
      'r.organization_id',
      'a.queue_id',
      'q.name as queue',
      'd.original_file_name as file',
      'w.name as workflow',
      'r.workflow_status as status',
      db.raw(`a.status = 'in_workflow' as in_workflow`),
      db.raw(`case when s.id is not null then json_build_object('name', s.name, 'mode', s.mode) end as step`),
      'r.step_started_at as since',
      'r.reminders',
      db.raw(
        `(extract(epoch from coalesce(r.reminded_at, r.step_started_at) + ${REMIND_EVERY} - now()) * 1000)::float8 as remind_in_ms`,
      ),
    )
  if (!row) return null
  const { in_workflow, remind_in_ms, file, ...state } = row
  const isPending = state.status === 'pending' && in_workflow
  const people = isPending ? await peopleOf({ db }, run_id) : { waiting_for: [], approved_by: [] }
  return {
    state: {
      run_id,
      ...state,
      file: config.temporal.fileNames ? file : null,
      status: state.status === 'pending' && !in_workflow ? 'removed' : state.status,
      ...people,
      url: `${baseUrl(config)}/v1/annotations/${state.annotation_id}`,
    },
    ...(isPending && remind_in_ms !== null && people.waiting_for.length > 0
      ? { remind_in_ms: Math.max(0, Math.ceil(remind_in_ms)) }
      : {}),
  }
}

/** Returns the usernames of the active assignees who have not approved the current step, and of the users who have. */
async function peopleOf(
  { db }: Pick<Deps, 'db'>,
  run_id: number,
): Promise<Pick<ApprovalState, 'waiting_for' | 'approved_by'>> {
  const approved = db('workflow_runs as r')
    .join('workflow_activities as v', (join) => {
      join.on('v.workflow_run_id', 'r.id').andOn('v.workflow_step_id', 'r.current_step_id')
    })
    .where({ 'r.id': run_id, 'v.action': 'approved' })
    .whereNotNull('v.created_by')
  const waiting = db('workflow_runs as r')
    .join('annotation_assignees as s', 's.annotation_id', 'r.annotation_id')
    .where('r.id', run_id)
    .select('s.user_id')
  const users = db('users').orderBy('username').limit(MAX_PEOPLE)
  return {
    waiting_for: await users
      .clone()
      .whereIn('id', waiting)
      .where('is_active', true)
      .whereNotIn('id', approved.clone().select(db.raw('coalesce(v.on_behalf_of, v.created_by)')))
      .pluck<string[]>('username'),
    approved_by: await users.clone().whereIn('id', approved.clone().select('v.created_by')).pluck<string[]>('username'),
  }
}
