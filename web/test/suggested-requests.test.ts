import { describe, expect, it } from 'vitest'
import type { Queue, Schema } from '../src/api/types.ts'
import { suggestedRequest, type Suggestion } from '../src/screens/insights/suggested-requests.ts'

const field = (id: string, constraints?: object) => ({
  category: 'datapoint',
  id,
  label: id,
  type: 'string',
  constraints,
})
const schema = {
  id: 7,
  content: [
    {
      category: 'section',
      id: 'basics',
      label: 'Basics',
      children: [
        field('number'),
        field('order', { required: true, length: { max: 8 } }),
        {
          category: 'multivalue',
          id: 'items',
          label: 'Items',
          children: { category: 'tuple', id: 'item', label: 'Item', children: [field('code'), field('unit')] },
        },
      ],
    },
  ],
} as unknown as Schema
const queue = { id: 3, settings: { columns: [], automation: { automate_suggested_edit: true } } } as unknown as Queue

const suggestion = (type: Suggestion['type'], fields: Suggestion['fields'] = []): Suggestion => ({
  type,
  fields,
  document_automation_rate: 0.7,
  estimated_error_rate: 0.01,
})

describe('suggestedRequest', () => {
  it('switches automation on', () => {
    expect(suggestedRequest(queue, schema, suggestion('enable_automation'))).toEqual({
      method: 'PATCH',
      path: '/queues/3',
      body: { automation_enabled: true, automation_level: 'confident' },
    })
  })

  it('keeps the other settings of the queue', () => {
    expect(suggestedRequest(queue, schema, suggestion('automate_empty_fields')).body).toEqual({
      settings: { columns: [], automation: { automate_suggested_edit: true, automate_empty_fields: true } },
    })
  })

  it('makes only these fields optional, also those of tables, and keeps their other constraints', () => {
    const fields = ['order', 'unit'].map((schema_id) => ({ schema_id, confidence_threshold: null }))
    const before = structuredClone(schema)
    const { method, path, body } = suggestedRequest(queue, schema, suggestion('make_optional', fields))
    expect([method, path]).toEqual(['PATCH', '/schemas/7'])
    const [section] = (body as Schema).content
    const [number, order, items] = section!.children as [object, object, { children: { children: object[] } }]
    expect(number).toEqual(field('number'))
    expect(order).toEqual(field('order', { required: false, length: { max: 8 } }))
    expect(items.children.children).toEqual([field('code'), field('unit', { required: false })])
    expect(schema).toEqual(before)
  })

  it('sets the thresholds as a target', () => {
    const lower = suggestion('lower_thresholds', [{ schema_id: 'number', confidence_threshold: 0.4 }])
    expect(suggestedRequest(queue, schema, lower)).toEqual({
      method: 'POST',
      path: '/queues/3/automation/targets',
      body: {
        type: 'automation_assistant_v1',
        automation_rate_target: 0.7,
        error_rate_target: 0.02,
        datapoint_automation_targets: [
          { schema_id: 'number', error_rate_target: 0.02, confidence_threshold: 0.4, error_rate_limit: 0.02 },
        ],
      },
    })
  })
})
