/** Which fields definitions read. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  fieldsOfActions,
  fieldsOfCondition,
  fieldsOfDuplicateRules,
  fieldsOfFormula,
  fieldsOfRecipientSources,
  fieldsOfSettings,
  fieldsOfTemplate,
} from '../../../src/rules/schema/field-references.ts'

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

describe('settings of hooks name the fields to which their schema gives the format schema-id', () => {
  const id = { type: 'string', format: 'schema-id' }
  it.each<[string, unknown, unknown, string[]]>([
    ['no schema', { field: 'a' }, null, []],
    ['another text', { field: 'a' }, { properties: { field: { type: 'string' } } }, []],
    ['a text', { field: 'a', other: 'b' }, { properties: { field: id } }, ['a']],
    ['an empty text', { field: '' }, { properties: { field: id } }, []],
    ['lists of lists', { sets: [['b', 'a'], ['b']] }, { properties: { sets: { items: { items: id } } } }, ['a', 'b']],
    ['a list of fixed places', ['a', 'b'], { items: [id, { type: 'string' }] }, ['a']],
    ['names of properties and their values', { b: 'a' }, { propertyNames: id, additionalProperties: id }, ['a', 'b']],
    ['one of several forms', { field: 'a' }, { properties: { field: { anyOf: [{ type: 'null' }, id] } } }, ['a']],
    ['a schema that is no object', { field: 'a' }, { properties: { field: true } }, []],
    ['a name that objects have', { constructor: 'a' }, { properties: {}, additionalProperties: id }, ['a']],
  ])('%s', (_, settings, schema, fields) => expect(fieldsOfSettings(settings, schema)).toEqual(fields))

  it('each template of the store whose settings contain ids of fields', () => {
    const folder = join(import.meta.dirname, '../../../templates/hooks')
    const named = readdirSync(folder).flatMap((name) => {
      const template = JSON.parse(readFileSync(join(folder, name, 'template.json'), 'utf8')) as Record<string, unknown>
      const fields = fieldsOfSettings(template['settings'], template['settings_schema'])
      return fields.length ? [[name, fields]] : []
    })
    expect(Object.fromEntries(named)).toEqual({
      'automatic-labels': ['amount_total', 'order_id'],
      'currency-normalisation': ['currency'],
      'date-check': ['date_due', 'date_issue', 'date_uzp'],
      'duplicate-check': ['amount_total', 'date_issue', 'document_id', 'sender_vat_id'],
      'iban-check': ['iban'],
      'purchase-order-match': ['amount_total', 'currency', 'order_id', 'sender_name'],
      'totals-check': [
        'amount_rounding',
        'amount_total',
        'amount_total_base',
        'amount_total_tax',
        'table_column_amount_total_base',
      ],
      'vat-number-check': ['recipient_vat_id', 'sender_vat_id'],
    })
  })
})
