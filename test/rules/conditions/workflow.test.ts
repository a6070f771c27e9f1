import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkWorkflowCondition,
  columnsOf,
  factsOf,
  judge,
  judgeAny,
  type Fact,
} from '../../../src/rules/conditions/index.ts'

const facts = {
  'field.amount_total': 120,
  'field.currency': 'eur',
  'field.date_due': '2026-03-01',
  'field.order_id': null,
  'annotation.automated': false,
}
const holds = (condition: object) => {
  expect(checkWorkflowCondition(condition)).toBeNull()
  return judge(condition, facts)
}
const PATHS = 'field.<schema id>, or annotation. with id, automated, einvoice, created_at, arrived_at'
const compares = (operator: string, ...operands: Fact[]) => holds({ $expr: { [operator]: operands } })

describe('the condition of a workflow', () => {
  it('is met if every fact equals its value', () => {
    expect(holds({})).toBe(true)
    expect(holds({ 'field.currency': 'eur', 'annotation.automated': false })).toBe(true)
    expect(holds({ 'field.currency': 'eur', 'annotation.automated': true })).toBe(false)
    expect(holds({ 'field.order_id': null, 'field.currency': 'eur' })).toBe(true)
    expect(holds({ 'field.order_id': 'PO-1' })).toBe(false)
  })

  it('compares facts and values of one type', () => {
    expect(compares('$gt', '$field.amount_total', 100)).toBe(true)
    expect(compares('$gte', '$field.amount_total', 120)).toBe(true)
    expect(compares('$lt', '$field.amount_total', 120)).toBe(false)
    expect(compares('$lte', 120, '$field.amount_total')).toBe(true)
    expect(compares('$lt', '$field.date_due', '2026-04-01')).toBe(true)
    expect(compares('$ne', '$field.currency', 'usd')).toBe(true)
  })

  it('combines and negates comparisons', () => {
    const large = { $gt: ['$field.amount_total', 100] }
    const foreign = { $ne: ['$field.currency', 'eur'] }
    expect(holds({ $expr: { $and: [large, foreign] } })).toBe(false)
    expect(holds({ $expr: { $or: [large, foreign] } })).toBe(true)
    expect(holds({ $expr: { $not: foreign }, 'field.currency': 'eur' })).toBe(true)
  })

  it('reports unsupported expressions with their path', () => {
    const wrong: [unknown, string][] = [
      [[], 'Expected an object.'],
      [{ 'a b': 1 }, `"a b" is not the name of a field or attribute: use ${PATHS}.`],
      [{ currency: 'eur' }, `"currency" is not the name of a field or attribute: use ${PATHS}.`],
      [
        { 'annotation.status': 'to_review' },
        `"annotation.status" is not the name of a field or attribute: use ${PATHS}.`,
      ],
      [{ $where: 'x' }, `"$where" is not the name of a field or attribute: use ${PATHS}.`],
      [{ 'field.a': { $gt: 1 } }, 'field.a: the value must be a string, number, boolean or null.'],
      [{ $expr: 'field.a > 1' }, '$expr must be an object with exactly one operator.'],
      [{ $expr: { $and: [] } }, '$expr.$and must be a non-empty list.'],
      [{ $expr: { $or: [{ $eq: [1] }] } }, '$expr.$or[0].$eq must be a list of two operands.'],
      [{ $expr: { $function: [1, 2] } }, '$expr: "$function" is not allowed here.'],
      [
        { $expr: { $or: [{ $eq: ['field.currency', 'EUR'] }] } },
        '$expr.$or[0].$eq: "field.currency" is a text; "$field.currency" is the value of the field or attribute.',
      ],
      [
        { $expr: { $eq: ['$$ROOT', 1] } },
        `$expr.$eq[0] must be a string, number, boolean, null or "$" with a path: ${PATHS}.`,
      ],
    ]
    for (const [condition, sentence] of wrong) expect(checkWorkflowCondition(condition)).toEqual([sentence])
    let deep: object = { $eq: [1, 1] }
    for (let level = 0; level < 5000; level++) deep = { $not: deep }
    expect(checkWorkflowCondition({ $expr: deep })).toEqual([expect.stringContaining('nested too deeply')])
  })

  it('orders any two numbers or texts consistently', () => {
    const values = fc.oneof(fc.tuple(fc.integer(), fc.integer()), fc.tuple(fc.string(), fc.string()))
    fc.assert(
      fc.property(values, ([left, right]) => {
        const given = { 'field.a': left, 'field.b': right }
        const is = (operator: string) => judge({ $expr: { [operator]: ['$field.a', '$field.b'] } }, given)
        expect([is('$lt'), is('$eq'), is('$gt')].filter(Boolean)).toHaveLength(1)
        expect([is('$lte'), is('$gte'), is('$ne')]).toEqual([!is('$gt'), !is('$lt'), !is('$eq')])
      }),
    )
  })
})

