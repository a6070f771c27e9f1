/** Structure, ids and nesting of the content of schemas. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSchemaContent, datapoints, findField, type SchemaContent } from '../../../src/rules/schema/index.ts'
import { field, list, section, table } from './nodes.ts'

const example: SchemaContent = [
  {
    category: 'section',
    id: 'head',
    label: 'Header',
    icon: null,
    children: [
      {
        category: 'datapoint',
        id: 'bill_no',
        label: 'Bill number',
        type: 'string',
        rir_field_names: ['document_id'],
        constraints: { required: true, length: { max: 20 } },
      },
      {
        category: 'datapoint',
        id: 'issued',
        label: 'Issued',
        type: 'date',
        format: 'D.M.YYYY',
        rir_field_names: ['date_issue'],
        constraints: { required: false },
      },
    ],
  },
  {
    category: 'section',
    id: 'lines_section',
    label: 'Lines',
    icon: null,
    children: [
      {
        category: 'multivalue',
        id: 'lines',
        label: 'Lines',
        rir_field_names: ['line_items'],
        children: {
          category: 'tuple',
          id: 'line',
          label: 'Line',
          children: [
            {
              category: 'datapoint',
              id: 'text',
              label: 'Text',
              type: 'string',
              rir_field_names: ['table_column_description'],
              constraints: { required: false },
              stretch: true,
            },
            {
              category: 'datapoint',
              id: 'sum',
              label: 'Sum',
              type: 'number',
              format: '#,##0.#',
              rir_field_names: ['table_column_amount_total'],
              aggregations: { sum: { label: 'All' } },
            },
          ],
        },
      },
    ],
  },
]

describe('checkSchemaContent', () => {
  it('accepts the example and an empty schema', () => {
    expect(checkSchemaContent(example)).toBeNull()
    expect(checkSchemaContent([])).toBeNull()
    expect(checkSchemaContent([section([])])).toBeNull()
  })

  it('returns errors in the structure of the schema, with empty objects for valid siblings', () => {
    const content = [
      section([field({ id: 'total' })]),
      section([{ category: 'datapoint', id: 'b', label: 'B' }, field({ id: 'total' })], { id: 't' }),
    ]
    expect(checkSchemaContent(content)).toEqual({
      content: [
        {},
        { children: [{ type: ['This field is required.'] }, { id: ["Schema id 'total' is used more than once."] }] },
      ],
    })
  })

  it('refuses content that is not a list', () => {
    expect(checkSchemaContent({})).toEqual({ content: ['Expected a list of items.'] })
    expect(checkSchemaContent('x')).toEqual({ content: ['Expected a list of items.'] })
    expect(checkSchemaContent(undefined)).toEqual({ content: ['This field is required.'] })
    expect(checkSchemaContent([7])).toEqual({ content: [{ non_field_errors: ['Expected an object.'] }] })
  })

  it('reports the missing keys of every node', () => {
    expect(checkSchemaContent([{}])).toEqual({
      content: [
        { category: ['This field is required.'], id: ['This field is required.'], label: ['This field is required.'] },
      ],
    })
    expect(checkSchemaContent([section(undefined)])).toEqual({ content: [{ children: ['This field is required.'] }] })
    expect(checkSchemaContent([section({})])).toEqual({ content: [{ children: ['Expected a list of items.'] }] })
    expect(checkSchemaContent([section([list([] as never)])])).toEqual({
      content: [{ children: [{ children: ['Expected an object.'] }] }],
    })
  })

  it('reports each repetition of an id at any level', () => {
    const content = [section([field({ id: 's' }), table([field({ id: 'rows' }), field({ id: 'row' })])])]
    const again = (id: string) => ({ id: [`Schema id '${id}' is used more than once.`] })
    expect(checkSchemaContent(content)).toEqual({
      content: [{ children: [again('s'), { children: { children: [again('rows'), again('row')] } }] }],
    })
  })

  it('allows exactly three kinds of nesting', () => {
    expect(checkSchemaContent([field()])).toEqual({ content: [{ category: ['"datapoint" is not a valid choice.'] }] })
    expect(checkSchemaContent([section([section([], { id: 'inner' })])])).toEqual({
      content: [{ children: [{ category: ['"section" is not a valid choice.'] }] }],
    })
    expect(checkSchemaContent([section([{ category: 'tuple', id: 't', label: 'T', children: [] }])])).toEqual({
      content: [{ children: [{ category: ['"tuple" is not a valid choice.'] }] }],
    })
    expect(checkSchemaContent([section([table([list(field())])])])).toEqual({
      content: [{ children: [{ children: { children: [{ category: ['"multivalue" is not a valid choice.'] }] } }] }],
    })
    expect(checkSchemaContent([section([list(list(field(), { id: 'inner' }))])])).toEqual({
      content: [{ children: [{ children: { category: ['"multivalue" is not a valid choice.'] } }] }],
    })
    expect(checkSchemaContent([section([list(field())])])).toBeNull()
  })

  it('never throws, and returns one error per section for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (content) => {
        const errors = checkSchemaContent(content)
        if (Array.isArray(content) && errors) expect(errors.content).toHaveLength(content.length)
      }),
    )
    const node: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
      node: fc.record(
        {
          category: fc.constantFrom('section', 'multivalue', 'tuple', 'datapoint', 1),
          id: fc.oneof(fc.string(), fc.constantFrom('a', 'b', 'c')),
          label: fc.oneof(fc.string(), fc.nat()),
          type: fc.constantFrom('string', 'enum', 'button', 'x'),
          children: fc.oneof(fc.array(tie('node'), { maxLength: 3 }), tie('node')),
          constraints: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    })).node
    fc.assert(fc.property(fc.array(node, { maxLength: 3 }), (content) => void checkSchemaContent(content)))
  })
})

describe('datapoints', () => {
  it('yields every field with its parents', () => {
    expect([...datapoints(example)].map(({ field, tuple }) => [field.id, tuple?.id])).toEqual([
      ['bill_no', undefined],
      ['issued', undefined],
      ['text', 'line'],
      ['sum', 'line'],
    ])
    expect(findField(example, 'sum')?.multivalue?.id).toBe('lines')
    expect(findField(example, 'lines')).toBeUndefined()
  })
})
