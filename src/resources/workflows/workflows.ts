/** Workflows and their steps: readable by all, written by administrators (filled-gaps 11.5). */
import { Type } from 'typebox'
import { within } from '../engine/request.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { claimOrdering, deleteStep, deleteWorkflow } from '../../domain/approvals/approval-workflows.ts'
import { checkWorkflowCondition } from '../../rules/conditions.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { insert, patch } from '../legacy/verbs.ts'
import { allowed, sameOrganization } from '../access.ts'
import { idsIn } from '../rules/triggers.ts'

const STEP_TYPES = ['approval'] as const
const STEP_MODES = ['any', 'all', 'auto'] as const

const condition = () => f.json(Type.Record(Type.String(), Type.Unknown()), { default: {} })
const checkCondition = (value: unknown) => {
  const faults = value === undefined ? null : checkWorkflowCondition(value)
  return faults && { condition: faults }
}

export const workflows = defineResource({
  path: 'workflows',
  singular: 'workflow',
  table: 'workflows',
  description: 'The way of approval that annotations take after their review.',
  fields: fieldsOf({
    id: f.id(),
    name: f.text({ required: true, max: 255 }),
    url: f.self(),
    organization: f.ref('organizations', { createOnly: true }),
    condition: condition(),
  }),
  filters: {
    id: by.ids('workflows.id'),
    queue: by.pairs('workflows.id', { table: 'queue_workflows', own: 'workflow_id', other: 'queue_id' }),
  },
  ordering: columns('workflows', { id: 'bigint' }),
  visible: sameOrganization,
  may: allowed('workflows'),
  check: (values) => checkCondition(values.condition),
  save: {
    create: (values, caller) => insert(workflows, values, caller, { organization_id: caller.who.organization_id }),
    destroy: (row, { db }) => deleteWorkflow(db, row.id as number),
  },
})

export const workflowSteps = defineResource({
  path: 'workflow_steps',
  singular: 'workflow step',
  table: 'workflow_steps',
  description: 'One approval in a workflow.',
  fields: fieldsOf({
    id: f.id(),
    name: f.text({ required: true, max: 255 }),
    url: f.self(),
    organization: f.ref('organizations', { createOnly: true }),
    workflow: f.ref('workflows', { required: true }),
    condition: condition(),
    type: f.oneOf(STEP_TYPES, { default: 'approval' }),
    mode: f.oneOf(STEP_MODES, { default: 'any' }),
    ordering: f.integer({ required: true, min: 0, max: 2_147_483_647 }),
    assignees: f.refs(
      'users',
      { table: 'workflow_step_assignees', own: 'workflow_step_id', other: 'user_id' },
      { default: [] },
    ),
  }),
  filters: {
    id: by.ids('workflow_steps.id'),
    workflow: by.ids('workflow_steps.workflow_id'),
    mode: by.oneOf('workflow_steps.mode', STEP_MODES),
    type: by.oneOf('workflow_steps.type', STEP_TYPES),
  },
  ordering: columns('workflow_steps', { id: 'bigint' }),
  visible: sameOrganization,
  may: allowed('workflows'),
  check: (values) => checkCondition(values.condition),
  save: {
    create: (values, caller) =>
      transact(caller.deps, async (trx) => {
        const inside = within(caller, trx)
        const [workflow_id] = await idsIn('workflow', 'workflows', [values.workflow], inside)
        await claimOrdering(trx, { id: null, workflow_id: workflow_id!, ordering: values.ordering as number })
        return insert(workflowSteps, values, inside, { organization_id: caller.who.organization_id })
      }),
    update: async (row, values, caller) => {
      const [workflow_id] =
        values.workflow === undefined
          ? [row.workflow_id as number]
          : await idsIn('workflow', 'workflows', [values.workflow], caller)
      await claimOrdering(caller.db, {
        id: row.id as number,
        workflow_id: workflow_id!,
        ordering: (values.ordering ?? row.ordering) as number,
      })
      return patch(workflowSteps, row, values, caller)
    },
    destroy: (row, { db }) => deleteStep(db, row.id as number),
  },
})
