import { Type } from 'typebox'
import { RuleExecution } from '../../models/index.ts'
import { RULE_EVENTS } from '../../rules/business-rules/actions.ts'
import { allowed, assignedQueues } from '../access.ts'
import { defineResource } from '../engine/define.ts'
import { Keyed } from './rule-action-schemas.ts'

const RESULTS = ['success', 'failure', 'partial_success'] as const
const readOnly = { readOnly: true }

export const rulesExecutionLogs = defineResource(RuleExecution, {
  path: 'rules_execution_logs',
  singular: 'rule execution log',
  description: 'Record of the execution of a rule for an annotation and an event.',
  verbs: ['list'],
  fields: (f) => ({
    rule_id: f.integer('Id of the rule.', readOnly),
    rule_name: f.text('Name of the rule at the time of execution.', readOnly),
    queue_id: f.integer('Id of the queue.', readOnly),
    annotation_id: f.integer('Id of the annotation.', readOnly),
    trigger_event: f.oneOf(RULE_EVENTS, 'Event on which the rule was evaluated.', readOnly),
    execution_result: f.oneOf(RESULTS, 'Result of the execution.', readOnly),
    execution_error: f.text('Error message; null if none.', { readOnly: true, nullable: true }),
    created_at: f.time('Time of the execution, UTC.'),
    request_id: f.text('Id of the request in the header `X-Request-Id`; null if none.', {
      readOnly: true,
      nullable: true,
    }),
    trigger_condition_values: f.json(Keyed, 'Values with which the condition was evaluated.', readOnly),
    actions: f.json(Type.Array(Keyed), 'Actions that were performed, with their results.', readOnly),
  }),
  filters: (by) => ({
    rule: by.ref(),
    queue: by.ref(),
    annotation: by.ref(),
    trigger_event: by.oneOf(RULE_EVENTS),
    execution_result: by.oneOf(RESULTS),
    ...by.moments('created_at'),
  }),
  ordering: { id: 'bigint', created_at: 'timestamptz' },
  defaultOrdering: '-created_at,-id',
  visible: assignedQueues('queue_id'),
  may: allowed('rule_logs'),
})