describe('a condition that cannot be evaluated', () => {
  const large = { $gt: ['$field.amount_total', 100] }
  const gone = { $gt: ['$field.cost_center', 100] }

  it.each<[object, string]>([
    [{ 'field.cost_center': 'A' }, 'the schema has no field "cost_center"'],
    [{ 'field.cost_center': null }, 'the schema has no field "cost_center"'],
    [{ $expr: gone }, 'the schema has no field "cost_center"'],
    [{ $expr: { $not: gone } }, 'the schema has no field "cost_center"'],
    [{ $expr: { $and: [large, gone] } }, 'the schema has no field "cost_center"'],
    [{ $expr: { $gt: [100, '$field.cost_center'] } }, 'the schema has no field "cost_center"'],
    [{ $expr: { $gt: ['$field.order_id', 100] } }, 'field "order_id" is empty'],
    [{ $expr: { $lte: [100, '$field.order_id'] } }, 'field "order_id" is empty'],
    [{ $expr: { $gt: ['$field.amount_total', null] } }, 'field "amount_total" is compared with null'],
    [
      { $expr: { $gt: ['$field.amount_total', '100'] } },
      'field "amount_total" is 120, which cannot be compared with "100"',
    ],
    [{ 'field.amount_total': '120' }, 'field "amount_total" is 120, which cannot be compared with "120"'],
    [{ $expr: { $gt: [5, '$field.currency'] } }, 'field "currency" is "eur", which cannot be compared with 5'],
    [{ $expr: { $gt: ['amount_total', 5] } }, 'one constant is 5, which cannot be compared with "amount_total"'],
    [{ 'field.currency': 'EUR' }, 'field "currency" is "eur", which differs from "EUR" only in upper and lower case'],
    [
      { $expr: { $ne: ['EUR', '$field.currency'] } },
      'field "currency" is "eur", which differs from "EUR" only in upper and lower case',
    ],
    [{ $expr: { $gt: ['$annotation.automated', false] } }, 'annotation.automated is true or false, which has no order'],
  ])('%j says why', (condition, reason) => expect(holds(condition)).toEqual({ reason }))

  it('has a path without "$", which earlier releases accepted', () => {
    expect(judge({ $expr: { $eq: ['field.currency', 'eur'] } }, facts)).toEqual({
      reason: '"field.currency" is a text; "$field.currency" is the value',
    })
  })

  it('is decided if the rest decides', () => {
    expect(holds({ $expr: { $or: [gone, large] } })).toBe(true)
    expect(holds({ $expr: { $and: [gone, { $lt: ['$field.amount_total', 100] }] } })).toBe(false)
    expect(holds({ 'field.cost_center': 'A', 'field.currency': 'usd' })).toBe(false)
    expect(judgeAny({ $expr: large }, [{}, facts])).toBe(true)
    expect(judgeAny({ $expr: large }, [{}, { 'field.amount_total': 5 }])).toMatchObject({ reason: expect.any(String) })
  })
})

describe('the facts of an annotation', () => {
  const column = (id: string, type: string) => ({ category: 'datapoint', id, label: id, type })
  const schema = [
    {
      category: 'section',
      id: 's',
      label: 'S',
      children: [
        column('amount_total', 'number'),
        column('date_due', 'date'),
        {
          category: 'multivalue',
          id: 'items',
          label: 'I',
          children: { category: 'tuple', id: 'item', label: 'I', children: [column('item_total', 'number')] },
        },
      ],
    },
  ] as unknown as Parameters<typeof columnsOf>[0]
  const facts = (fields: Parameters<typeof factsOf>[0]) => factsOf(fields, columnsOf(schema), { automated: false })
  const expensive = { $expr: { $gt: ['$field.item_total', 50] } }

  it('have every field of the schema, also without a value, and no others', () => {
    expect(facts({ other: [{ string: 'x' }] })).toEqual([
      {
        'annotation.automated': false,
        'field.amount_total': null,
        'field.date_due': null,
        'field.item_total': undefined,
      },
    ])
  })

  it('cannot be read if a value is neither a number nor a date although its field is', () => {
    const [one] = facts({ amount_total: [{ string: 'EUR?' }], date_due: [{ string: 'soon' }] })
    expect(judge({ $expr: { $gt: ['$field.amount_total', 5] } }, one!)).toEqual({
      reason: 'field "amount_total" is "EUR?", which is not a number',
    })
    expect(judge({ $expr: { $gt: ['$field.date_due', '2026-01-01'] } }, one!)).toEqual({
      reason: 'field "date_due" is "soon", which is not a date',
    })
  })

  it('lack the value of an empty cell, but not of a row that does not exist', () => {
    const row = (number: number) => ({ string: String(number), number })
    expect(judgeAny(expensive, facts({}))).toBe(false)
    expect(judgeAny(expensive, facts({ item_total: [row(1), row(51)] }))).toBe(true)
    expect(judgeAny(expensive, facts({ item_total: [row(1), row(2)] }))).toBe(false)
    expect(judgeAny(expensive, facts({ item_total: [row(1), { string: '' }] }))).toEqual({
      reason: 'field "item_total" is empty',
    })
  })
})
