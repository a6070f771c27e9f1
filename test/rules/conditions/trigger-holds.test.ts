import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkTriggerCondition,
  recordsOf,
  triggerHolds,
  type TriggerRecord,
} from '../../../src/rules/conditions/index.ts'
import { buildTree } from '../../../src/rules/content/index.ts'
import type { SchemaContent } from '../../../src/rules/schema/index.ts'
import { linesTable } from '../../support/lines-table.ts'

const record = (given: Partial<TriggerRecord> = {}): TriggerRecord => ({
  fields: {},
  missing_fields: [],
  required_field_missing: false,
  number_of_pages: 1,
  filename: 'invoice.pdf',
  ...given,
})
const matches = (id: string, regex: object) => ({ [`field.${id}`]: { $and: [{ $exists: true }, regex] } })

describe('a trigger', () => {
  it('always fires without a condition', () => {
    expect([triggerHolds({}, []), triggerHolds(null, [record()])]).toEqual([true, true])
  })

  it('matches regular expressions anywhere in the text, and their negation', () => {
    const milk = [record({ fields: { sender: 'Milk factory' } })]
    const holds = (regex: object) => triggerHolds({ $and: [matches('sender', regex)] }, milk)
    expect([holds({ $regex: 'fact' }), holds({ $regex: '^fact' })]).toEqual([true, false])
    expect([holds({ $not: { $regex: 'fact' } }), holds({ $not: { $regex: '^fact' } })]).toEqual([false, true])
  })

  it('does not fire for a missing field, even for a negated expression', () => {
    expect(triggerHolds({ $and: [matches('sender', { $not: { $regex: 'x' } })] }, [record()])).toBe(false)
    expect(triggerHolds({ $and: [matches('toString', { $regex: '' })] }, [record()])).toBe(false)
  })

  it('requires all conditions on one record', () => {
    const both = { $and: [matches('code', { $regex: 'A' }), matches('color', { $regex: 'red' })] }
    const rows = [record({ fields: { code: 'A', color: 'blue' } }), record({ fields: { code: 'B', color: 'red' } })]
    expect(triggerHolds(both, rows)).toBe(false)
    expect(triggerHolds(both, [...rows, record({ fields: { code: 'A', color: 'red' } })])).toBe(true)
  })

  it('fires for missing fields', () => {
    const any = { $and: [{ missing_fields: { $elemMatch: { $in: ['iban', 'date_due'] } } }] }
    expect(triggerHolds(any, [record({ missing_fields: ['date_due'] })])).toBe(true)
    expect(triggerHolds(any, [record({ missing_fields: ['date_issue'] })])).toBe(false)
    const required = { $and: [{ required_field_missing: true }] }
    expect(triggerHolds(required, [record({ required_field_missing: true })])).toBe(true)
    expect(triggerHolds(required, [record()])).toBe(false)
  })

  it('for validation fires for any alternative, also within one object', () => {
    const holds = (alternative: object, given: Partial<TriggerRecord>) =>
      triggerHolds({ $or: [{ number_of_pages: { $gt: 99 } }, alternative] }, [record(given)])
    const german = { 'field.language': { $in: ['deu', 'ces'] }, 'field.currency': { $in: ['eur'] } }
    expect(holds(german, { fields: { language: 'deu', currency: 'usd' } })).toBe(true)
    expect(holds(german, { fields: { language: 'eng', currency: 'usd' } })).toBe(false)
    expect(holds(german, { number_of_pages: 100 })).toBe(true)
    expect(holds(german, { number_of_pages: 99 })).toBe(false)
    expect(holds({ filename: { $or: [{ $regex: 'x' }, { $regex: 'pdf$' }] } }, {})).toBe(true)
    expect(holds({ filename: { $regex: '^pdf' } }, {})).toBe(false)
  })

  it('remains true with additional records, and never matches an expression and its negation on one record', () => {
    const text = fc.string({ maxLength: 5 })
    const records = fc.array(
      text.map((a) => record({ fields: { a } })),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(records, records, fc.constantFrom('a', '^b', '[0-9]', '.{3}'), (some, more, $regex) => {
        const condition = { $and: [matches('a', { $regex })] }
        const negated = { $and: [matches('a', { $not: { $regex } })] }
        expect(checkTriggerCondition('annotation_imported', negated)).toBeNull()
        if (triggerHolds(condition, some)) expect(triggerHolds(condition, [...more, ...some])).toBe(true)
        for (const one of some) expect(triggerHolds(condition, [one])).toBe(!triggerHolds(negated, [one]))
      }),
    )
  })
})

const SCHEMA = [
  {
    category: 'section',
    id: 'basic',
    label: 'Basic',
    children: [
      { category: 'datapoint', id: 'number', label: 'Number', type: 'string' },
      {
        category: 'datapoint',
        id: 'note',
        label: 'Note',
        type: 'string',
        constraints: { required: false },
        ui_configuration: { type: 'manual' },
      },
      { category: 'datapoint', id: 'secret', label: 'Secret', type: 'string', hidden: true },
      linesTable([{ category: 'datapoint', id: 'code', label: 'Code', type: 'string' }]),
    ],
  },
] as unknown as SchemaContent

describe('the records of an annotation', () => {
  const about = { number_of_pages: 3, filename: 'a.pdf' }
  let next = 100
  const takeIds = (count: number) => Array.from({ length: count }, () => next++)
  const build = () => buildTree(SCHEMA, { extraction: null, values: {}, defaultThreshold: 0.8, takeIds })

  it('consist of one record without rows, and omit hidden fields', () => {
    const tree = build()
    expect(recordsOf(tree, SCHEMA, about)).toEqual([
      { ...about, fields: { number: '', note: '' }, missing_fields: ['note'], required_field_missing: false },
    ])
  })

  it('consist of one record per row, each with the values outside the table', () => {
    const tree = build()
    const [number, , , lines] = tree[0]!.children
    if (number?.category !== 'datapoint' || lines?.category !== 'multivalue') throw new Error('Another schema.')
    number.content!.value = '17'
    const cell = (value: string) => ({
      ...number,
      id: next++,
      schema_id: 'code',
      content: { ...number.content!, value },
    })
    const row = (value: string) => ({
      id: next++,
      schema_id: 'line',
      category: 'tuple' as const,
      hidden: false,
      children: [cell(value)],
    })
    lines.children = [row('A'), row('B')]
    expect(recordsOf(tree, SCHEMA, about).map(({ fields }) => fields)).toEqual([
      { number: '17', note: '', code: 'A' },
      { number: '17', note: '', code: 'B' },
    ])
  })

  it('treat a captured field as missing if the engine reports with confidence that it is empty', () => {
    const tree = build()
    const [number] = tree[0]!.children
    if (number?.category !== 'datapoint') throw new Error('Another schema.')
    number.content!.rir_confidence = 0.94
    expect(recordsOf(tree, SCHEMA, about)[0]!.required_field_missing).toBe(false)
    number.content!.rir_confidence = 0.95
    expect(recordsOf(tree, SCHEMA, about)[0]).toMatchObject({
      required_field_missing: true,
      missing_fields: ['number', 'note'],
    })
  })
})
