import { describe, expect, it } from 'vitest'
import { textsOf } from '../messages.ts'
import { digitsFor, reasonGroups, reasonSentence } from '../src/screens/review/side/blockers.ts'

const english = textsOf('en')
const share = (value: number, digits: number) => `${(value * 100).toFixed(digits)} %`
const sentences = (content: Record<string, unknown>[]) =>
  reasonGroups(content).flatMap(({ type, reasons }) =>
    reasons.map((reason) => {
      const { key, values } = reasonSentence(type, reason, share)
      return english[key]!.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    }),
  )
const item = (type: string, details: Record<string, unknown>) => ({
  level: 'datapoint',
  type,
  schema_id: 'sender_name',
  samples: [{ datapoint_id: 7, details }],
  samples_truncated: false,
})

describe('reasons against automation', () => {
  it('name confidence and threshold as percentages', () => {
    expect(sentences([item('low_score', { score: 0.62, threshold: 0.8 })])).toEqual(['confidence 62 %, threshold 80 %'])
  })
  it('show as many digits as two percentages need to differ', () => {
    expect(sentences([item('low_score', { score: 0.798, threshold: 0.8 })])).toEqual([
      'confidence 79.8 %, threshold 80.0 %',
    ])
    expect(digitsFor(0.8, 0.8)).toBe(0)
    expect(digitsFor(0.8, 0.800001)).toBe(3)
  })
  it('name the check that failed, and say plainly that rows are missing', () => {
    expect(sentences([item('failed_checks', { validation: 'iban' })])).toEqual(['the check “iban” has failed'])
    expect(sentences([item('failed_checks', { validation: 'min_occurrences' })])).toEqual([
      'fewer rows than the queue expects',
    ])
  })
  it('quote the messages of checks, hooks and rules', () => {
    expect(sentences([item('error_message', { message_content: ['Too high.', 'Too late.'] })])).toEqual([
      'Too high. Too late.',
    ])
    expect(sentences([{ level: 'annotation', type: 'extension', details: { content: ['New supplier.'] } }])).toEqual([
      'A hook or a rule asks for a check: New supplier.',
    ])
  })
  it('name the documents of which this one is a duplicate', () => {
    const duplicates = [{ annotation: '/api/v1/annotations/5', reason: 'same_values', schema_ids: ['total'] }]
    expect(reasonGroups([{ level: 'annotation', type: 'is_duplicate', details: { duplicates } }])).toMatchObject([
      {
        reasons: [
          { duplicates: [{ annotation: '/api/v1/annotations/5', reason: 'same_values', schemaIds: ['total'] }] },
        ],
      },
    ])
  })
  it('about the whole document come first', () => {
    const groups = reasonGroups([item('low_score', {}), { level: 'annotation', type: 'automation_disabled' }])
    expect(groups.map(({ type }) => type)).toEqual(['automation_disabled', 'low_score'])
    expect(groups[0]!.reasons).toEqual([
      { nodeId: null, texts: [], score: null, threshold: null, check: null, value: null, duplicates: [] },
    ])
  })
  it('keep the id of each value, and that there are more', () => {
    const samples = [{ datapoint_id: 1 }, { datapoint_id: 2 }]
    const [group] = reasonGroups([
      { level: 'datapoint', type: 'no_validation_sources', schema_id: 'quantity', samples, samples_truncated: true },
    ])
    expect(group).toMatchObject({ schemaId: 'quantity', isTruncated: true })
    expect(group!.reasons.map(({ nodeId }) => nodeId)).toEqual([1, 2])
  })
  it('accept a single sample without a list, and leave out fields without samples', () => {
    const single = { ...item('low_score', {}), samples: { datapoint_id: 3, details: { score: 0.1, threshold: 0.5 } } }
    expect(sentences([single, { ...single, samples: [] }])).toEqual(['confidence 10 %, threshold 50 %'])
  })
  it('of an unknown type are named by it', () => {
    expect(sentences([{ level: 'annotation', type: 'too_late', details: {} }])).toEqual(['Another reason: too late. '])
  })
})
