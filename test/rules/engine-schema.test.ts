import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TEMPLATE_NAMES, templateSchema } from '../../src/domain/queues/templates/index.ts'
import {
  checkEngineSchema,
  checkMapping,
  mapQueues,
  proposeEngineSchema,
  queuesOf,
  type EngineSchema,
  type QueueOf,
  type TrainingQueue,
} from '../../src/rules/engine-schema/index.ts'
import type { SchemaContent } from '../../src/rules/schema-content.ts'

const point = (id: string, given: object = {}) => ({ category: 'datapoint', id, label: id, type: 'string', ...given })
const section = (...children: object[]) => ({ category: 'section', id: 'section', label: 'Section', children })
const table = (id: string, columns: object[], given: object = {}) => ({
  category: 'multivalue',
  id,
  label: id,
  children: { category: 'tuple', id: `${id}_row`, label: id, children: columns },
  ...given,
})
const list = (item: object) => ({ category: 'multivalue', id: 'list', label: 'List', children: item })
const queue = (id: number, ...sections: object[]): TrainingQueue => ({
  id,
  url: `https://host/api/v1/queues/${id}`,
  deleting: false,
  content: sections as SchemaContent,
})
const finder =
  (...queues: TrainingQueue[]): QueueOf =>
  (url) =>
    queues.find((one) => one.url === url)

const output = (id: string, sources: [TrainingQueue, string][], given: object = {}) => ({
  category: 'datapoint',
  engine_output_id: id,
  label: id,
  type: 'string',
  sources: sources.map(([{ url }, schema_id]) => ({ queue: url, schema_id })),
  ...given,
})
const outputTable = (id: string, children: object[], type = 'grid') => ({
  category: 'multivalue',
  engine_output_id: id,
  label: id,
  type,
  children: { category: 'tuple', children },
})
const grid = (row_types_to_extract: string[]) => ({
  grid: { row_types: ['data'], default_row_type: 'data', row_types_to_extract },
})

const first = queue(
  1,
  section(
    point('number', { rir_field_names: ['document_id'] }),
    point('sum', { type: 'number' }),
    point('kind', {
      type: 'enum',
      options: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B' },
      ],
    }),
  ),
  section(table('lines', [point('text'), point('price')]), list(point('tag')), table('taxes', [point('base')])),
)
const second = queue(
  2,
  section(
    point('no', { rir_field_names: ['rir:document_id'] }),
    point('total', { type: 'number' }),
    point('kind', { type: 'enum', options: [{ value: 'a', label: 'A' }] }),
  ),
  section(table('rows', [point('what')], grid([]))),
)
const queueOf = finder(first, second)

