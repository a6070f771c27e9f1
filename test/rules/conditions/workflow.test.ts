import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkWorkflowCondition, workflowHolds, type Fact } from '../../../src/rules/conditions.ts'

const facts = {
  'field.amount_total': 120,
  'field.currency': 'eur',
  'field.date_due': '2026-03-01',
  'annotation.automated': false,
}
const holds = (condition: object) => {
  expect(checkWorkflowCondition(condition)).toBeNull()
  return workflowHolds(condition, facts)
}
const compares = (operator: string, ...operands: Fact[]) => holds({ $expr: { [operator]: operands } })

describe('the condition of a workflow', () => {
  it('is met if every fact equals its value', () => {
    expect(holds({})).toBe(true)
    expect(holds({ 'field.currency': 'eur', 'annotation.automated': false })).toBe(true)
    expect(holds({ 'field.currency': 'eur', 'annotation.automated': true })).toBe(false)
    expect(holds({ 'field.amount_total': '120' })).toBe(false)
    expect(holds({ 'field.no_such_field': null })).toBe(true)
  })

  it('compares facts and values of one type', () => {
    expect(compares('$gt', '$field.amount_total', 100)).toBe(true)
    expect(compares('$gte', '$field.amount_total', 120)).toBe(true)
    expect(compares('$lt', '$field.amount_total', 120)).toBe(false)
    expect(compares('$lte', 120, '$field.amount_total')).toBe(true)
    expect(compares('$lt', '$field.date_due', '2026-04-01')).toBe(true)
    expect(compares('$gt', '$field.amount_total', '100')).toBe(false)
    expect(compares('$lte', '$field.nothing', 1)).toBe(false)
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
      [{ 'a b': 1 }, '"a b" is not the name of a field or attribute.'],
      [{ $where: 'x' }, '"$where" is not the name of a field or attribute.'],
      [{ 'field.a': { $gt: 1 } }, 'field.a: the value must be a string, number, boolean or null.'],
      [{ $expr: 'field.a > 1' }, '$expr must be an object with exactly one operator.'],
      [{ $expr: { $and: [] } }, '$expr.$and must be a non-empty list.'],
      [{ $expr: { $or: [{ $eq: [1] }] } }, '$expr.$or[0].$eq must be a list of two operands.'],
      [{ $expr: { $function: [1, 2] } }, '$expr: "$function" is not allowed here.'],
      [{ $expr: { $eq: ['$$ROOT', 1] } }, '$expr.$eq[0] must be a "$path", or a string, number, boolean or null.'],
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
        const is = (operator: string) => workflowHolds({ $expr: { [operator]: ['$field.a', '$field.b'] } }, given)
        expect([is('$lt'), is('$eq'), is('$gt')].filter(Boolean)).toHaveLength(1)
        expect([is('$lte'), is('$gte'), is('$ne')]).toEqual([!is('$gt'), !is('$lt'), !is('$eq')])
      }),
    )
  })
})
