import { Type } from 'typebox'
import { deleteStep, deleteWorkflow } from '../../domain/approvals/approval-workflows.ts'
import { ineligible } from '../../domain/approvals/eligible.ts'
import { createStep, updateStep, workflowRows } from '../../domain/approvals/save-workflows.ts'
import type { FieldErrors } from '../../errors.ts'
import { Workflow, WorkflowStep } from '../../models/index.ts'
import { checkWorkflowCondition } from '../../rules/conditions/index.ts'
import { allowed, sameOrganization } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import type { Caller } from '../framework/request.ts'

const STEP_TYPES = ['approval'] as const
const STEP_MODES = ['any', 'all', 'auto'] as const
const Condition = Type.Record(Type.String(), Type.Unknown())

export const workflows = defineResource(Workflow, {
  path: 'workflows',
  singular: 'workflow',
  description: 'The approval steps for annotations after their review.',
  fields: (f) => ({
    id: f.id(),
    name: f.text('Name of the workflow.', { required: true, max: 255, example: 'Approval' }),
    url: f.url(),
    organization: f.ref("URL of the organization; by default the caller's organization.", { createOnly: true }),
    condition: f.json(
      Condition,
      'Query on fields that determines whether an annotation enters the workflow; `{}` is always true.',
      { default: {}, example: { 'field.currency': 'eur' } },
    ),
    confirmer_may_approve: f.bool('Whether the user who confirmed an annotation may approve it too.', {
      default: false,
    }),
    approver_may_repeat: f.bool('Whether one user may approve several steps of an annotation.', { default: false }),
  }),
  filters: (by) => ({ id: by.ids(), queue: by.refs('queues') }),
  ordering: { id: 'bigint' },
  visible: sameOrganization,
  may: allowed('workflows'),
  check: ({ columns }) => checkCondition(columns.condition),
  save: {
    create: ({ columns }, { db, who }) => workflowRows.create(db, who, columns),
    update: ({ id }, { columns }, { db, who }) => workflowRows.update(db, who, id, columns),
    destroy: ({ id }, { db }) => deleteWorkflow(db, id),
  },
})

export const workflowSteps = defineResource(WorkflowStep, {
  path: 'workflow_steps',
  singular: 'workflow step',
  description: 'An approval step in a workflow.',
  fields: (f) => ({
    id: f.id(),
    name: f.text('Name of the step.', { required: true, max: 255, example: 'Head of department' }),
    url: f.url(),
    organization: f.ref("URL of the organization; by default the caller's organization.", { createOnly: true }),
    workflow: f.ref('URL of the workflow.', { required: true, example: 1 }),
    condition: f.json(
      Condition,
      'Query on fields that determines whether an annotation enters the step; `{}` is always true.',
      { default: {}, example: { $expr: { $gt: ['$field.amount_total', 1000] } } },
    ),
    type: f.oneOf(STEP_TYPES, 'Type of step.', { default: 'approval' }),
    // No default: a PUT without it must not reduce `all` to `any`, which is the default of the table.
    mode: f.oneOf(
      STEP_MODES,
      'Required approvals: from `any` (the default of a new step) or `all` assignees; `auto` approves automatically. PUT without it keeps it.',
      { example: 'any' },
    ),
    ordering: f.integer('Position among the steps, unique in the workflow.', {
      required: true,
      min: 0,
      max: 2_147_483_647,
      example: 1,
    }),
    assignees: f.refs('URLs of the users who may approve.', { default: [], example: [1] }),
  }),
  filters: (by) => ({ id: by.ids(), workflow: by.ref(), mode: by.oneOf(STEP_MODES), type: by.oneOf(STEP_TYPES) }),
  ordering: { id: 'bigint' },
  visible: sameOrganization,
  may: allowed('workflows'),
  check: async ({ columns, ids }, { row, caller }) => {
    const errors = { ...checkCondition(columns.condition), ...(await checkAssignees(caller, row, ids.assignees ?? [])) }
    return Object.keys(errors).length > 0 ? errors : null
  },
  save: {
    create: ({ columns }, { db, who }) =>
      createStep(db, who, { ...columns, workflow_id: columns.workflow_id!, ordering: columns.ordering! }),
    update: (row, { columns }, { db, who }) => updateStep(db, who, row, columns),
    destroy: ({ id }, { db }) => deleteStep(db, id),
  },
})

/**
 * Access to queues is examined when an annotation enters the step: workflows can be linked to further queues. Users who already belong to the
 * step may stay in its list, because they may get the right back.
 */
async function checkAssignees(
  { db, who }: Caller,
  row: { id: number } | null,
  ids: readonly number[],
): Promise<FieldErrors | null> {
  const known = row
    ? await db('workflow_step_assignees').where('workflow_step_id', row.id).pluck<number[]>('user_id')
    : []
  const added = ids.filter((id) => !known.includes(id))
  const found = await ineligible(db, { ...who, queue_id: null }, added)
  return found.size > 0 ? { assignees: [`Cannot approve: ${[...found.values()].join(', ')}.`] } : null
}

function checkCondition(condition: unknown): FieldErrors | null {
  const errors = condition === undefined ? null : checkWorkflowCondition(condition)
  return errors && { condition: errors }
}
