import { describe, expect, it } from 'vitest'
import { applyOperations, validateTree } from '../../../src/rules/content/index.ts'
import type { SchemaDatapoint } from '../../../src/rules/schema/index.ts'
import { aField, anExtraction, build, idsFrom, multivalueOf, nodeOf, read, schema, schemaOf } from './fixtures.ts'

/** Returns the messages for one field with this value. */
const messagesOf = (over: Partial<SchemaDatapoint>, value: string) => {
  const content = schemaOf(aField(over))
  const tree = build({ extraction: null }, content)
  nodeOf(tree, 'x').content!.value = value
  return validateTree(tree, content).map((message) => message.content)
}
const optional = { required: false }

describe('validateTree', () => {
  it('returns only the aggregation for a valid tree', () => {
    const tree = build()
    expect(validateTree(tree, schema)).toEqual([
      {
        id: String(multivalueOf(tree, 'lines').id),
        type: 'aggregation',
        content: '1200.00',
        aggregation_type: 'sum',
        schema_id: 'sum',
      },
    ])
  })

  it('returns the id of the node as a string', () => {
    const tree = build({ extraction: anExtraction({ fields: {}, line_items: [] }) })
    expect(validateTree(tree, schema)).toEqual([
      { id: String(nodeOf(tree, 'bill_no').id), type: 'error', content: 'required' },
      { id: String(nodeOf(tree, 'total').id), type: 'error', content: 'required' },
      {
        id: String(multivalueOf(tree, 'lines').id),
        type: 'aggregation',
        content: '0',
        aggregation_type: 'sum',
        schema_id: 'sum',
      },
    ])
  })

  it.each<[Partial<SchemaDatapoint>, string, string[]]>([
    [{}, '', ['required']],
    [{ constraints: {} }, '  ', ['required']],
    [{ constraints: { ...optional, length: { min: 5 }, regexp: { pattern: 'x' } } }, '', []],
    [{ type: 'number' }, 'many', ['invalid']],
    [{ type: 'number', format: '# ##0' }, '12.5', ['invalid']],
    [{ type: 'date', format: 'D.M.YYYY' }, '31.2.2026', ['invalid']],
    [{ type: 'date', format: 'D.M.YYYY' }, '28.2.2026', []],
    [{ constraints: { length: { min: 3 } } }, 'ab', ['too_short']],
    [{ constraints: { length: { max: 3 } } }, 'abcd', ['too_long']],
    [{ constraints: { length: { max: 3 } } }, '😀😀😀', []],
    [{ constraints: { length: { exact: 3 } } }, 'ab', ['invalid_length']],
    [{ constraints: { regexp: { pattern: '\\d{3}' } } }, 'no 123 yes', []],
    [{ constraints: { regexp: { pattern: '^\\d{3}$' } } }, '1234', ['regexp']],
    [{ constraints: { length: { max: 3 }, regexp: { pattern: '^\\d+$' } } }, 'abcd', ['too_long', 'regexp']],
    [{ type: 'enum', options: [{ value: 'a', label: 'A' }] }, 'a', []],
    [{ type: 'enum', options: [{ value: 'a', label: 'A' }] }, 'b', ['not_in_enum']],
    [{ type: 'enum', enum_value_type: 'number', options: [{ value: 'a', label: 'A' }] }, 'a', ['invalid']],
    [{ type: 'button' }, '', []],
  ])('returns for %j with %j: %j', (over, value, words) => {
    if (over.type !== 'button') expect(messagesOf(over, value)).toEqual(words)
    else expect(validateTree(build({}, schemaOf(aField(over))), schemaOf(aField(over)))).toEqual(words)
  })

  it('compares enums with the current options of the node', () => {
    const tree = build()
    const operation = {
      op: 'replace',
      id: nodeOf(tree, 'currency').id,
      value: { options: [{ value: 'usd', label: 'Dollar' }] },
    }
    const { tree: next } = applyOperations(tree, schema, [operation], { origin: 'user', takeIds: idsFrom(1000) })
    expect(validateTree(next, schema)[0]).toMatchObject({
      id: String(nodeOf(tree, 'currency').id),
      content: 'not_in_enum',
    })
  })

  it('omits hidden fields and fields in hidden tables if requested', () => {
    const extraction = anExtraction({ fields: {}, line_items: [{ table_column_description: read('Water') }] })
    const tree = build({ extraction })
    for (const id of ['bill_no', 'total']) nodeOf(tree, id).hidden = true
    multivalueOf(tree, 'lines').hidden = true
    expect(validateTree(tree, schema, { hidden: false })).toEqual([])
    expect(validateTree(tree, schema).map((message) => message.content)).toEqual([
      'required',
      'required',
      'required',
      '0',
    ])
  })

  it('adds up only numbers', () => {
    const tree = build()
    const [first] = multivalueOf(tree, 'lines').children
    if (first?.category === 'tuple') first.children[1]!.content!.value = 'free'
    expect(validateTree(tree, schema).at(-1)).toMatchObject({ type: 'aggregation', content: '80.50' })
  })

  it('evaluates patterns without exponential backtracking', () => {
    const exponential = { constraints: { regexp: { pattern: '^(a+)+$' } } }
    expect(messagesOf(exponential, `${'a'.repeat(1000)}!`)).toEqual(['regexp'])
  })
})