describe('checkEngineSchema', () => {
  const check = (content: unknown, find = queueOf) => checkEngineSchema(content, find)

  it('accepts complete content, with or without sources', () => {
    expect(
      check({
        training_queues: [first.url],
        fields: [
          output('document_id', [
            [first, 'number'],
            [second, 'no'],
          ]),
          { ...output('x', []), sources: undefined, trained: true, description: null },
          outputTable('lines', [output('text', [[first, 'text']])]),
          { category: 'multivalue', children: output('tag', [[first, 'tag']]) },
        ],
      }),
    ).toBeNull()
    expect(check({ training_queues: [], fields: [] })).toBeNull()
  })

  it.each([
    [undefined, ['This field is required.']],
    [[], ['Expected an object.']],
    [{}, { training_queues: ['This field is required.'], fields: ['This field is required.'] }],
    [
      { training_queues: 'x', fields: {} },
      { training_queues: ['Expected a list of items.'], fields: ['Expected a list of items.'] },
    ],
    [
      { training_queues: ['https://host/api/v1/queues/9'], fields: [] },
      { training_queues: ['Invalid hyperlink - object does not exist.'] },
    ],
  ])('refuses %j', (content, errors) => {
    expect(check(content)).toEqual({ content: errors })
  })

  it('refuses training queues that are being deleted', () => {
    const leaving = { ...first, deleting: true }
    expect(check({ training_queues: [first.url], fields: [] }, finder(leaving))).toEqual({
      content: { training_queues: ['Queue 1 is being deleted.'] },
    })
  })

  it('reports the errors of a field by position', () => {
    const fields = [
      output('fine', []),
      { category: 'section' },
      { category: 'datapoint', engine_output_id: '', type: 'button' },
      outputTable('lines', [output('text', []), { category: 'tuple' }], 'matrix'),
      { category: 'multivalue' },
      'text',
    ]
    expect(check({ training_queues: [], fields })).toEqual({
      content: {
        fields: [
          {},
          { category: ['"section" is not a valid choice.'] },
          {
            engine_output_id: ['This field may not be blank.'],
            label: ['This field is required.'],
            type: ['"button" is not a valid choice.'],
          },
          {
            type: ['"matrix" is not a valid choice.'],
            children: { children: [{}, { category: ['"tuple" is not a valid choice.'] }] },
          },
          {
            engine_output_id: ['This field is required.'],
            label: ['This field is required.'],
            type: ['This field is required.'],
            children: ['This field is required.'],
          },
          { non_field_errors: ['Expected an object.'] },
        ],
      },
    })
  })

  it('refuses missing sources, and a second source of the same queue', () => {
    const sources = [
      { queue: first.url, schema_id: 'number' },
      { queue: first.url, schema_id: 'sum' },
      { queue: second.url, schema_id: 'nothing' },
      { queue: 'https://host/api/v1/queues/77', schema_id: 'number' },
      { queue: second.url },
    ]
    expect(check({ training_queues: [], fields: [{ ...output('x', []), sources }] })).toEqual({
      content: {
        fields: [
          {
            sources: [
              {},
              { queue: ['An output has at most one source in a queue.'] },
              { schema_id: ['The schema of queue 2 has no field "nothing".'] },
              { queue: ['Invalid hyperlink - object does not exist.'] },
              { schema_id: ['This field is required.'] },
            ],
          },
        ],
      },
    })
  })
})

describe('checkMapping', () => {
  const errorsOf = (...fields: object[]) => {
    const content = { training_queues: [], fields }
    expect(checkEngineSchema(content, queueOf)).toBeNull()
    return checkMapping(content as unknown as EngineSchema, queueOf)
  }
  const schemaIds = (errors: ReturnType<typeof errorsOf>) => JSON.stringify(errors)

  it('accepts a mapping that can be trained', () => {
    expect(
      errorsOf(
        output('document_id', [
          [first, 'number'],
          [second, 'no'],
        ]),
        output(
          'total',
          [
            [first, 'sum'],
            [second, 'total'],
          ],
          { type: 'number' },
        ),
        outputTable('line_items', [output('text', [[first, 'text']]), output('price', [[first, 'price']])]),
        { category: 'multivalue', children: output('tag', [[first, 'tag']]) },
      ),
    ).toBeNull()
  })

  it('requires unique outputs in the schema', () => {
    const once = outputTable('a', [output('b', [])])
    expect(errorsOf(once, output('a', []), output('b', []))).toEqual({
      content: {
        fields: [
          {},
          { engine_output_id: ['Output "a" is used more than once.'] },
          { engine_output_id: ['Output "b" is used more than once.'] },
        ],
      },
    })
  })

  it('requires fields of the type of the output', () => {
    expect(errorsOf(output('sum', [[first, 'sum']]))).toEqual({
      content: { fields: [{ sources: [{ schema_id: ['Field "sum" is of type number, not string.'] }] }] },
    })
  })

  it('requires enums with equal values', () => {
    const errors = errorsOf(
      output(
        'kind',
        [
          [first, 'kind'],
          [second, 'kind'],
        ],
        { type: 'enum' },
      ),
    )
    expect(schemaIds(errors)).toContain('The options of \\"kind\\" differ from those of other sources.')
  })

  it('does not mix fields of documents, lists and columns', () => {
    const errors = errorsOf(
      output('tag', [[first, 'tag']]),
      outputTable('t', [output('price', [[first, 'price']]), output('total', [[second, 'no']])]),
    )
    expect(schemaIds(errors)).toContain('Field \\"tag\\" is a list field, the output a header.')
    expect(schemaIds(errors)).toContain('Field \\"no\\" is a header field, the output a column.')
  })

  it('requires tables of the same kind', () => {
    const errors = errorsOf(outputTable('lines', [output('what', [[second, 'what']])]))
    expect(schemaIds(errors)).toContain('Table \\"rows\\" is freeform, the output is grid.')
    expect(errorsOf(outputTable('lines', [output('what', [[second, 'what']])], 'freeform'))).toBeNull()
  })

  it('requires all columns of a queue from one table', () => {
    const errors = errorsOf(
      outputTable('lines', [output('text', [[first, 'text']]), output('base', [[first, 'base']])]),
    )
    expect(schemaIds(errors)).toContain('All columns of queue 1 must come from one table.')
  })

  it('requires each field to be mapped at most once', () => {
    const errors = errorsOf(
      output('a', [[first, 'sum']], { type: 'number' }),
      output('b', [[first, 'sum']], { type: 'number' }),
    )
    expect(schemaIds(errors)).toContain('Field \\"sum\\" of queue 1 is mapped more than once.')
  })

  it('requires the output among the sources of a field with sources', () => {
    const errors = errorsOf(output('order_id', [[first, 'number']]))
    expect(schemaIds(errors)).toContain('must have no rir_field_names, or \\"order_id\\" among them.')
  })
})

