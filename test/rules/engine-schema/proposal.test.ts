/** Proposed mappings, and mappings of other queues. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TEMPLATE_NAMES, templateSchema } from '../../../src/domain/queues/templates/index.ts'
import {
  checkEngineSchema,
  checkMapping,
  mapQueues,
  proposeEngineSchema,
  queuesOf,
  type EngineSchema,
} from '../../../src/rules/engine-schema/index.ts'
import { finder, first, point, queue, second, section, table } from './fixtures.ts'

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
