import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkTriggerCondition, TRIGGER_EVENTS, triggerHolds } from '../../../src/rules/conditions/index.ts'

const test = (regex: object) => ({ $and: [{ $exists: true }, regex] })
const field = (id: string, regex: object = { $regex: 'x' }) => ({ [`field.${id}`]: test(regex) })
const LIFE = ['annotation_imported', 'annotation_confirmed', 'annotation_exported'] as const

describe('conditions of triggers', () => {
  it('may be empty or null for every event', () => {
    for (const event of TRIGGER_EVENTS) {
      expect(checkTriggerCondition(event, {})).toBeNull()
      expect(checkTriggerCondition(event, null)).toBeNull()
    }
  })

  it('must be empty for events without a condition', () => {
    for (const event of ['annotation_created', 'email_with_no_processable_attachments'] as const)
      expect(checkTriggerCondition(event, { $and: [field('a')] })).toEqual([
        `A trigger of ${event} does not allow a condition.`,
      ])
  })

  it('compare fields with regular expressions after import, confirmation and export', () => {
    for (const event of LIFE) {
      expect(checkTriggerCondition(event, { $and: [field('a'), field('b', { $not: { $regex: '^y$' } })] })).toBeNull()
      expect(
        checkTriggerCondition(event, { $and: [{ 'field.a': { $and: [{ $regex: 'x' }, { $exists: true }] } }] }),
      ).toBeNull()
    }
  })

  it('test missing fields only after import, by one of two operators', () => {
    const required = { required_field_missing: true }
    const missing = { missing_fields: { $elemMatch: { $in: ['iban', 'date_due'] } } }
    expect(checkTriggerCondition('annotation_imported', { $and: [field('a'), required] })).toBeNull()
    expect(checkTriggerCondition('annotation_imported', { $and: [missing] })).toBeNull()
    expect(checkTriggerCondition('annotation_imported', { $and: [missing, required] })).toEqual([
      'required_field_missing and missing_fields may occur once, and not together.',
    ])
    for (const member of [required, missing])
      expect(checkTriggerCondition('annotation_confirmed', { $and: [member] })).toHaveLength(1)
  })

  it('contain alternatives for validation', () => {
    const good = [
      { 'field.document_type': { $in: ['invoice'] } },
      { 'field.language': { $in: ['deu'] }, 'field.currency': { $in: ['eur'] } },
      { number_of_pages: { $gt: 10 } },
      { filename: { $regex: '\\.tmp$' } },
      { filename: { $or: [{ $regex: 'a' }, { $regex: 'b' }] } },
    ]
    for (const one of good) expect(checkTriggerCondition('validation', { $or: [one] }), JSON.stringify(one)).toBeNull()
    expect(checkTriggerCondition('validation', { $or: good })).toBeNull()
  })

  it('report the invalid part', () => {
    const wrong: [(typeof TRIGGER_EVENTS)[number], unknown, string][] = [
      ['annotation_imported', [], 'The condition must be an object with exactly one key.'],
      ['annotation_imported', 'x', 'The condition must be an object with exactly one key.'],
      ['annotation_imported', { $or: [] }, '"$or" is not allowed here; use $and instead.'],
      ['annotation_imported', { $and: [] }, '$and must be a non-empty list.'],
      ['annotation_imported', { $and: [field('a'), { color: 1 }] }, '$and[1]: "color" is not allowed here.'],
      [
        'annotation_imported',
        { $and: [{ 'field.': test({ $regex: 'x' }) }] },
        '$and[0]: "field." is not allowed here.',
      ],
      [
        'annotation_imported',
        { $and: [{ required_field_missing: false }] },
        '$and[0].required_field_missing must be true.',
      ],
      [
        'annotation_imported',
        { $and: [{ missing_fields: { $elemMatch: { $in: [] } } }] },
        '$and[0].missing_fields.$elemMatch.$in must be a non-empty list.',
      ],
      [
        'annotation_imported',
        { $and: [{ missing_fields: { $elemMatch: { $in: [1] } } }] },
        '$and[0].missing_fields.$elemMatch.$in must contain strings.',
      ],
      [
        'annotation_exported',
        { $and: [field('a', { $regex: '(?=x)' })] },
        '$and[0].field.a.$and[1].$regex: Not a valid regular expression (RE2 syntax).',
      ],
      [
        'annotation_exported',
        { $and: [{ 'field.a': { $and: [{ $exists: true }] } }] },
        '$and[0].field.a.$and must contain {"$exists": true} and one $regex or $not.',
      ],
      [
        'annotation_exported',
        { $and: [{ 'field.a': { $and: [{ $exists: false }, { $regex: 'x' }] } }] },
        '$and[0].field.a.$and[0].$exists must be true.',
      ],
      [
        'annotation_exported',
        { $and: [{ 'field.a': { $regex: 'x' } }] },
        '$and[0].field.a: "$regex" is not allowed here; use $and instead.',
      ],
      ['validation', { $and: [field('a')] }, '"$and" is not allowed here; use $or instead.'],
      ['validation', { $or: [{}] }, '$or[0] must be a non-empty object.'],
      ['validation', { $or: [{ 'field.amount': { $in: ['1'] } }] }, '"field.amount" is not allowed here.'],
      [
        'validation',
        { $or: [{ number_of_pages: { $gt: 1.5 } }] },
        '$or[0].number_of_pages.$gt must be a whole number, at least 0.',
      ],
      [
        'validation',
        { $or: [{ filename: { $not: { $regex: 'x' } } }] },
        '$or[0].filename: "$not" is not allowed here; use $regex instead.',
      ],
      [
        'validation',
        { $or: [{ filename: { $regex: 'a' }, number_of_pages: { $gt: 1 } }] },
        '$or[0]: only several fields may share an object.',
      ],
    ]
    for (const [event, condition, sentence] of wrong)
      expect(checkTriggerCondition(event, condition), JSON.stringify(condition)).toEqual([sentence])
  })

  it('are checked and evaluated without an exception for any value', () => {
    const key = fc.constantFrom(
      '$and',
      '$or',
      '$in',
      '$regex',
      '$not',
      '$exists',
      'field.a',
      'field.language',
      'filename',
      '$gt',
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(true, 1, 'x', '(', null),
        fc.dictionary(key, tie('tree'), { maxKeys: 2 }),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    }))
    const record = {
      fields: { a: 'x' },
      missing_fields: [],
      required_field_missing: false,
      number_of_pages: 1,
      filename: '',
    }
    fc.assert(
      fc.property(fc.constantFrom(...TRIGGER_EVENTS), tree, (event, condition) => {
        const errors = checkTriggerCondition(event, condition)
        if (errors) expect(errors).toEqual([expect.stringMatching(/\.$/)])
        else expect(typeof triggerHolds(condition, [record])).toBe('boolean')
      }),
    )
  })
})
