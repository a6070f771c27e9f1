/** Changes that weaken a control, with the clauses that name what becomes weaker. */
import type { weakened } from '../../src/cli/config/weaker.ts'

export const flow = (name: string) => ({ url: { object: 'workflows', name }, priority: 1 })
export const field = (given: object) => [
  {
    category: 'section',
    id: 's',
    label: 'S',
    children: [{ category: 'datapoint', id: 'total', type: 'number', ...given }],
  },
]
export const QUEUE = {
  automation_enabled: true,
  automation_level: 'confident',
  default_score_threshold: 0.9,
  workflows: [flow('Large'), flow('New suppliers')],
  settings: {
    workflows: { enabled: true, bypass_workflows_allowed: false },
    confirm_with_errors_allowed: false,
    automation: { automate_duplicates: false, automate_suggested_edit: false, automate_empty_fields: false },
  },
}
const settings = (given: object) => ({ settings: { ...QUEUE.settings, ...given } })

type Case = [Parameters<typeof weakened>[0]['path'], object, object, string[]]

const table = (rows: number) => [
  {
    category: 'section',
    id: 's',
    label: 'S',
    children: [
      {
        category: 'multivalue',
        id: 'items',
        min_occurrences: rows,
        children: {
          category: 'tuple',
          id: 'item',
          children: [
            { category: 'datapoint', id: 'text', type: 'string', constraints: { required: false } },
            { category: 'datapoint', id: 'code', type: 'string', constraints: { required: false } },
          ],
        },
      },
    ],
  },
]
const checked = (pattern: string) => field({ constraints: { required: true, regexp: { pattern } } })
const error = { type: 'show_message', payload: { type: 'error', content: 'Too large.' } }
const blocker = { type: 'add_automation_blocker', payload: { content: 'Look.' } }
const queue = (name: string) => ({ object: 'queues', name })
const FILTERS = {
  allowed_senders: ['*@a.example'],
  denied_senders: ['spam@a.example'],
  document_rejection_conditions: { enabled: true, mime_types: ['image/gif'], file_size_less_than_b: null },
}
const PILOT = {
  enabled: true,
  search_history: { matching_fields_threshold: 3 },
  automate_fields: { rir_field_names: ['a'], field_repeated_min: 4 },
}

