/** Structure and sources of the content of engine schemas. */
import { describe, expect, it } from 'vitest'
import { checkEngineSchema } from '../../../src/rules/engine-schema/index.ts'
import { finder, first, output, outputTable, queueOf, second } from './fixtures.ts'

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
