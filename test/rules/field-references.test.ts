/** Which fields definitions read. */
import { describe, expect, it } from 'vitest'
import {
  fieldsOfActions,
  fieldsOfCondition,
  fieldsOfDuplicateRules,
  fieldsOfFormula,
  fieldsOfRecipientSources,
  fieldsOfTemplate,
} from '../../src/rules/field-references.ts'

describe('a condition reads', () => {
  it.each<[unknown, string[]]>([
    [{}, []],
    [{ 'field.currency': 'field.other', 'annotation.automated': true }, ['currency']],
    [
      { $expr: { $and: [{ $gt: ['$field.total', 5] }, { $not: { $eq: ['eur', '$field.currency'] } }] } },
      ['currency', 'total'],
    ],
    [{ $and: [{ 'field.iban': { $and: [{ $exists: true }, { $regex: 'field.x' }] } }] }, ['iban']],
    [{ $and: [{ missing_fields: { $elemMatch: { $in: ['iban', 'total'] } } }] }, ['iban', 'total']],
    [{ $or: [{ number_of_pages: { $gt: 3 } }, { 'field.language': { $in: ['eng'] } }] }, ['language']],
  ])('%j: %j', (condition, fields) => expect(fieldsOfCondition(condition)).toEqual(fields))
})

it('a formula reads the fields that it names, and text that is no formula reads none', () => {
  expect(fieldsOfFormula('field.total > 5 and not is_empty(field.iban)')).toEqual(['iban', 'total'])
  expect(fieldsOfFormula('sum(field.item_total.all_values)')).toEqual(['item_total'])
  expect(fieldsOfFormula('field.')).toEqual([])
})

it('actions of rules name the fields of their messages', () => {
  const action = { id: 'a', enabled: true, type: 'show_message', event: 'validation' } as const
  const actions = [
    { ...action, payload: { type: 'error', content: 'x', schema_id: 'total' } },
    { ...action, payload: { schema_ids: ['iban', 'total'] } },
    { ...action, payload: {} },
  ] as unknown as Parameters<typeof fieldsOfActions>[0]
  expect(fieldsOfActions(actions)).toEqual(['iban', 'total'])
})

it('templates of emails name fields in their texts and recipients', () => {
  const value = (id: string) => `{{ annotation.content.value.${id} }}`
  expect(
    fieldsOfTemplate(
      [`Invoice ${value('number')}`, `{{ annotation.id }} ${value('total')}`],
      [
        { email: value('contact') },
        { type: 'datapoint', value: 'sender_email' },
        { type: 'constant', value: `a@b.example` },
        { type: 'constant', value: value('copy') },
        { type: 'annotator' },
      ],
    ),
  ).toEqual(['contact', 'copy', 'number', 'sender_email', 'total'])
})

it('settings of queues name fields of duplicates and of recipients', () => {
  expect(fieldsOfDuplicateRules({ duplicate_rules: [{ schema_ids: ['b', 'a'] }, { schema_ids: ['a'] }] })).toEqual([
    'a',
    'b',
  ])
  expect(fieldsOfDuplicateRules({})).toEqual([])
  expect(
    fieldsOfRecipientSources({
      suggested_recipients_sources: [{ source: 'extracted_value', schema_id: 'email' }, { source: 'email_header' }],
    }),
  ).toEqual(['email'])
})
