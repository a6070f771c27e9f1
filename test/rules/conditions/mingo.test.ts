/** Conditions give the same results as MongoDB's query language, where both have the same forms. */
import fc from 'fast-check'
import { Query } from 'mingo'
import { describe, expect, it } from 'vitest'
import {
  checkTriggerCondition,
  checkWorkflowCondition,
  isUndecided,
  judge,
  triggerHolds,
  type Facts,
  type TriggerRecord,
} from '../../../src/rules/conditions/index.ts'

const RUNS = { numRuns: 2_000 }
const NAMES = ['iban', 'language', 'currency', 'document_type']
const WORDS = ['', 'eng', 'deu', 'EUR', 'bill', 'bill-17', 'AB 1']
const PATTERNS = ['', 'eng', '^bill', '17$', '[A-Z]{2}', '^$', 'e|u', 'b.l']

const word = fc.constantFrom(...WORDS)
const name = fc.constantFrom(...NAMES)
const words = fc.array(word, { minLength: 1, maxLength: 3 })
const regex = fc.constantFrom(...PATTERNS).map(($regex) => ({ $regex }))
const maybeNot = fc.oneof(
  regex,
  regex.map(($not) => ({ $not })),
)
const record: fc.Arbitrary<TriggerRecord> = fc.record({
  fields: fc.dictionary(name, word),
  missing_fields: fc.uniqueArray(name),
  required_field_missing: fc.boolean(),
  number_of_pages: fc.nat(12),
  filename: word,
})

/** The forms of the API as MongoDB writes them: a field has no `$and` and `$or` of its own there. */
const spread = (key: '$and' | '$or', field: string, tests: object[]) => ({
  [key]: tests.map((test) => ({ [field]: test })),
})
interface Both {
  ours: object
  theirs: object
}
const same = (condition: object): Both => ({ ours: condition, theirs: condition })

const fieldTest = fc.tuple(name, maybeNot).map(([id, test]): Both => {
  const tests = [{ $exists: true }, test]
  return { ours: { [`field.${id}`]: { $and: tests } }, theirs: spread('$and', `field.${id}`, tests) }
})
const aboutMissing = fc.oneof(
  fc.constant(same({ required_field_missing: true })),
  words.map((list) => same({ missing_fields: { $elemMatch: { $in: list.map((_, n) => NAMES[n]!) } } })),
)
const imported = fc
  .tuple(fc.array(fieldTest, { minLength: 1, maxLength: 3 }), fc.option(aboutMissing))
  .map(([tests, missing]): Both => {
    const all = missing ? [...tests, missing] : tests
    return { ours: { $and: all.map(({ ours }) => ours) }, theirs: { $and: all.map(({ theirs }) => theirs) } }
  })

const alternative = fc.oneof(
  fc
    .tuple(fc.constantFrom('document_type', 'language', 'currency'), words)
    .map(([id, $in]) => same({ [`field.${id}`]: { $in } })),
  fc.nat(12).map(($gt) => same({ number_of_pages: { $gt } })),
  regex.map((test) => same({ filename: test })),
  fc.array(regex, { minLength: 1, maxLength: 2 }).map((tests): Both => ({
    ours: { filename: { $or: tests } },
    theirs: spread('$or', 'filename', tests),
  })),
)
const validation = fc.array(alternative, { minLength: 1, maxLength: 4 }).map((list): Both => ({
  ours: { $or: list.map(({ ours }) => ours) },
  theirs: { $or: list.map(({ theirs }) => theirs) },
}))

const documentOf = ({ fields, ...rest }: TriggerRecord) => ({ ...rest, field: { ...fields } })

describe('conditions of triggers agree with mingo', () => {
  it.each([
    ['annotation_imported', imported],
    ['validation', validation],
  ] as const)('for the event %s', (event, conditions) => {
    fc.assert(
      fc.property(conditions, fc.array(record, { minLength: 1, maxLength: 4 }), ({ ours, theirs }, records) => {
        expect(checkTriggerCondition(event, ours)).toBeNull()
        const query = new Query(theirs)
        expect(triggerHolds(ours, records)).toBe(records.some((one) => query.test(documentOf(one))))
      }),
      RUNS,
    )
  })

  it('if they are empty', () => {
    fc.assert(
      fc.property(record, (one) => {
        expect(triggerHolds({}, [one])).toBe(new Query({}).test(documentOf(one)))
      }),
    )
  })
})

describe('conditions of workflows agree with mingo wherever they can be evaluated', () => {
  const fact = fc.oneof(word, fc.integer({ min: -3, max: 3 }), fc.boolean(), fc.constant(null))
  const facts = fc.record({ 'field.a': fact, 'field.b': fact, 'annotation.id': fact })
  const path = fc.constantFrom('field.a', 'field.b', 'annotation.id')
  const number = fc.integer({ min: -3, max: 3 })
  const nested = (given: Facts) => {
    const document: Record<string, Record<string, unknown>> = { field: {}, annotation: {} }
    for (const [key, value] of Object.entries(given)) {
      const [group, id] = key.split('.') as [string, string]
      document[group]![id] = value
    }
    return document
  }
  const agree = (condition: object, given: Facts) => {
    expect(checkWorkflowCondition(condition)).toBeNull()
    const verdict = judge(condition, given)
    if (!isUndecided(verdict)) expect(verdict).toBe(new Query(condition as never).test(nested(given)))
  }

  it('for equality', () => {
    fc.assert(
      fc.property(fc.dictionary(path, fact), facts, (condition, given) => agree(condition, given)),
      RUNS,
    )
  })

  it('for comparisons of numbers', () => {
    const operator = fc.constantFrom('$gt', '$gte', '$lt', '$lte', '$eq', '$ne')
    const compared = fc.tuple(operator, path, number).map(([op, field, value]) => ({ [op]: [`$${field}`, value] }))
    const expression = fc.letrec<{ any: object }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        compared,
        fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map(($and) => ({ $and })),
        fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map(($or) => ({ $or })),
      ),
    })).any
    const numbers = fc.record({ 'field.a': number, 'field.b': number, 'annotation.id': number })
    fc.assert(
      fc.property(expression, numbers, ($expr, given) => agree({ $expr }, given)),
      RUNS,
    )
  })
})
