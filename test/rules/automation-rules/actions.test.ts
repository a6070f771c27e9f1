import { describe, expect, it } from 'vitest'
import {
  ACTION_TYPES,
  checkActions,
  normalizeAction,
  RULE_EVENTS,
} from '../../../src/rules/automation-rules/actions.ts'

const PAYLOADS: Record<string, object> = {
  show_message: { type: 'error', content: 'Too large.', schema_id: 'amount_total' },
  add_automation_blocker: { content: 'Look at it.' },
  add_validation_source: { schema_id: 'amount_total' },
  add_label: { labels: ['http://x/api/v1/labels/1'] },
  remove_label: { labels: ['http://x/api/v1/labels/1'] },
  add_remove_label: { labels: ['http://x/api/v1/labels/1'] },
  show_field: { schema_ids: ['note'] },
  hide_field: { schema_ids: ['note'] },
  show_hide_field: { schema_ids: ['note'] },
  change_status: { method: 'postpone' },
  change_queue: { queue_id: 7, reimport: true },
  send_email: { to: ['a@example.org'], subject: 'Hello', body: 'World' },
  custom: { hook_interface: 'https://x/api/v1/hook_interfaces/1' },
}
const LIFE = ['annotation_imported', 'annotation_confirmed', 'annotation_exported']
const EVENTS = (type: string): string[] =>
  type === 'change_status'
    ? LIFE.slice(0, 1)
    : ['change_queue', 'send_email'].includes(type)
      ? LIFE
      : type === 'custom'
        ? [...RULE_EVENTS]
        : ['validation']
const MANY = ['show_message', 'show_hide_field', 'send_email', 'custom']
const action = (type: string, given: object = {}) => ({
  id: 'a',
  type,
  event: EVENTS(type)[0]!,
  payload: PAYLOADS[type]!,
  ...given,
})

describe.each(Object.keys(ACTION_TYPES))('an action %s', (type) => {
  it('is valid only with its payload and for its events', () => {
    for (const event of RULE_EVENTS) {
      const errors = checkActions([action(type, { event })])
      if (EVENTS(type).includes(event)) expect(errors, event).toBeNull()
      else
        expect(errors, event).toEqual([
          { event: [`An action of type ${type} supports only ${EVENTS(type).join(', ')}.`] },
        ])
    }
  })

  it(`may be ${MANY.includes(type) ? 'any number of times' : 'once'} in a rule`, () => {
    const errors = checkActions([action(type), action(type, { id: 'b' })])
    if (MANY.includes(type)) expect(errors).toBeNull()
    else expect(errors).toEqual([{}, { type: [`A rule may have only one action of type ${type}.`] }])
  })

  it('reports missing keys of its payload', () => {
    const [errors] = checkActions([action(type, { payload: {} })])!
    expect(Object.values(errors!.payload as object)).toContainEqual(['This field is required.'])
  })
})

describe('actions', () => {
  it('have unique ids', () => {
    expect(checkActions([action('show_message'), action('show_message')])).toEqual([
      {},
      { id: ['The rule has another action with this id.'] },
    ])
  })

  it('report every error by position', () => {
    expect(checkActions(['x', {}, action('show_message', { type: 'explode', enabled: 'yes', event: 'noon' })])).toEqual(
      [
        { non_field_errors: ['Expected an object.'] },
        {
          id: ['This field is required.'],
          type: ['This field is required.'],
          event: ['This field is required.'],
          payload: ['This field is required.'],
        },
        {
          enabled: ['Must be a valid boolean.'],
          type: ['"explode" is not a valid choice.'],
          event: ['"noon" is not a valid choice.'],
        },
      ],
    )
  })

  it('refuse invalid values', () => {
    const wrong: [string, object, string][] = [
      ['show_message', { type: 'shout', content: 'x' }, 'type'],
      ['add_label', { labels: [] }, 'labels'],
      ['hide_field', { schema_ids: 'note' }, 'schema_ids'],
      ['change_status', { method: 'explode' }, 'method'],
      ['change_queue', { queue_id: '7' }, 'queue_id'],
      ['change_queue', { queue: 7 }, 'queue'],
      ['change_queue', {}, 'queue'],
      ['hide_field', { schema_id: 7 }, 'schema_id'],
      ['add_validation_source', {}, 'schema_ids'],
      ['custom', { hook_interface: 'not a URL' }, 'hook_interface'],
      ['custom', { hook_interface: 'https://x/1', payload: [] }, 'payload'],
      ['send_email', { to: ['invalid'], subject: 'x', body: 'y' }, 'to'],
      ['send_email', { to: [], subject: 'x', body: 'y' }, 'to'],
      ['send_email', { email_template: 5 }, 'email_template'],
    ]
    for (const [type, payload, key] of wrong)
      expect(checkActions([action(type, { payload })]), type).toEqual([{ payload: { [key]: [expect.any(String)] } }])
  })

  it('are stored with defaults and without unknown keys', () => {
    expect(
      normalizeAction({ ...action('show_message'), color: 1, payload: { type: 'info', content: 'x', y: 1 } }),
    ).toEqual({
      id: 'a',
      enabled: true,
      type: 'show_message',
      event: 'validation',
      payload: { type: 'info', content: 'x' },
    })
    const payload = { email_template: 'http://x/api/v1/email_templates/1', to: ['a@example.org'], subject: 'x' }
    expect(normalizeAction(action('send_email', { payload })).payload).toEqual({
      email_template: payload.email_template,
    })
  })
})
