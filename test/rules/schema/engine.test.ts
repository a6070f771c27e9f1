import { describe, expect, it } from 'vitest'
import { TEMPLATE_NAMES, templateSchema } from '../../../src/domain/queues/templates/index.ts'
import {
  checkAgainstEngine,
  datapoints,
  drawFromEngine,
  isExtracted,
  sentencesOf,
  withoutSources,
  type EngineField,
  type SchemaContent,
} from '../../../src/rules/schema/index.ts'

const point = (id: string, given: object = {}) => ({ category: 'datapoint', id, label: id, type: 'string', ...given })
const section = (...children: object[]) => ({ category: 'section', id: 'section', label: 'Section', children })
const table = (...columns: object[]) => ({
  category: 'multivalue',
  id: 'lines',
  label: 'Lines',
  children: { category: 'tuple', id: 'line', label: 'Line', children: columns },
})
const list = (item: object) => ({ category: 'multivalue', id: 'list', label: 'List', children: item })
const content = (...sections: object[]) => sections as SchemaContent
const field = (name: string, given: Partial<EngineField> = {}): EngineField => ({
  name,
  type: 'string',
  tabular: false,
  ...given,
})

describe('checkAgainstEngine', () => {
  const fields = [field('number'), field('sum', { type: 'number' }), field('item', { tabular: true })]

  it('accepts a schema whose captured fields are fields of the engine', () => {
    const fitting = content(
      section(point('number'), point('sum', { type: 'number', rir_field_names: [] })),
      section(table(point('item', { ui_configuration: { type: 'captured' } }))),
    )
    expect(checkAgainstEngine(fitting, fields)).toBeNull()
  })

  it.each(['formula', 'data', 'manual', 'reasoning', 'lookup'])('ignores fields of type %s', (type) => {
    const own = point('own', { ui_configuration: { type }, rir_field_names: ['x'], disable_prediction: true })
    expect(checkAgainstEngine(content(section(own)), fields)).toBeNull()
  })

  it('ignores buttons', () => {
    expect(checkAgainstEngine(content(section(point('press', { type: 'button' }))), fields)).toBeNull()
  })

  it('reports mismatches by position, with empty objects for valid siblings', () => {
    const faulty = content(
      section(
        point('number', { rir_field_names: ['document_id'], disable_prediction: true }),
        point('sum', { type: 'number' }),
        point('unknown'),
      ),
      section(table(point('item'), point('number2'))),
      section(list(point('item'))),
    )
    expect(checkAgainstEngine(faulty, fields)).toEqual({
      content: [
        {
          children: [
            {
              rir_field_names: ['Must be empty: the queue has an engine.'],
              disable_prediction: ['Must not be set: the queue has an engine.'],
            },
            {},
            { id: ['The engine has no field "unknown".'] },
          ],
        },
        { children: [{ children: { children: [{}, { id: ['The engine has no field "number2".'] }] } }] },
        { children: [{ children: { id: [`The engine's field "item" is a column of a table.`] } }] },
      ],
    })
  })

  it('compares type and table', () => {
    const errors = checkAgainstEngine(content(section(point('sum'), table(point('number')))), fields)
    expect(errors).toEqual({
      content: [
        {
          children: [
            { type: [`The engine's field "sum" is of type number.`] },
            { children: { children: [{ id: [`The engine's field "number" is not a column of a table.`] }] } },
          ],
        },
      ],
    })
  })

  it('can return the same errors as sentences', () => {
    const faulty = content(
      section(point('sum')),
      section(table(point('item'), point('other'))),
      section(list(point('x'))),
    )
    expect(sentencesOf(checkAgainstEngine(faulty, fields)!, faulty)).toEqual([
      `sum: The engine's field "sum" is of type number.`,
      'other: The engine has no field "other".',
      'x: The engine has no field "x".',
    ])
  })
})

describe('drawFromEngine', () => {
  const sourcesOf = (drawn: SchemaContent) =>
    Object.fromEntries([...datapoints(drawn)].map(({ field: { id, rir_field_names } }) => [id, rir_field_names]))

  it('maps captured fields to the pre-trained name of the engine field, or to their own name', () => {
    const drawn = drawFromEngine(
      content(
        section(
          point('number'),
          point('named', { rir_field_names: [] }),
          point('typed', { ui_configuration: { type: 'manual' } }),
          point('given', { rir_field_names: ['upload:x'] }),
          point('none'),
          list(point('many')),
        ),
      ),
      [
        field('number', { pre_trained_field_id: 'document_id' }),
        field('named', { pre_trained_field_id: '' }),
        field('typed'),
        field('given'),
        field('many', { pre_trained_field_id: 'order_id' }),
      ],
    )
    expect(sourcesOf(drawn)).toEqual({
      number: ['document_id'],
      named: ['named'],
      typed: undefined,
      given: ['upload:x'],
      none: undefined,
      many: ['order_id'],
    })
  })

  it('reads the rows of a table from the source of its columns', () => {
    const rowsOf = (columns: EngineField[], given: object = {}) => {
      const drawn = drawFromEngine(
        content(section({ ...table(...columns.map(({ name }) => point(name))), ...given })),
        columns,
      )
      return drawn[0]!.children[0]!
    }
    const tax = field('base', { tabular: true, pre_trained_field_id: 'tax_detail_base' })
    const item = field('text', { tabular: true, pre_trained_field_id: 'table_column_description' })
    expect(rowsOf([tax])).toMatchObject({ rir_field_names: ['tax_details'] })
    expect(rowsOf([item], { rir_field_names: [] })).toMatchObject({ rir_field_names: ['line_items'] })
    expect(rowsOf([item, tax])).toMatchObject({ rir_field_names: ['line_items'] })
    expect(rowsOf([tax], { rir_field_names: ['line_items'] })).toMatchObject({ rir_field_names: ['line_items'] })
  })
})

describe('withoutSources', () => {
  it.each(TEMPLATE_NAMES)('makes "%s" compatible with an engine that has its fields', (name) => {
    const ready = withoutSources(templateSchema(name).content)
    const fields = [...datapoints(ready)]
      .filter((placed) => isExtracted(placed.field))
      .map((placed) => field(placed.field.id, { type: placed.field.type, tabular: placed.tuple !== undefined }))
    expect(checkAgainstEngine(ready, fields)).toBeNull()
  })

  it('converts fields without sources to manual fields', () => {
    const [created] = withoutSources(
      content(section(point('note'), point('number', { rir_field_names: ['document_id'] }))),
    )
    expect(created!.children).toMatchObject([{ ui_configuration: { type: 'manual' } }, { rir_field_names: [] }])
  })
})
