/** Runs of workflows and what happened in them (filled-gaps 11.5). The service writes both. */
import { Type } from 'typebox'
import { forbidden } from '../../errors.ts'
import { resetWorkflowRun } from '../../domain/approvals/approval-workflows.ts'
import { columns, defineResource, type Resource } from '../legacy/define.ts'
import { f, fieldsOf } from '../legacy/fields.ts'
import { by, moments } from '../legacy/filters.ts'
import { load } from '../legacy/verbs.ts'
import { ok, type Answer, type Request } from '../engine/request.ts'
import { admins, allowed, can, ownQueues, sameOrganization, type Visible } from '../access.ts'

const RUN_STATUSES = ['pending', 'approved', 'rejected', 'in_review'] as const
const ACTIVITY_ACTIONS = [
  'workflow_started',
  'step_started',
  'approved',
  'rejected',
  'reassigned',
  'step_completed',
  'workflow_completed',
  'pushed_back',
] as const

/** Rows about annotations of the queues that a person sees. */
const ofSeenAnnotations =
  (table: string): Visible =>
  (query, caller) => {
    sameOrganization(query, caller, table)
    const mine = ownQueues(caller)
    if (!mine) return
    void query.whereIn(`${table}.annotation_id`, caller.db('annotations').select('id').whereIn('queue_id', mine))
  }

export const workflowRuns = defineResource({
  path: 'workflow_runs',
  singular: 'workflow run',
  table: 'workflow_runs',
  description: 'The way of one annotation through a workflow.',
  verbs: ['list', 'retrieve'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    organization: f.ref('organizations', { readOnly: true }),
    annotation: f.ref('annotations', { readOnly: true }),
    current_step: f.ref('workflow_steps', { readOnly: true, nullable: true }),
    workflow_status: f.oneOf(RUN_STATUSES, { readOnly: true }),
  }),
  filters: {
    id: by.ids('workflow_runs.id'),
    annotation: by.ids('workflow_runs.annotation_id'),
    current_step: by.ids('workflow_runs.current_step_id'),
    workflow_status: by.oneOf('workflow_runs.workflow_status', RUN_STATUSES),
    annotation__queue: by.custom('Ids of queues, separated by commas.', (query, values, caller, name) => {
      const inside = caller.db('annotations').select('annotations.id')
      by.ids('annotations.queue_id').apply(inside, values, caller, name)
      void query.whereIn('workflow_runs.annotation_id', inside)
    }),
  },
  ordering: columns('workflow_runs', { id: 'bigint' }),
  visible: ofSeenAnnotations('workflow_runs'),
  may: allowed('workflow_runs'),
  actions: [
    {
      method: 'post',
      path: ':id/reset',
      summary: 'End the run and give the annotation back to review.',
      may: can('approve'),
      body: Type.Object({ note_content: Type.Optional(Type.Union([Type.String({ maxLength: 4096 }), Type.Null()])) }),
      responds: {
        status: 200,
        body: Type.Object({ annotation_status: Type.String(), workflow_status: Type.String() }),
      },
      handle: reset,
    },
  ],
})

export const workflowActivities = defineResource({
  path: 'workflow_activities',
  singular: 'workflow activity',
  table: 'workflow_activities',
  description: 'One thing that happened in a workflow run.',
  verbs: ['list', 'retrieve'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    organization: f.ref('organizations', { readOnly: true }),
    workflow: f.ref('workflows', { readOnly: true }),
    workflow_run: f.ref('workflow_runs', { readOnly: true }),
    workflow_step: f.ref('workflow_steps', { readOnly: true, nullable: true }),
    annotation: f.ref('annotations', { readOnly: true }),
    assignees: f.refs(
      'users',
      { table: 'workflow_activity_assignees', own: 'workflow_activity_id', other: 'user_id' },
      { readOnly: true },
    ),
    action: f.oneOf(ACTIVITY_ACTIONS, { readOnly: true }),
    note: f.text({ readOnly: true }),
    created_at: f.time(),
    created_by: f.ref('users', { readOnly: true, nullable: true, column: 'created_by' }),
  }),
  filters: {
    id: by.ids('workflow_activities.id'),
    annotation: by.ids('workflow_activities.annotation_id'),
    workflow_run: by.ids('workflow_activities.workflow_run_id'),
    ...moments('workflow_activities', ['created_at']),
    assignees: by.pairs('workflow_activities.id', {
      table: 'workflow_activity_assignees',
      own: 'workflow_activity_id',
      other: 'user_id',
    }),
    action: by.oneOf('workflow_activities.action', ACTIVITY_ACTIONS),
  },
  ordering: columns('workflow_activities', { id: 'bigint' }),
  visible: ofSeenAnnotations('workflow_activities'),
  may: allowed('workflow_runs'),
})

/** Approvers take back only what is assigned to them. */
async function reset(request: Request, resource: Resource): Promise<Answer> {
  const run = await load(resource, request)
  const { who, db, deps, request_id } = request
  if (!admins(who)) {
    const assigned = await db('annotation_assignees')
      .where({ annotation_id: run.annotation_id as number, user_id: who.user_id })
      .first('user_id')
    if (!assigned) throw forbidden('Only assignees may do this.')
  }
  const { note_content } = request.body as { note_content?: string | null }
  await resetWorkflowRun(deps, who, {
    run_id: run.id as number,
    note: note_content ?? '',
    request_id,
  })
  return ok({ annotation_status: 'to_review', workflow_status: 'in_review' })
}
