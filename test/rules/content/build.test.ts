/** New content from a schema and extracted values. */
import { describe, expect, it } from 'vitest'
import { contentNodes, withIds } from '../../../src/rules/content/index.ts'
import type { SchemaDatapoint } from '../../../src/rules/schema/index.ts'
import {
  aField,
  anExtraction,
  build,
  freeze,
  idsFrom,
  multivalueOf,
  nodeOf,
  read,
  schema,
  schemaOf,
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
