import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/errors.ts'
import { META_FIELDS, parseField, parseSearch } from '../../../src/rules/annotations/search-query.ts'

describe('parseSearch', () => {
  it('returns conditions or a 400 for any body', () => {
    fc.assert(
      fc.property(fc.record({ query: fc.jsonValue(), query_string: fc.jsonValue() }), (body) => {
        try {
          expect(parseSearch(body)).toHaveProperty('conditions')
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
          expect((error as ApiError).status).toBe(400)
        }
      }),
    )
  })

  it('converts URLs to ids, dates to times, and a plain value to $eq', () => {
    const { conditions } = parseSearch({
      query: {
        queue: { $eq: 'https://host/api/v1/queues/7' },
        created_at: { $gt: '2026-01-02 03:04' },
        'field.day.date': { $lt: '2026-01-02T03:04:05Z' },
        status: 'x',
      },
    })
    expect(conditions.map(({ operator, operand }) => [operator, operand])).toEqual([
      ['$eq', 7],
      ['$gt', '2026-01-02T03:04Z'],
      ['$lt', '2026-01-02'],
      ['$eq', 'x'],
    ])
  })

  it('limits the size of a query', () => {
    const many = Array.from({ length: 101 }, () => ({ status: 'x' }))
    expect(() => parseSearch({ query: { $and: many } })).toThrow('At most 100 conditions')
    expect(() => parseSearch({ query: { status: { $in: Array.from({ length: 1001 }, () => 'x') } } })).toThrow(
      'at most 1000',
    )
  })
})

describe('parseField', () => {
  it('accepts only meta fields and values by schema id', () => {
    expect(META_FIELDS.size).toBe(44)
    expect(parseField('field.a_b.number')).toEqual({ kind: 'content', schema_id: 'a_b', type: 'number' })
    for (const wrong of ['field.a.b', `field.a'b.string`, 'field..string', 'toString', '__proto__'])
      expect(parseField(wrong)).toBeNull()
  })
})
