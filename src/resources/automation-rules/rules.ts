import { Type } from 'typebox'
import { createRule, deleteRule, linkedSchemas, updateRule } from '../../domain/automation-rules/rows.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { invalid, type FieldErrors } from '../../errors.ts'
import { Rule, RuleQueue } from '../../models/index.ts'
import { ACTION_TYPES } from '../../rules/automation-rules/actions.ts'
import { checkRuleFields } from '../../rules/automation-rules/check-rule.ts'
import { allowed, ownQueues, sameOrganization, type Visible } from '../access.ts'
import { defineResource, type CheckContext } from '../framework/define.ts'
import { Url, type Values } from '../framework/fields.ts'
import type { Filter } from '../framework/filters.ts'
import type { Input } from '../framework/input.ts'
import { resolveReferences } from '../framework/relations.ts'
import { DESCRIPTION, DocumentedActions, Keyed, ShownActions } from './action-schemas.ts'
import { showActions, storedActions } from './actions.ts'

const TYPES = Object.keys(ACTION_TYPES)
const ACTIONS = [
  {
    id: 'ask',
    type: 'show_message',
    event: 'validation',
    payload: { type: 'warning', content: 'The amount exceeds 1000. Please check it.' },
  },
]

export const rules = defineResource(Rule, {
  path: 'rules',
  singular: 'rule',
  description: 'A condition on the data of annotations, and the actions to perform while it is true.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    name: f.text('Name of the rule.', { required: true, max: 255, example: 'Large amounts' }),
    description: f.text('Purpose of the rule.', { default: '', max: 255 }),
    enabled: f.bool('Whether the rule is evaluated.', { default: true }),
    organization: f.ref("URL of the organization; always the caller's organization.", { createOnly: true }),
    schema: f.ref(
      'URL of a schema; the rule applies to all queues with this schema. Either `schema` or `queues` is required.',
      {
        nullable: true,
        default: null,
        example: 1,
      },
    ),
    queues: f.refs('URLs of the queues to which the rule applies. Either `schema` or `queues` is required.', {
      default: [],
    }),
    trigger_condition: f.text('Formula on fields, e.g. `field.amount_total > 100`; `True` is always true.', {
      default: 'True',
      min: 1,
      max: 2000,
      example: 'field.item_amount_total_base > 1000',
    }),
    rule_template: f.custom(
      'Always null; the service has no rule templates.',
      { nullable: true, output: Url, input: Type.String() },
      {
        show: () => null,
        accept: async (value, caller) => {
          await resolveReferences('rule_templates', value ?? [], caller)
          return {}
        },
      },
    ),
    synchronized_from_template: f.bool('Whether it follows a template. Stored without effect.', { default: false }),
    created_by: f.createdBy(),
    created_at: f.createdAt(),
    modified_by: f.modifiedBy(),
    modified_at: f.modifiedAt(),
    actions: f.custom(
      DESCRIPTION,
      { output: ShownActions, input: Type.Array(Keyed), default: [], example: ACTIONS },
      {
        documented: () => DocumentedActions,
        show: ({ actions }, caller) => showActions(actions, caller),
        accept: async (value, caller) => ({ actions: await storedActions(value as Values[], caller) }),
      },
    ),
  }),
  oneNeeded: ['schema', 'queues'],
  filters: (by) => ({
    id: by.ids(),
    queue: by.refs('queues'),
    enabled: by.bool(),
    linked: by.bool('(select count(*) from rule_queues where rule_queues.rule_id = rules.id) > 1'),
    actions: by.custom(`One or several of ${TYPES.join(', ')}.`, withActionOf),
    schema: by.ref(),
    rule_template: by.custom('Matches nothing; the service has no rule templates.', (query) => {
      void query.whereRaw('false')
    }),
    name: by.text(),
    organization: by.ref(),
  }),
  ordering: { id: 'bigint', name: 'text', organization: { sql: 'rules.organization_id', type: 'bigint' } },
  visible: visibleRules,
  may: allowed('rules'),
  check: checkRule,
  save: {
    create: ({ columns }, { db, who }) => createRule(db, who, columns),
    update: ({ id }, { columns }, { db, who }) => updateRule(db, who, id, columns),
    destroy: ({ id }, { deps }) => transact(deps, (tx) => deleteRule(tx, id)),
  },
})

/** Limits a query to the rules of the caller's queues, linked directly or by schema. */
function visibleRules(...[query, caller, table]: Parameters<Visible>): void {
  sameOrganization(query, caller, table)
  const mine = ownQueues(caller)
  if (!mine) return
  const bySchema = caller.db('queues').whereIn('queues.id', mine).select('queues.schema_id')
  const byQueue = caller.db('rule_queues').whereIn('queue_id', mine).select('rule_id')
  void query.where((either) => void either.whereIn(`${table}.schema_id`, bySchema).orWhereIn(`${table}.id`, byQueue))
}

/** Filters rules by the types of their actions. */
function withActionOf(...[query, values, , name]: Parameters<Filter['apply']>): void {
  const wrong = values.find((value) => !TYPES.includes(value))
  if (wrong !== undefined) throw invalid({ [name]: [`"${wrong}" is not a valid choice.`] })
  void query.whereRaw(
    `exists (select 1 from jsonb_array_elements(rules.actions) as action where action->>'type' = any(?::text[]))`,
    [values],
  )
}

/** A rule without schema and queues would never be evaluated. */
async function checkRule(
  { columns, ids }: Input<Rule>,
  { row, caller }: CheckContext<Rule>,
): Promise<FieldErrors | null> {
  const schema_id = (columns.schema_id === undefined ? row?.schema_id : columns.schema_id) ?? null
  const queues =
    ids.queues ?? (row ? await RuleQueue.query(caller.db).where('rule_id', row.id) : []).map(({ queue_id }) => queue_id)
  if (!schema_id && !queues.length) return { non_field_errors: ['At least one of schema and queues is required.'] }
  // Other changes, such as of `enabled`, are possible although a schema has changed since.
  const isAffected = ids.queues ?? columns.schema_id ?? columns.trigger_condition ?? columns.actions
  if (row && isAffected === undefined) return null
  const schemas = await linkedSchemas(caller.db, schema_id, queues)
  const { trigger_condition = 'True', actions = [] } = { ...row, ...columns }
  const errors = checkRuleFields(trigger_condition, actions, schemas)
  return errors && { ...errors }
}
