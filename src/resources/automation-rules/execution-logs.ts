import { Type } from 'typebox'
import { RuleExecution, type Json } from '../../models/index.ts'
import { RULE_EVENTS } from '../../rules/automation-rules/actions.ts'
import { allowed, assignedQueues } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import { neverNull } from '../framework/fields.ts'
import { Keyed } from './action-schemas.ts'

const SEARCHED = ['rule_name', 'trigger_condition', 'execution_error']
const RESULTS = ['success', 'failure', 'partial_success'] as const
const readOnly = { readOnly: true }
const orNull = { readOnly: true, nullable: true }

type Lists = (Json[] | null)[]
const isPerResult = (actions: Json[] | Lists): actions is Lists =>
  actions.some((one) => one === null || Array.isArray(one))

/** Actions by result; null if none was performed. */
function perResult(actions: Json[] | Lists): Lists | null {
  const lists = isPerResult(actions) ? actions : actions.length ? [actions] : []
  return lists.some((list) => list !== null) ? lists : null
}

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
    request_id: neverNull(f.text('Id of the request in the header `X-Request-Id`; empty if none.', readOnly)),
    trigger_condition: f.text('Condition that was evaluated.', readOnly),
    trigger_condition_results: f.json(
      Type.Array(Type.Boolean()),
      'Result of each evaluation: one, or one per row of the table of which the condition reads a column; null if it failed.',
      orNull,
    ),
    trigger_condition_values: f.computed(
      'Values with which the condition was evaluated, one object per result; null if none.',
      Type.Union([Type.Array(Keyed), Type.Null()]),
      ({ trigger_condition_values: values }) =>
        Array.isArray(values) ? values : Object.keys(values).length ? [values] : null,
    ),
    actions: f.computed(
      'Actions that were performed, one list per result; a list is null where the condition was false, and all are null if it never was true.',
      Type.Union([Type.Array(Type.Union([Type.Array(Keyed), Type.Null()])), Type.Null()]),
      ({ actions }) => perResult(actions),
    ),
  }),
  filters: (by) => ({
    rule: by.ref(),
    queue: by.ref(),
    annotation: by.ref(),
    trigger_event: by.oneOf(RULE_EVENTS),
    execution_result: by.oneOf(RESULTS),
    request_id: by.text(),
    search: by.custom('Text to find in the name of the rule, the condition or the error.', (query, [phrase = '']) => {
      const like = `%${phrase.replace(/[\\%_]/g, '\\$&')}%`
      void query.where((found) => {
        for (const column of SEARCHED) void found.orWhereILike(`rule_executions.${column}`, like)
      })
    }),
    ...by.moments('created_at'),
  }),
  ordering: {
    id: 'bigint',
    created_at: 'timestamptz',
    rule_id: 'bigint',
    queue_id: 'bigint',
    annotation_id: 'bigint',
    execution_result: 'text',
  },
  defaultOrdering: '-created_at,-id',
  visible: assignedQueues('queue_id'),
  may: allowed('rule_logs'),
})
