import { describe, expect, it } from 'vitest'
import type { SchemaSection } from '../src/api/types.ts'
import { fieldsOf, labelsByEngineName, labelsOf } from '../src/app/schema-fields.ts'
import {
  allBlockers,
  changesOf,
  heldBack,
  ordered,
  periodOf,
  shareOf,
  targetOf,
} from '../src/screens/insights/rules.ts'
import type { FieldFigures, Figures } from '../src/screens/insights/types.ts'

const field = (schema_id: string, threshold: number | null, held: number[] = [], errors: number | null = null) =>
  ({
    schema_id,
    is_quality_estimate: errors !== null,
    blocked_document_counts: {},
    estimated_error_rate: errors,
    confidence_threshold: threshold,
    blockers: held.map((document_count) => ({
      blocker: 'low_score',
      document_count,
      granularity: 'datapoint',
      example_annotation_ids: [],
    })),
    confidence_accuracy: [],
  }) satisfies FieldFigures

const figures = (fields: FieldFigures[], rate = 0.5): Figures => ({
  document_automation_rate: rate,
  document_touchless_rate: null,
  document_automation_timeseries: [],
  datapoint_statistics: fields,
  document_blockers: [
    { blocker: 'is_duplicate', document_count: 5, granularity: 'annotation', example_annotation_ids: [1] },
  ],
  estimated_error_rate_timeseries: [],
  estimated_error_rate: null,
  is_aurora_queue: false,
  confidence_accuracy: [],
  processing_time: { median_s: null, p90_s: null, document_count: 0, timeseries: [] },
})

describe('insights', () => {
  it('are of 90 days unless the address names another period', () =>
    expect(['30', '365', '7', null].map(periodOf)).toEqual([30, 365, 90, 90]))
  it('list blockers of documents and fields together, most frequent first', () =>
    expect(allBlockers(figures([field('a', null, [9]), field('b', null, [2])])).map((one) => one.schema_id)).toEqual([
      'a',
      null,
      'b',
    ]))
  it('do not add blockers that one document can have both', () => expect(heldBack(field('a', null, [4, 7]))).toBe(7))
  it('order fields by what they hold back and by errors, unknown rates last', () => {
    const fields = [field('a', null, [1], null), field('b', null, [3], 0), field('c', null, [2], 0.2)]
    expect(ordered(fields, 'held').map((one) => one.schema_id)).toEqual(['b', 'c', 'a'])
    expect(ordered(fields, 'errors').map((one) => one.schema_id)).toEqual(['c', 'b', 'a'])
    expect(ordered(fields, 'schema')).toEqual(fields)
  })
})

describe('limits of errors', () => {
  it('are read in percent with comma or point', () =>
    expect(['2', '2,5', '0.5 %', '101', '-1', '', 'x'].map(shareOf)).toEqual([
      0.02,
      0.025,
      0.005,
      null,
      null,
      null,
      null,
    ]))
})

describe('a projection', () => {
  const now = [field('same', 0.8), field('lower', 0.8), field('review', 0.8), field('none', null), field('gains', null)]
  const then = [
    field('same', 0.8),
    field('lower', 0.6),
    field('review', null),
    field('none', null),
    field('gains', 0.4),
  ]
  const changes = changesOf(now, then)

  it('shows which thresholds change, and fields that would always need a review', () =>
    expect(changes.map(({ kind }) => kind)).toEqual(['same', 'lower', 'review', 'same', 'lower']))
  it('does not change a field again that already needs a review in each document', () =>
    expect(changesOf([field('a', 1)], [field('a', null)])[0]!.kind).toBe('same'))
  it('becomes a target with the changed fields only, each with its own limit', () => {
    const target = targetOf(changes, { common: 0.02, own: { gains: 0.1 } }, figures(then, 0.7))
    expect(target.automation_rate_target).toBe(0.7)
    expect(target.datapoint_automation_targets).toEqual([
      { schema_id: 'lower', error_rate_target: 0.02, confidence_threshold: 0.6, error_rate_limit: 0.02 },
      { schema_id: 'review', error_rate_target: 0.02, confidence_threshold: 1, error_rate_limit: 0.02 },
      { schema_id: 'gains', error_rate_target: 0.1, confidence_threshold: 0.4, error_rate_limit: 0.1 },
    ])
  })
})

describe('fields of a schema', () => {
  const datapoint = (id: string, label: string, rir_field_names: string[] = []) =>
    ({ category: 'datapoint', type: 'string', id, label, rir_field_names }) as const
  const content: SchemaSection[] = [
    {
      category: 'section',
      id: 's',
      label: 'Basic',
      children: [
        datapoint('number', 'Number', ['document_id']),
        {
          category: 'multivalue',
          id: 'items',
          label: 'Items',
          children: { category: 'tuple', id: 'item', label: 'Item', children: [datapoint('code', 'Code')] },
        },
        { category: 'multivalue', id: 'notes', label: 'Notes', children: datapoint('note', 'Notes') },
      ],
    },
  ]
  it('are those of sections, tables and lists, in order', () =>
    expect(fieldsOf(content).map(({ field, table }) => [field.id, table?.id])).toEqual([
      ['number', undefined],
      ['code', 'items'],
      ['note', 'notes'],
    ]))
  it('have the name of their table, unless it is the same', () =>
    expect([...labelsOf(content).values()]).toEqual(['Number', 'Items · Code', 'Notes']))
  it('are found by the name of the engine', () => {
    expect(labelsByEngineName(content).get('document_id')).toBe('Number')
    expect(labelsByEngineName(content).get('code')).toBe('Items · Code')
  })
})
