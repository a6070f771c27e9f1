/** Fields of a schema that are found by their labels. */
import { describe, expect, it } from 'vitest'
import { fieldsWithCandidates } from '../../../src/domain/intake/decide.ts'
import { ownFields } from '../../../src/domain/intake/own-fields.ts'
import { buildTree, contentDatapoints } from '../../../src/rules/content/index.ts'
import type { SchemaContent, SchemaDatapoint, SchemaSection } from '../../../src/rules/schema/index.ts'
import { anExtraction, extractedValue } from '../../workflows/fake-documents.ts'
import { aField } from './fixtures.ts'

const schema = (fields: readonly Partial<SchemaDatapoint>[], more: Partial<SchemaSection> = {}): SchemaContent => [
  { category: 'section', id: 'head', label: 'Head', children: fields.map((field) => aField(field)), ...more },
]
const names = (...fields: Partial<SchemaDatapoint>[]): string[] => ownFields(schema(fields)).map(({ name }) => name)

describe('fields that are found by their labels', () => {
  it('have their label, their type and their options, and the words of a telling id', () => {
    const options = [
      { value: 'g', label: 'Gas' },
      { value: 'w', label: 'Water' },
    ]
    const content = schema([
      { id: 'meter_number', label: 'Meter no.', type: 'string' },
      { id: 'field_1', label: 'Read on', type: 'date' },
      { id: 'weight', label: 'Gross weight', type: 'number' },
      { id: 'utility', label: 'Utility', type: 'enum', options },
    ])
    expect(ownFields(content)).toEqual([
      { name: 'meter_number', label: 'Meter no.', type: 'string', labels: ['meter number'] },
      { name: 'field_1', label: 'Read on', type: 'date' },
      { name: 'weight', label: 'Gross weight', type: 'number' },
      { name: 'utility', label: 'Utility', type: 'enum', options },
    ])
  })

  it.each<[what: string, field: Partial<SchemaDatapoint>, isFound: boolean]>([
    ['has no source', { rir_field_names: [] }, true],
    ['is captured', { ui_configuration: { type: 'captured' } }, true],
    ['names what the engine does not have', { rir_field_names: ['meter_number'] }, true],
    ['names what the engine has', { rir_field_names: ['document_id'] }, false],
    ['names that with its prefix', { rir_field_names: ['rir:document_id'] }, false],
    ['comes with the upload', { rir_field_names: ['upload:x'] }, false],
    ['is a barcode', { rir_field_names: ['barcode'] }, false],
    ['is entered by people', { ui_configuration: { type: 'manual' } }, false],
    ['is filled by hooks', { ui_configuration: { type: 'data' } }, false],
    ['is a formula', { ui_configuration: { type: 'formula' }, formula: '1' }, false],
    ['has a default', { default_value: 'New' }, false],
    ['is hidden', { hidden: true }, false],
    ['is not predicted', { disable_prediction: true }, false],
    ['is a button', { type: 'button' }, false],
  ])('a field that %s: %o', (_what, field, isFound) => {
    expect(names({ id: 'a', label: 'A', ...field })).toEqual(isFound ? ['a'] : [])
  })

  it('are neither in tables nor in sections that are not predicted, and at most 300', () => {
    const column = aField({ id: 'b', label: 'B' })
    const table: SchemaContent = [
      {
        category: 'section',
        id: 's',
        label: 'S',
        children: [
          {
            category: 'multivalue',
            id: 'm',
            label: 'M',
            children: { category: 'tuple', id: 't', label: 'T', children: [column] },
          },
        ],
      },
    ]
    expect(ownFields(table)).toEqual([])
    expect(ownFields(schema([{ id: 'a', label: 'A' }], { disable_prediction: true }))).toEqual([])
    const many = Array.from({ length: 400 }, (_, i) => ({ id: `f${i}`, label: `F ${i}` }))
    expect(ownFields(schema(many))).toHaveLength(300)
  })
})

describe('the values of such fields', () => {
  const own_fields = {
    meter: { ...extractedValue('WM-77120', 0.85), evidence: { generator: 'own.right', label: 'Meter number' } },
    read_on: { ...extractedValue('2026-03-14', 0.6), text: '14 March 2026' },
    document_id: extractedValue('WRONG'),
  }
  const build = (content: SchemaContent) =>
    [
      ...contentDatapoints(
        buildTree(content, {
          extraction: { ...anExtraction(), own_fields },
          values: { 'upload:meter': 'U-1' },
          defaultThreshold: 0.8,
          takeIds: (count) => Array.from({ length: count }, (_, index) => index + 1),
        }),
      ),
    ].map(({ node }) => node)

  it('have their position and confidence, and are for people to check', () => {
    const [meter, date] = build(
      schema([
        { id: 'meter', label: 'Meter number' },
        { id: 'read_on', label: 'Read on', type: 'date', format: 'D.M.YYYY' },
      ]),
    )
    expect(meter).toMatchObject({
      content: { value: 'WM-77120', page: 1, position: [10, 10, 90, 30], rir_confidence: 0.85 },
      validation_sources: [],
    })
    expect(date).toMatchObject({ content: { value: '14.3.2026', rir_confidence: 0.6 }, validation_sources: [] })
  })

  it('come after the sources that a schema names, which cannot name them', () => {
    const of = (field: Partial<SchemaDatapoint>) => build(schema([{ label: 'X', ...field }]))[0]!.content!.value
    expect(of({ id: 'document_id', rir_field_names: ['document_id'] })).toBe('A-1')
    expect(of({ id: 'meter', rir_field_names: ['upload:meter'] })).toBe('U-1')
    expect(of({ id: 'other', default_value: 'D' })).toBe('D')
    expect(of({ id: 'other', rir_field_names: ['rir:own:meter'] })).toBe('')
    expect(of({ id: 'meter', disable_prediction: true })).toBe('')
    expect(of({ id: 'meter', ui_configuration: { type: 'formula' }, formula: '1' })).toBe('')
  })

  it('count as candidates of the automation, also if they do not fit the field', () => {
    const content = schema([
      { id: 'meter', label: 'Meter number', type: 'date' },
      { id: 'other', label: 'Other' },
    ])
    expect([...fieldsWithCandidates(content, { ...anExtraction(), own_fields })]).toEqual(['meter'])
  })
})
