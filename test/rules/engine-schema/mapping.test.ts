/** Mappings that cannot be trained. */
import { describe, expect, it } from 'vitest'
import { checkEngineSchema, checkMapping, type EngineSchema } from '../../../src/rules/engine-schema/index.ts'
import { first, output, outputTable, queueOf, second } from './fixtures.ts'

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
