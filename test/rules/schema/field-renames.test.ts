import { describe, expect, it } from 'vitest'
import {
  renameInActions,
  renameInCondition,
  renameInFormula,
  renameInHookSettings,
  renameInRecipients,
  renameInSettings,
  renameInTemplate,
} from '../../../src/rules/schema/field-renames.ts'
import {
  composedNames,
  nameConflict,
  namesBefore,
  renamesOf,
  withoutRenames,
} from '../../../src/rules/schema/renames.ts'
import type { SchemaContent } from '../../../src/rules/schema/index.ts'

const names = new Map([
  ['total', 'amount'],
  ['sum', 'line_sum'],
])

describe('renameInFormula', () => {
  it.each([
    ['field.total + 1', 'field.amount + 1'],
    ['field . total', 'field . amount'],
    ['field.totals + field.subtotal', 'field.totals + field.subtotal'],
    ['sum(row.sum for row in field.lines.all_values)', 'sum(row.line_sum for row in field.lines.all_values)'],
    ['field.sum.all_values', 'field.line_sum.all_values'],
    ['"field.total" + field.note # field.total', '"field.total" + field.note # field.total'],
    ['f"{field.total} of {field.note}"', 'f"{field.amount} of {field.note}"'],
    ['a = 1\nif a:\n  field.total', 'a = 1\nif a:\n  field.amount'],
    ['text.sum()', 'text.sum()'],
    ['field.total +', 'field.amount +'],
    ['"open', '"open'],
  ])('renames in %j', (before, after) => {
    expect(renameInFormula(before, names)).toBe(after)
  })

  it('leaves attributes of dates and of the annotation', () => {
    const odd = new Map([
      ['year', 'y'],
      ['status', 's'],
    ])
    expect(renameInFormula('field.issued.year + annotation.status + field.year', odd)).toBe(
      'field.issued.year + annotation.status + field.y',
    )
  })
})

describe('definitions', () => {
  it('have the new ids in conditions, but not in constants', () => {
    const condition = {
      'field.total': 5,
      $expr: { $and: [{ $gt: ['$field.total', 'field.total'] }] },
      missing_fields: { $elemMatch: { $in: ['total', 'note'] } },
    }
    expect(renameInCondition(condition, names)).toEqual({
      'field.amount': 5,
      $expr: { $and: [{ $gt: ['$field.amount', 'field.total'] }] },
      missing_fields: { $elemMatch: { $in: ['amount', 'note'] } },
    })
  })

  it('have the new ids in actions, templates, recipients and settings', () => {
    const action = { id: 'a', enabled: true, type: 'show_field', event: 'validation' }
    expect(
      renameInActions([{ ...action, payload: { schema_ids: ['total', 'note'] } } as never], names)[0]!.payload,
    ).toEqual({ schema_ids: ['amount', 'note'] })
    const text = '{{annotation.content.value.total}} {{ annotation.content.value.totals }} total'
    expect(renameInTemplate(text, names)).toBe(
      '{{annotation.content.value.amount}} {{ annotation.content.value.totals }} total',
    )
    expect(
      renameInRecipients(
        [{ type: 'datapoint', value: 'total' }, { type: 'annotator' }, { email: 'a@b.example' }],
        names,
      ),
    ).toEqual([{ type: 'datapoint', value: 'amount' }, { type: 'annotator' }, { email: 'a@b.example' }])
    const settings = { columns: [{ schema_id: 'total' }], duplicate_rules: [{ schema_ids: ['note', 'total'] }] }
    expect(renameInSettings(settings, names, 'columns').columns).toEqual([{ schema_id: 'amount' }])
    expect(renameInSettings(settings, names, 'duplicate_rules')).toEqual({
      ...settings,
      duplicate_rules: [{ schema_ids: ['note', 'amount'] }],
    })
  })
})

it('renames in settings of hooks where their schema says that a text or a name is an id', () => {
  const settings_schema = {
    properties: {
      fields: { type: 'array', items: { allOf: [{ format: 'schema-id' }] } },
      limits: { propertyNames: { format: 'schema-id' }, additionalProperties: { type: 'string' } },
    },
  }
  const settings = { fields: ['total', 'note'], limits: { total: 'total' }, label: 'total' }
  expect(renameInHookSettings(settings, settings_schema, names)).toEqual({
    fields: ['amount', 'note'],
    limits: { amount: 'total' },
    label: 'total',
  })
})

const field = (id: string, more: object = {}) => ({ category: 'datapoint', id, label: id, type: 'string', ...more })
const schema = (...children: object[]) =>
  [{ category: 'section', id: 'head', label: 'Head', children }] as unknown as SchemaContent

describe('renamed_from', () => {
  const before = schema(field('total'), field('note'))

  it('gives the new ids by the former ones, and is not stored', () => {
    const content = schema(
      field('amount', { renamed_from: 'total' }),
      field('twice', { ui_configuration: { type: 'formula' }, formula: 'field.total * 2' }),
    )
    expect(renamesOf(before, content)).toEqual({ names: new Map([['total', 'amount']]) })
    const [amount, twice] = withoutRenames(content)[0]!.children
    expect(amount).toEqual(field('amount'))
    expect(twice).toMatchObject({ formula: 'field.amount * 2' })
  })

  it('may be repeated', () => {
    const repeated = schema(field('note', { renamed_from: 'gone' }))
    expect(renamesOf(before, repeated)).toEqual({ names: new Map() })
  })

  it.each([
    [
      [field('amount', { renamed_from: 'none' })],
      '"amount" cannot be renamed from "none", which the schema does not have.',
    ],
    [[field('note', { renamed_from: 'total' })], 'exists already'],
    [[field('note', { renamed_from: 'total' }), field('total', { renamed_from: 'note' })], 'exists already'],
    [[field('amount', { renamed_from: 'head' })], 'which is a section'],
    [[field('a', { renamed_from: 'total' }), field('b', { renamed_from: 'total' })], 'to one id only'],
  ])('is refused with a reason (%#)', (children, reason) => {
    expect(renamesOf(before, schema(...children))).toEqual({ error: expect.stringContaining(reason) as string })
  })

  it('is followed through several changes by the names of a version', () => {
    const first = composedNames({ content: before, names: {} }, new Map([['total', 'amount']]))
    expect(first).toEqual({ total: 'amount' })
    expect(composedNames({ content: before, names: first }, new Map([['amount', 'gross']]))).toEqual({ total: 'gross' })
    expect(composedNames({ content: before, names: first }, new Map([['amount', 'total']]))).toEqual({})
    const both = { total: 'gross', note: 'remark' }
    const last: Record<string, string>[] = [{ amount: 'gross' }, { note: 'remark' }]
    expect(namesBefore({ content: before, names: both }, last)).toEqual(first)
    expect(namesBefore({ content: before, names: both }, [...last, { total: 'amount' }])).toEqual({})
  })

  it('may give a version back its own ids, but not that of another of its fields', () => {
    expect(nameConflict(before, { total: 'amount' })).toBeUndefined()
    expect(nameConflict(before, { total: 'note' })).toContain(
      '"total" cannot be renamed to "note": documents in a former',
    )
  })
})
