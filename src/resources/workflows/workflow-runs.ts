/** Runs of workflows and their activities; both are written by the service. */
import { Type } from 'typebox'
import { resetWorkflowRun } from '../../domain/approvals/approval-workflows.ts'
import { forbidden } from '../../errors.ts'
import { AnnotationAssignee, WorkflowActivity, WorkflowRun, type RowOf } from '../../models/index.ts'
import { admins, allowed, can, ownQueues, sameOrganization, type Visible } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import { idsOf } from '../framework/filters.ts'
import { ok, type Answer, type Request } from '../framework/request.ts'

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

/** Limits a query to rows about annotations in the caller's queues. */
const visibleByAnnotation: Visible = (query, caller, table) => {
  sameOrganization(query, caller, table)
  const mine = ownQueues(caller)
  if (!mine) return
  void query.whereIn(`${table}.annotation_id`, caller.db('annotations').select('id').whereIn('queue_id', mine))
}

export const workflowRuns = defineResource(WorkflowRun, {
  path: 'workflow_runs',
  singular: 'workflow run',
  description: 'The progress of one annotation through a workflow.',
  verbs: ['list', 'retrieve'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    organization: f.organization(),
    annotation: f.ref('URL of the annotation.', { readOnly: true }),
    current_step: f.ref('URL of the step that is waiting for approval; null if the run has ended.', {
      readOnly: true,
      nullable: true,
    }),
    workflow_status: f.oneOf(RUN_STATUSES, 'State of the run.', { readOnly: true }),
  }),
  filters: (by) => ({
    id: by.ids(),
    annotation: by.ref(),
    current_step: by.ref(),
    workflow_status: by.oneOf(RUN_STATUSES),
    annotation__queue: by.custom('Ids of queues, separated by commas.', (query, values, { db }, name) => {
      const inside = db('annotations').select('id').whereIn('queue_id', idsOf(values, name))
      void query.whereIn('workflow_runs.annotation_id', inside)
    }),
  }),
  ordering: { id: 'bigint' },
  visible: visibleByAnnotation,
  may: allowed('workflow_runs'),
  itemActions: [
    {
      method: 'post',
      path: 'reset',
      summary: 'End the run and return the annotation to review.',
      may: can('approve'),
      body: Type.Object({
        note_content: Type.Optional(
          Type.Union([Type.String({ maxLength: 4096 }), Type.Null()], {
            description: 'Reason; stored as the `note` of the workflow activity.',
          }),
        ),
      }),
      example: () => ({ note_content: 'Wrong supplier.' }),
      responds: {
        status: 200,
        body: Type.Object({
          annotation_status: Type.String({ description: 'New status of the annotation.' }),
          workflow_status: Type.String({ description: 'New status of the run.' }),
        }),
      },
      handle: reset,
    },
  ],
})

export const workflowActivities = defineResource(WorkflowActivity, {
  path: 'workflow_activities',
  singular: 'workflow activity',
  description: 'An event in a workflow run.',
  verbs: ['list', 'retrieve'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    organization: f.organization(),
    workflow: f.ref('URL of the workflow.', { readOnly: true }),
    workflow_run: f.ref('URL of the run.', { readOnly: true }),
    workflow_step: f.ref('URL of the step; null if the activity concerns the whole workflow.', {
      readOnly: true,
      nullable: true,
    }),
    annotation: f.ref('URL of the annotation.', { readOnly: true }),
    assignees: f.refs('URLs of the users who were requested to approve.', { readOnly: true }),
    action: f.oneOf(ACTIVITY_ACTIONS, 'Type of event.', { readOnly: true }),
    note: f.text('Note about the event.', { readOnly: true }),
    created_at: f.createdAt(),
    created_by: f.createdBy(),
    on_behalf_of: f.ref('URL of the approver for whom the user acted as a delegate; null for oneself.', {
      readOnly: true,
      nullable: true,
      column: 'on_behalf_of',
    }),
  }),
  filters: (by) => ({
    id: by.ids(),
    annotation: by.ref(),
    workflow_run: by.ref(),
    ...by.moments('created_at'),
    assignees: by.refs(),
    action: by.oneOf(ACTIVITY_ACTIONS),
  }),
  ordering: { id: 'bigint' },
  visible: visibleByAnnotation,
  may: allowed('workflow_runs'),
})

/** Only administrators may reset runs of annotations that are not assigned to them. */
async function reset(
  { body, who, db, deps, request_id }: Request<{ note_content?: string | null }>,
  { id, annotation_id }: RowOf<WorkflowRun>,
): Promise<Answer> {
  const { user_id } = who
  if (!admins(who) && !(await AnnotationAssignee.query(db).findOne({ annotation_id, user_id })))
    throw forbidden('Only assignees may perform this action.')
  await resetWorkflowRun(deps, who, { run_id: id, note: body.note_content ?? '', request_id })
  return ok({ annotation_status: 'to_review', workflow_status: 'in_review' })
}
