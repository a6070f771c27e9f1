import { describe, expect, it } from 'vitest'
import { contentNodes, flattenFields, withIds } from '../../../src/rules/content/index.ts'
import type { SchemaDatapoint } from '../../../src/rules/schema-content.ts'
import {
  aField,
  anExtraction,
  build,
  freeze,
  idsFrom,
  multivalueOf,
  nodeOf,
  nodesOf,
  read,
  schema,
  schemaOf,
  valuesOf,
} from './fixtures.ts'

const only = (over: Partial<SchemaDatapoint>, options: Parameters<typeof build>[0] = {}) =>
  nodeOf(build(options, schemaOf(aField(over))), 'x')

describe('buildTree', () => {
  it('creates datapoints with exactly the keys of the API', () => {
    expect(nodeOf(build(), 'bill_no')).toEqual({
      id: 2,
      schema_id: 'bill_no',
      category: 'datapoint',
      content: {
        value: 'B-9',
        normalized_value: null,
        page: 1,
        position: [100, 80, 160, 98],
        rir_text: 'B-9',
        rir_raw_text: 'B-9',
        rir_page: 1,
        rir_position: [100, 80, 160, 98],
        rir_confidence: 0.97,
        connector_text: null,
        connector_position: null,
        ocr_text: null,
        ocr_raw_text: null,
        ocr_position: null,
      },
      validation_sources: ['score'],
      time_spent: 0,
      time_spent_overall: 0,
      hidden: false,
    })
  })

  it('creates sections, multivalues and tuples with exactly the keys of the API', () => {
    const tree = build()
    expect(Object.keys(tree[0]!)).toEqual(['id', 'schema_id', 'category', 'children'])
    const lines = multivalueOf(tree, 'lines')
    expect(Object.keys(lines)).toEqual([
      'id',
      'schema_id',
      'category',
      'validation_sources',
      'time_spent',
      'time_spent_overall',
      'time_spent_grid',
      'time_spent_grid_overall',
      'hidden',
      'grid',
      'children',
    ])
    expect(lines).toMatchObject({ validation_sources: [], grid: null, hidden: false })
    expect(Object.keys(lines.children[0]!)).toEqual(['id', 'schema_id', 'category', 'hidden', 'children'])
  })

  it('numbers all nodes in tree order with one request for ids', () => {
    const asked: number[] = []
    const tree = build({ takeIds: (count) => (asked.push(count), idsFrom(7001)(count)) })
    const ids = [...contentNodes(tree)].map(([node]) => node.id)
    expect(asked).toEqual([ids.length])
    expect(ids).toEqual(ids.map((_, index) => 7001 + index))
  })

  it('writes dates and numbers in the format of the field', () => {
    const tree = build()
    expect(nodeOf(tree, 'issued').content).toMatchObject({
      value: '5.1.2026',
      normalized_value: '2026-01-05',
      rir_text: '2026-01-05',
      rir_raw_text: '5 January 2026',
    })
    expect(nodeOf(tree, 'total').content).toMatchObject({ value: '1,200.00', normalized_value: '1200.00' })
  })

  it('sets sources for scores above the threshold and passed checks', () => {
    const tree = build()
    expect(nodeOf(tree, 'issued').validation_sources).toEqual([])
    expect(nodeOf(tree, 'total').validation_sources).toEqual(['checks'])
    const lenient = build({ defaultThreshold: 0.5 })
    expect(nodeOf(lenient, 'total').validation_sources).toEqual(['score', 'checks'])
    expect(only({ rir_field_names: ['date_issue'], score_threshold: 0.6 }).validation_sources).toEqual(['score'])
    expect(only({ rir_field_names: ['document_id'], score_threshold: 0.98 }).validation_sources).toEqual([])
  })

  it('matches enums by value and label, and clears other values', () => {
    const node = nodeOf(build(), 'currency')
    expect(node.content!.value).toBe('eur')
    expect(node.options).toEqual([
      { value: 'eur', label: 'Euro' },
      { value: 'czk', label: 'Koruna' },
    ])
    const dollars = nodeOf(build({ extraction: anExtraction({ fields: { currency: read('USD') } }) }), 'currency')
    expect(dollars.content).toMatchObject({ value: '', page: null, position: null, rir_text: 'USD' })
    expect(dollars.validation_sources).toEqual([])
  })

  it('uses the first source with a value', () => {
    const names = ['iban', 'upload:x', 'document_id']
    expect(only({ rir_field_names: names }).content!.value).toBe('B-9')
    expect(only({ rir_field_names: names }, { values: { 'upload:x': 'U' } }).content!.value).toBe('U')
    expect(only({ rir_field_names: names }, { values: { x: 'U' } }).content!.value).toBe('U')
    expect(only({ rir_field_names: ['edit:x'] }, { values: { x: 'U' } }).content!.value).toBe('')
    expect(
      only({ rir_field_names: ['email_header:from'] }, { values: { 'email_header:from': 'a@b.example' } }).content!
        .value,
    ).toBe('a@b.example')
    const enumField = {
      type: 'enum',
      options: [{ value: 'eur', label: 'E' }],
      rir_field_names: ['document_id', 'currency'],
    } as const
    expect(
      only({ ...enumField, options: [...enumField.options], rir_field_names: [...enumField.rir_field_names] }).content!
        .value,
    ).toBe('eur')
  })

  it('accepts given values without position and without validation source', () => {
    const node = only(
      { type: 'date', format: 'D.M.YYYY', rir_field_names: ['upload:day'] },
      { values: { day: '2026-02-01' } },
    )
    expect(node.content).toMatchObject({
      value: '1.2.2026',
      normalized_value: '2026-02-01',
      page: null,
      rir_text: null,
    })
    expect(node.validation_sources).toEqual([])
  })

  it('falls back to the default value', () => {
    expect(nodeOf(build(), 'unit').content!.value).toBe('Head office')
    expect(nodeOf(build({ values: { unit: 'Sales' } }), 'unit').content!.value).toBe('Sales')
    expect(only({ type: 'number', default_value: '1.5', format: '# ##0,#' }).content).toMatchObject({
      value: '1,5',
      normalized_value: '1.5',
    })
  })

  it('does not extract fields with disabled prediction', () => {
    expect(only({ rir_field_names: ['document_id'], disable_prediction: true }).content).toMatchObject({
      value: '',
      rir_text: null,
    })
    const off = schemaOf(aField({ rir_field_names: ['document_id'] }))
    expect(nodeOf(build({}, [{ ...off[0]!, disable_prediction: true }]), 'x').content!.value).toBe('')
  })

  it('requires no review of empty optional fields without a source', () => {
    expect(nodeOf(build(), 'note').validation_sources).toEqual(['non_required'])
    expect(only({ constraints: null }).validation_sources).toEqual([])
    expect(only({ constraints: { required: false }, rir_field_names: ['iban'] }).validation_sources).toEqual([])
  })

  it('creates buttons without content and formulas without a value', () => {
    expect(nodeOf(build(), 'press')).toMatchObject({ content: null, validation_sources: ['NA'] })
    expect(nodeOf(build(), 'sum_all')).toMatchObject({
      content: { value: '' },
      validation_sources: [],
      no_recalculation: false,
    })
    expect(nodeOf(build(), 'bill_no')).not.toHaveProperty('no_recalculation')
  })

  it('creates a row for every line item with a value in a column', () => {
    const tree = build()
    expect(valuesOf(tree, 'text')).toEqual(['Water', 'Power'])
    expect(valuesOf(tree, 'sum')).toEqual(['1,119.50', '80.50'])
    const foreign = anExtraction({ line_items: [{ table_column_code: read('A1') }] })
    expect(multivalueOf(build({ extraction: foreign }), 'lines').children).toEqual([])
  })

  it('drops rows beyond max_occurrences, and uses tax details if configured', () => {
    const taxes = schemaOf({
      category: 'multivalue',
      id: 'taxes',
      label: 'Taxes',
      rir_field_names: ['tax_details'],
      max_occurrences: 1,
      children: {
        category: 'tuple',
        id: 'tax',
        label: 'Tax',
        children: [aField({ id: 'rate', type: 'number', format: '# ##0,#', rir_field_names: ['tax_detail_rate'] })],
      },
    })
    const extraction = anExtraction({
      tax_details: [{ tax_detail_rate: read('7.7') }, { tax_detail_rate: read('19') }],
    })
    expect(valuesOf(build({ extraction }, taxes), 'rate')).toEqual(['7,7'])
  })

  it('sets sources of cells by the arithmetic of their row', () => {
    const columns = ['quantity', 'amount_base', 'amount_total_base', 'tax', 'code'].map((name) =>
      aField({ id: name, rir_field_names: [`table_column_${name}`] }),
    )
    const table = schemaOf({
      category: 'multivalue',
      id: 'rows',
      label: 'Rows',
      children: { category: 'tuple', id: 'row', label: 'Row', children: columns },
    })
    const row = (total: string) => ({
      table_column_quantity: read('3'),
      table_column_amount_base: read('33.33'),
      table_column_amount_total_base: read(total),
      table_column_tax: read('0'),
      table_column_code: read('A'),
    })
    const sourcesOf = (total: string) => {
      const tree = build({ extraction: anExtraction({ line_items: [row(total)] }), defaultThreshold: 1 }, table)
      return columns.map(({ id }) => nodeOf(tree, id).validation_sources.join())
    }
    expect(sourcesOf('99.99')).toEqual(['checks', 'checks', 'checks', '', ''])
    expect(sourcesOf('100.00')).toEqual(['checks', 'checks', 'checks', '', ''])
    expect(sourcesOf('100.01')).toEqual(['', '', '', '', ''])
  })

  it('creates one item of a list for a value, and none without a value', () => {
    expect(valuesOf(build(), 'order')).toEqual(['PO-1'])
    expect(valuesOf(build({ extraction: null }), 'order')).toEqual([])
  })

  it('writes the printed form of dates and numbers to text fields', () => {
    expect(only({ rir_field_names: ['date_issue'] }).content!.value).toBe('5 January 2026')
    expect(only({ rir_field_names: ['document_id'] }).content!.value).toBe('B-9')
  })

  it('keeps text that is not a number for review', () => {
    expect(only({ type: 'number', rir_field_names: ['document_id'] }).content).toMatchObject({
      value: 'B-9',
      normalized_value: null,
    })
  })

  it('cuts values to 1500 characters', () => {
    const extraction = anExtraction({ fields: { terms: read('x'.repeat(2000)) } })
    expect(only({ rir_field_names: ['terms'] }, { extraction }).content!.value).toHaveLength(1500)
  })

  it('does not change its arguments', () => {
    const extraction = freeze(anExtraction())
    expect(build({ extraction }, freeze(schema))).toEqual(build())
  })
})