describe('proposeEngineSchema', () => {
  it('maps the fields common to all queues by name, with labels and types of the first', () => {
    const proposal = proposeEngineSchema([first, second])
    expect(proposal.training_queues).toEqual([first.url, second.url])
    expect(proposal.fields[0]).toEqual({
      category: 'datapoint',
      engine_output_id: 'document_id',
      label: 'number',
      trained: false,
      type: 'string',
      description: null,
      sources: [
        { queue: first.url, schema_id: 'number' },
        { queue: second.url, schema_id: 'no' },
      ],
    })
    const outputs = proposal.fields.map((field) => ('engine_output_id' in field ? field.engine_output_id : 'list'))
    // The enum of the second queue has the same name but other options, so it is not mapped.
    expect(outputs).toEqual(['document_id', 'sum', 'kind', 'line_items', 'list', 'taxes', 'total', 'rows'])
  })

  it('omits fields that no engine fills', () => {
    const own = queue(
      3,
      section(
        point('formula', { ui_configuration: { type: 'formula' } }),
        point('off', { disable_prediction: true }),
        point('given', { rir_field_names: ['upload:x'] }),
        point('button', { type: 'button' }),
        table('empty', [point('typed', { ui_configuration: { type: 'manual' } })]),
      ),
      { ...section(point('hidden_from_engine')), disable_prediction: true },
    )
    expect(proposeEngineSchema([own]).fields).toEqual([])
  })

  it('passes the checks for any queues', () => {
    const queues = fc.array(fc.constantFrom(...TEMPLATE_NAMES), { minLength: 0, maxLength: 5 })
    fc.assert(
      fc.property(queues, (names) => {
        const created = names.map((name, index) => queue(index + 1, ...templateSchema(name).content))
        const proposal = proposeEngineSchema(created)
        expect(checkEngineSchema(proposal, finder(...created))).toBeNull()
        expect(checkMapping(proposal, finder(...created))).toBeNull()
      }),
      { numRuns: 50 },
    )
  })
})

describe('mapQueues', () => {
  const proposal = proposeEngineSchema([first, second])

  it('replaces every queue, and can be reversed', () => {
    const stored = mapQueues(proposal, (url) => url.split('/').at(-1))
    expect(new Set(queuesOf(stored))).toEqual(new Set(['1', '2']))
    expect(mapQueues(stored, (id) => `https://host/api/v1/queues/${id}`)).toEqual(proposal)
  })

  it('omits queues that do not exist, and marks nothing as trained', () => {
    const wrong = { ...proposal, fields: proposal.fields.map((field) => ({ ...field, trained: true, extra: 1 })) }
    const kept = mapQueues(wrong as EngineSchema, (url) => (url === first.url ? url : undefined))
    expect(kept.training_queues).toEqual([first.url])
    expect(JSON.stringify(kept)).not.toMatch(/queues\/2|"trained":true|extra/)
  })
})
