import { Type } from 'typebox'
import type { FieldErrors } from '../../errors.ts'
import { ACTION_TYPES, RULE_EVENTS } from '../../rules/business-rules/actions.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, type Row, type Values } from '../legacy/fields.ts'
import { by, moments } from '../legacy/filters.ts'
import { insert, patch } from '../legacy/verbs.ts'
import type { Caller } from '../engine/request.ts'
import { allowed, assignedQueues, ownQueues, sameOrganization } from '../access.ts'
import { showActions, storedActions } from './rule-actions.ts'
import { RuleActionsShape } from '../shapes.ts'

const QUEUES = { table: 'rule_queues', own: 'rule_id', other: 'queue_id' }
const TYPES = Object.keys(ACTION_TYPES)
const Keyed = Type.Record(Type.String(), Type.Unknown())
const Action = Type.Object({
  id: Type.String(),
  enabled: Type.Boolean(),
  type: Type.Union(TYPES.map((type) => Type.Literal(type))),
  event: Type.Union(RULE_EVENTS.map((event) => Type.Literal(event))),
  payload: Keyed,
})

export const rules = defineResource({
  path: 'rules',
  singular: 'rule',
  table: 'rules',
  description: 'A condition over the data of annotations, and what is done while it holds.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    name: f.text({ required: true, max: 255 }),
    description: f.text({ default: '', max: 255 }),
    enabled: f.bool({ default: true }),
    organization: f.ref('organizations', { createOnly: true }),
    schema: f.ref('schemas', { nullable: true, default: null }),
    queues: f.refs('queues', QUEUES, { default: [] }),
    trigger_condition: f.text({ default: 'True', min: 1, max: 2000 }),
    rule_template: f.unserved('rule_templates', false),
    synchronized_from_template: f.bool({ default: false }),
    created_by: f.ref('users', { readOnly: true, nullable: true, column: 'created_by' }),
    created_at: f.time(),
    modified_by: f.ref('users', { readOnly: true, nullable: true, column: 'modified_by' }),
    modified_at: f.time(),
    actions: f.custom({
      output: Type.Array(Action),
      // The rules check the parts of an action and answer with a tree that says which is wrong where.
      input: Type.Array(Keyed),
      shape: () => RuleActionsShape,
      default: [],
      show: (row, caller) => showActions(row.actions, caller),
      accept: (value) => ({ actions: JSON.stringify(value) }),
    }),
  }),
  oneNeeded: ['schema', 'queues'],
  filters: {
    id: by.ids('rules.id'),
    queue: by.pairs('rules.id', QUEUES),
    enabled: by.bool('rules.enabled'),
    linked: by.bool('(select count(*) from rule_queues where rule_queues.rule_id = rules.id) > 1'),
    actions: {
      ...by.oneOf('', TYPES),
      apply: (query, values, caller, name) => {
        const found = caller.db('rules as any_rule').select('any_rule.id')
        found.joinRaw(`cross join lateral jsonb_array_elements(any_rule.actions) as action`)
        by.oneOf(caller.db.raw(`action->>'type'`) as unknown as string, TYPES).apply(found, values, caller, name)
        void query.whereIn('rules.id', found.where('any_rule.organization_id', caller.who.organization_id))
      },
    },
    schema: by.ids('rules.schema_id'),
    rule_template: by.never(),
    name: by.text('rules.name'),
    organization: by.ids('rules.organization_id'),
  },
  ordering: {
    ...columns('rules', { id: 'bigint', name: 'text' }),
    organization: { sql: 'rules.organization_id', type: 'bigint' },
  },
  visible: (query, caller) => {
    sameOrganization(query, caller, 'rules')
    const mine = ownQueues(caller)
    if (!mine) return
    const bySchema = caller.db('queues').whereIn('queues.id', mine).select('queues.schema_id')
    const byQueue = caller.db('rule_queues').whereIn('queue_id', mine).select('rule_id')
    void query.where((either) => void either.whereIn('rules.schema_id', bySchema).orWhereIn('rules.id', byQueue))
  },
  may: allowed('rules'),
  check: checkRule,
  save: {
    create: async (values, caller) =>
      insert(rules, await withActions(values, caller), caller, {
        organization_id: caller.who.organization_id,
        created_by: caller.who.user_id,
        modified_by: caller.who.user_id,
      }),
    update: async (row, values, caller) =>
      patch(rules, row, await withActions(values, caller), caller, {
        modified_by: caller.who.user_id,
        modified_at: caller.db.fn.now(),
      }),
  },
})

const withActions = async (values: Values, caller: Caller): Promise<Values> =>
  values.actions === undefined
    ? values
    : { ...values, actions: await storedActions(values.actions as Values[], caller) }

/** A rule without schema and queues would never be asked. */
async function checkRule(
  values: Values,
  { row, caller }: { row: Row | null; caller: Caller },
): Promise<FieldErrors | null> {
  const schema = values.schema === undefined ? (row?.schema_id ?? null) : values.schema
  if (schema !== null) return null
  const queues =
    values.queues === undefined && row
      ? await caller.db('rule_queues').where('rule_id', row.id).pluck('queue_id')
      : ((values.queues as unknown[] | undefined) ?? [])
  return queues.length ? null : { non_field_errors: ['At least one of schema and queues is required.'] }
}

const RESULTS = ['success', 'failure', 'partial_success'] as const

export const rulesExecutionLogs = defineResource({
  path: 'rules_execution_logs',
  singular: 'rule execution log',
  table: 'rule_executions',
  description: 'What rules did: one record per rule, annotation and event, the newest first.',
  verbs: ['list'],
  fields: fieldsOf({
    rule_id: f.integer({ readOnly: true }),
    rule_name: f.text({ readOnly: true }),
    queue_id: f.integer({ readOnly: true }),
    annotation_id: f.integer({ readOnly: true }),
    trigger_event: f.oneOf(RULE_EVENTS, { readOnly: true }),
    execution_result: f.oneOf(RESULTS, { readOnly: true }),
    execution_error: f.text({ readOnly: true, nullable: true }),
    created_at: f.time(),
    request_id: f.text({ readOnly: true, nullable: true }),
    trigger_condition_values: f.json(Keyed, { readOnly: true }),
    actions: f.json(Type.Array(Keyed), { readOnly: true }),
  }),
  filters: {
    rule: by.ids('rule_executions.rule_id'),
    queue: by.ids('rule_executions.queue_id'),
    annotation: by.ids('rule_executions.annotation_id'),
    trigger_event: by.oneOf('rule_executions.trigger_event', RULE_EVENTS),
    execution_result: by.oneOf('rule_executions.execution_result', RESULTS),
    ...moments('rule_executions', ['created_at']),
  },
  ordering: columns('rule_executions', { id: 'bigint', created_at: 'timestamptz' }),
  defaultOrdering: '-created_at,-id',
  visible: assignedQueues('queue_id'),
  may: allowed('rule_logs'),
})
