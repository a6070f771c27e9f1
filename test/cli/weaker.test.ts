/** What a push of a set-up weakens. */
import { describe, expect, it } from 'vitest'
import { weakened } from '../../src/cli/config/weaker.ts'

const flow = (name: string) => ({ url: { object: 'workflows', name }, priority: 1 })
const field = (given: object) => [
  {
    category: 'section',
    id: 's',
    label: 'S',
    children: [{ category: 'datapoint', id: 'total', type: 'number', ...given }],
  },
]
const QUEUE = {
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

describe('a change is weaker', () => {
  it.each<[Parameters<typeof weakened>[0]['path'], object, object, string[]]>([
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
    ['queues', QUEUE, settings({ legal_retention_years: 6 }), ['legal_retention_years falls from 10 to 6']],
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
      ['suggested splits are automated', 'empty optional fields are automated'],
    ],
    ['workflows', { condition: {} }, { condition: { 'field.a': 1 } }, ['its condition changes to {"field.a":1}']],
    [
      'workflows',
      { condition: {}, confirmer_may_approve: false, approver_may_repeat: false },
      { confirmer_may_approve: true, approver_may_repeat: true },
      ['the user who confirmed a document may approve it', 'one user may approve several steps'],
    ],
    ['workflow_steps', { mode: 'any', condition: {} }, { mode: 'auto' }, ['its mode changes from any to auto']],
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
  ])('%s', (path, before, changed, clauses) =>
    expect(weakened({ path }, { ...before }, { ...changed })).toEqual(clauses),
  )
})

describe('a change is not weaker', () => {
  it.each<[Parameters<typeof weakened>[0]['path'], object, object]>([
    ['queues', QUEUE, { automation_level: 'never', default_score_threshold: 0.95, locale: 'de_DE' }],
    ['queues', { ...QUEUE, automation_enabled: false }, { automation_level: 'always' }],
    ['queues', QUEUE, { workflows: [...QUEUE.workflows, flow('Third')] }],
    ['queues', QUEUE, { settings: { columns: [] } }],
    ['workflow_steps', { mode: 'any', condition: {} }, { mode: 'all', name: 'Board' }],
    ['rules', { enabled: false }, { enabled: true }],
    ['schemas', { content: field({ score_threshold: 0.5 }) }, { content: field({ score_threshold: 0.9 }) }],
    ['labels', { color: '#000000' }, { color: '#ffffff' }],
  ])('%s %#', (path, before, changed) => expect(weakened({ path }, { ...before }, { ...changed })).toEqual([]))
})