describe('withIds', () => {
  it('fetches the required number of ids once', async () => {
    const asked: number[] = []
    const tree = await withIds(
      (takeIds) => build({ takeIds }),
      (count) => (asked.push(count), Promise.resolve(idsFrom(500)(count))),
    )
    expect(tree).toEqual(build({ takeIds: idsFrom(500) }))
    expect(asked).toHaveLength(1)
  })

  it('fetches no ids if none are required', async () => {
    const fetch = () => Promise.reject(new Error('not needed'))
    expect(await withIds(() => 'done', fetch)).toBe('done')
  })
})

describe('flattenFields', () => {
  it('returns every value as text, number and date, with rows in order', () => {
    expect(flattenFields(build(), schema)).toEqual({
      bill_no: [{ string: 'B-9' }],
      issued: [{ string: '5.1.2026', date: '2026-01-05' }],
      total: [{ string: '1,200.00', number: 1200 }],
      currency: [{ string: 'eur' }],
      unit: [{ string: 'Head office' }],
      note: [{ string: '' }],
      sum_all: [{ string: '' }],
      text: [{ string: 'Water' }, { string: 'Power' }],
      sum: [
        { string: '1,119.50', number: 1119.5 },
        { string: '80.50', number: 80.5 },
      ],
      order: [{ string: 'PO-1' }],
    })
  })

  it('keeps empty cells so that rows remain aligned', () => {
    const line_items = [{ table_column_amount_total: read('1') }, { table_column_description: read('Power') }]
    const fields = flattenFields(build({ extraction: anExtraction({ line_items }) }), schema)
    expect(fields.text).toEqual([{ string: '' }, { string: 'Power' }])
    expect(fields.sum).toEqual([{ string: '1', number: 1 }, { string: '' }])
    expect(nodesOf(build(), 'press')).toHaveLength(1)
    expect(fields).not.toHaveProperty('press')
  })
})