export const CASES: Case[] = [
  ['queues', QUEUE, { automation_level: 'always' }, ['automation rises from confident to always']],
  [
    'queues',
    { ...QUEUE, automation_enabled: false },
    { automation_enabled: true },
    ['automation rises from never to confident'],
  ],
  ['queues', QUEUE, { default_score_threshold: 0.8 }, ['default_score_threshold falls from 0.9 to 0.8']],
  ['queues', QUEUE, { workflows: [flow('New suppliers')] }, ['the workflow Large is removed']],
  ['queues', QUEUE, settings({ workflows: { enabled: false } }), ['approvals are disabled']],
  [
    'queues',
    QUEUE,
    settings({ workflows: { enabled: true, bypass_workflows_allowed: true } }),
    ['users may skip approvals'],
  ],
  ['queues', QUEUE, settings({ confirm_with_errors_allowed: true }), ['data with errors may be confirmed']],
  ['queues', QUEUE, settings({ automation: { ...QUEUE.settings.automation, automate_duplicates: true } }), []],
  [
    'queues',
    { ...QUEUE, ...settings({ legal_retention_years: 10 }) },
    settings({ legal_retention_years: 6 }),
    ['legal_retention_years falls from 10 to 6'],
  ],
  [
    'queues',
    QUEUE,
    settings({ legal_retention_years: 15 }),
    ['legal_retention_years changes from those of the organization to 15'],
  ],
  ['queues', { ...QUEUE, ...settings({ legal_retention_years: 6 }) }, settings({ legal_retention_years: 10 }), []],
  ['queues', QUEUE, settings({ duplicates: 'allow' }), ['users are not asked before they confirm duplicates']],
  [
    'queues',
    { ...QUEUE, ...settings({ duplicates: 'allow' }) },
    settings({ duplicates: 'allow', automation: { ...QUEUE.settings.automation, automate_duplicates: true } }),
    ['duplicates are automated'],
  ],
  [
    'queues',
    { ...QUEUE, ...settings({ duplicates: 'error' }) },
    settings({ duplicates: 'ask' }),
    ['duplicates may be confirmed'],
  ],
  [
    'queues',
    QUEUE,
    settings({ automation: { automate_suggested_edit: true } }),
    // The service keeps the other keys inside of the setting.
    ['suggested splits are automated'],
  ],
  ['queues', QUEUE, settings({ automation: { automate_empty_fields: true } }), ['empty optional fields are automated']],
  ['workflows', { condition: {} }, { condition: { 'field.a': 1 } }, ['its condition changes to {"field.a":1}']],
  [
    'workflows',
    { condition: {}, confirmer_may_approve: false, approver_may_repeat: false },
    { confirmer_may_approve: true, approver_may_repeat: true },
    ['the user who confirmed a document may approve it', 'one user may approve several steps'],
  ],
  ['workflow_steps', { mode: 'any', condition: {} }, { mode: 'auto' }, ['its mode changes from any to auto']],
  [
    'workflow_steps',
    { mode: 'any', condition: {} },
    { condition: { 'field.a': 1 } },
    ['its condition changes to {"field.a":1}'],
  ],
  ['rules', { enabled: true }, { enabled: false }, ['it is disabled']],
  [
    'schemas',
    { content: field({ score_threshold: 0.9 }) },
    { content: field({ score_threshold: 0.5 }) },
    ['the threshold of total falls from 0.9 to 0.5'],
  ],
  [
    'schemas',
    { content: field({}) },
    { content: field({ constraints: { required: false } }) },
    ['total is no longer required'],
  ],
  [
    'queues',
    QUEUE,
    { workflows: [flow('Large'), { ...flow('All'), priority: 0 }, flow('New suppliers')] },
    ['the workflow All comes before Large', 'the workflow All comes before New suppliers'],
  ],
  [
    'queues',
    { use_confirmed_state: true },
    { use_confirmed_state: false },
    ['confirmed documents are exported at once'],
  ],
  ['queues', { schema: 'Strict' }, { schema: 'Loose' }, ['its schema is Loose instead of Strict']],
  ['queues', { connector: 'Ledger' }, { connector: null }, ['the connector Ledger no longer validates its documents']],
  ['queues', { users: ['ada'] }, { users: ['ada', 'ben', 'cy'] }, ['ben, cy get access to it']],
  [
    'queues',
    { document_lifetime: null },
    { document_lifetime: '30 00:00:00' },
    ['documents are deleted 30 days after they have arrived (before: no limit)'],
  ],
  ['queues', QUEUE, settings({ rejection_config: { enabled: false } }), ['documents can no longer be rejected']],
  [
    'queues',
    settings({ duplicate_rules: [{ schema_ids: ['a', 'b'] }] }),
    { settings: { duplicate_rules: [] } },
    ['equal a and b no longer mean a duplicate'],
  ],
  [
    'queues',
    settings({ accepted_mime_types: ['application/pdf'] }),
    { settings: { accepted_mime_types: [] } },
    ['files of all types are accepted'],
  ],
  [
    'queues',
    settings({ accepted_mime_types: ['application/pdf'] }),
    { settings: { accepted_mime_types: ['application/pdf', 'image/*'] } },
    ['files of type image/* are accepted'],
  ],
  [
    'queues',
    settings({ autopilot: null }),
    settings({ autopilot: PILOT }),
    ['values of earlier documents count as confirmed'],
  ],
  [
    'queues',
    settings({ autopilot: PILOT }),
    settings({
      autopilot: {
        ...PILOT,
        search_history: { matching_fields_threshold: 1 },
        automate_fields: { rir_field_names: ['a', 'b'], field_repeated_min: 4 },
      },
    }),
    ['matching_fields_threshold of the autopilot falls from 3 to 1', 'the autopilot confirms b'],
  ],
  ['workflow_steps', { mode: 'any', assignees: ['ada'] }, { assignees: ['ada', 'ben'] }, ['ben may approve']],
  [
    'workflow_steps',
    { mode: 'all', assignees: ['ada', 'ben'] },
    { assignees: ['ben'] },
    ['ada no longer has to approve'],
  ],
  ['workflow_steps', { workflow: 'Large' }, { workflow: 'Unused' }, ['the workflow Large loses it']],
  [
    'rules',
    { trigger_condition: 'True', actions: [error] },
    { trigger_condition: 'False' },
    ['its condition changes to False'],
  ],
  [
    'rules',
    { actions: [error, blocker] },
    { actions: [{ ...error, enabled: false }] },
    ['it shows fewer errors', 'it no longer prevents automation'],
  ],
  ['rules', { schema: 'Invoices', actions: [blocker] }, { schema: null }, ['the schema Invoices loses it']],
  ['rules', { queues: ['A', 'B'], actions: [blocker] }, { queues: ['B'] }, ['the queues A lose it']],
  ['hooks', { active: true }, { active: false }, ['it is disabled']],
  ['hooks', { queues: [queue('A'), queue('B')] }, { queues: [queue('A')] }, ['the queues B lose it']],
  [
    'hooks',
    { events: ['annotation_content.initialize'] },
    { events: [] },
    ['it no longer runs at annotation_content.initialize'],
  ],
  [
    'hooks',
    { token_owner: null },
    { token_owner: { object: 'users', name: 'ada' } },
    ['it acts with the rights of ada'],
  ],
  [
    'inboxes',
    { filters: FILTERS },
    { filters: { ...FILTERS, allowed_senders: [] } },
    ['emails of all senders are accepted'],
  ],
  [
    'inboxes',
    { filters: FILTERS },
    { filters: { ...FILTERS, allowed_senders: ['*@a.example', '*@b.example'], denied_senders: [] } },
    ['emails of *@b.example are accepted', 'emails of spam@a.example are no longer rejected'],
  ],
  [
    'inboxes',
    { filters: FILTERS },
    { filters: { ...FILTERS, document_rejection_conditions: { enabled: false, mime_types: null } } },
    ['no files are rejected', 'files are rejected by other mime_types'],
  ],
  [
    'inboxes',
    { dmarc_check_action: 'drop' },
    { dmarc_check_action: 'accept' },
    ['emails that fail the DMARC check are accepted'],
  ],
  ['inboxes', { queues: ['A'] }, { queues: ['B'] }, ['its documents arrive in B instead of A']],
  [
    'export_profiles',
    { formula_protection: true },
    { formula_protection: false },
    ['spreadsheets run exported values as formulas'],
  ],
  [
    'export_profiles',
    { unencodable: 'refuse' },
    { unencodable: 'transliterate' },
    ['characters that the encoding lacks are replaced'],
  ],
  ['delete_recommendations', { enabled: false }, { enabled: true }, ['it recommends deletions']],
  ['organizations', { audit_log_months: 24 }, { audit_log_months: 12 }, ['audit_log_months falls from 24 to 12']],
  [
    'organizations',
    { settings: {} },
    { settings: { legal_retention_years: 6 } },
    ['legal_retention_years falls from 10 to 6'],
  ],
  [
    'schemas',
    { content: field({}) },
    { content: field({ score_threshold: 0.5 }) },
    ['the threshold of total changes from that of the queue to 0.5'],
  ],
  ['schemas', { content: field({}) }, { content: [] }, ['total is removed']],
  [
    'schemas',
    { content: checked('^[0-9]+$') },
    { content: checked('.*') },
    ['the check of the regexp of total changes'],
  ],
  ['schemas', { content: table(1) }, { content: table(0) }, ['min_occurrences of items falls from 1 to 0']],
  [
    'schemas',
    { content: field({ score_threshold: 0.9 }) },
    { content: field({ id: 'sum', renamed_from: 'total', score_threshold: 0.5 }) },
    ['the threshold of sum falls from 0.9 to 0.5'],
  ],
]
