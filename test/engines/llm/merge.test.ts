import { describe, expect, it } from 'vitest'
import { mergeAnswers } from '../../../src/engines/llm/merge.ts'
import type { GroundedValue } from '@sheaf/extraction/claims'
import type { ExtractedValue, Extraction, HeaderField } from '@sheaf/extraction/types'
import { anExtraction, extractedValue } from '../../workflows/fake-documents.ts'

/** The model's own probability is true. */
const exact = { model: 'm', all: { x: [0, 1], y: [0, 1] }, fields: {} }

const answer = (text: string, probability: number, doubtful = false): GroundedValue => ({
  text,
  value: text,
  page: 2,
  position: [1, 2, 3, 4],
  probability,
  doubtful,
})

function merge(
  fields: Extraction['fields'],
  answers: Partial<Record<HeaderField, GroundedValue>>,
  calibration: typeof exact = exact,
  alternatives?: Extraction['alternatives'],
) {
  const before = { ...anExtraction(fields), ...(alternatives ? { alternatives } : {}) }
  const kept = structuredClone(before)
  const { extraction, results } = mergeAnswers(before, answers, calibration)
  expect(before).toEqual(kept)
  return { ...extraction, results }
}

describe('an answer of the model', () => {
  it('fills an empty field, with its place on the page and the calibrated confidence', () => {
    const { fields, results, engine } = merge({}, { order_id: answer('PO-1', 0.8) })
    expect(fields.order_id).toEqual({
      text: 'PO-1',
      value: 'PO-1',
      confidence: 0.8,
      page: 2,
      position: [1, 2, 3, 4],
      evidence: { generator: 'llm' },
    })
    expect(results).toEqual(['filled'])
    expect(engine.version).toBe('1+llm')
  })

  it('never has a confidence above 0.95, whatever the model and the calibration say', () => {
    expect(merge({}, { order_id: answer('PO-1', 1) }).fields.order_id?.confidence).toBe(0.95)
    const other = merge({ order_id: extractedValue('PO-2', 0.1) }, { order_id: answer('PO-1', 1) })
    expect(other.fields.order_id).toMatchObject({ value: 'PO-1' })
    expect(other.fields.order_id!.confidence).toBeLessThanOrEqual(0.95)
  })

  it('that is the value of the extractor raises its confidence by at most half of the doubt', () => {
    const { fields, results } = merge(
      { order_id: extractedValue('PO-1', 0.6), amount_total: extractedValue('119.00', 0.96) },
      { order_id: answer('po-1', 0.5), amount_total: answer('119', 1) },
    )
    expect(fields.order_id).toMatchObject({ text: 'PO-1', page: 1, confidence: 0.7 })
    expect(fields.order_id?.evidence).toEqual({ generator: 'test', checks: ['llm'] })
    expect(fields.amount_total?.confidence).toBe(0.979)
    expect(results).toEqual(['agreed', 'agreed'])
  })

  it('that is less probable than the value of the extractor becomes an alternative, and costs it a little', () => {
    const { fields, alternatives, results } = merge(
      { order_id: extractedValue('PO-1', 0.9) },
      { order_id: answer('PO-2', 0.5) },
    )
    expect(fields.order_id).toMatchObject({ value: 'PO-1', confidence: 0.8182 })
    expect(alternatives?.order_id).toMatchObject([
      { value: 'PO-2', confidence: 0.0909, evidence: { generator: 'llm' } },
    ])
    expect(results).toEqual(['alternative'])
  })

  it('that is more probable replaces the value, which becomes an alternative', () => {
    const { fields, alternatives, results } = merge(
      { order_id: extractedValue('PO-1', 0.4) },
      { order_id: answer('PO-2', 0.8) },
    )
    expect(fields.order_id).toMatchObject({ value: 'PO-2', confidence: 0.7059, evidence: { generator: 'llm' } })
    expect(alternatives?.order_id).toMatchObject([{ value: 'PO-1', confidence: 0.1176 }])
    expect(results).toEqual(['replaced'])
  })

  it('that was an alternative is listed once, and the most probable alternatives remain', () => {
    const others = [5, 4, 3, 2, 1].map((n) => extractedValue(`PO-${n}`, n / 100))
    const { alternatives } = merge(
      { order_id: extractedValue('PO-9', 0.9) },
      { order_id: answer('PO-3', 0.6) },
      exact,
      { order_id: others },
    )
    expect(alternatives?.order_id?.map(({ value }) => value)).toEqual(['PO-3', 'PO-5', 'PO-4', 'PO-2', 'PO-1'])
    const filled = merge({}, { order_id: answer('PO-1', 0.8) }, exact, { order_id: [extractedValue('PO-1', 0.1)] })
    expect(filled).not.toHaveProperty('alternatives')
  })

  it('that is too improbable for a value is only an alternative', () => {
    const { fields, alternatives } = merge({}, { order_id: answer('PO-1', 0.39) })
    expect(fields.order_id).toBeUndefined()
    expect(alternatives?.order_id).toMatchObject([{ value: 'PO-1', confidence: 0.39 }])
  })

  it('with wrong check digits stays doubtful, also if both agree', () => {
    const { fields } = merge(
      { iban: extractedValue('DE1', 0.45) },
      { iban: answer('DE1', 0.9, true), bic: answer('X', 0.9, true) },
    )
    expect(fields).toMatchObject({ iban: { confidence: 0.45 }, bic: { confidence: 0.5 } })
  })

  it.each<[string, ExtractedValue['evidence']]>([
    ['of an attached e-invoice', { generator: 'xml.cii' }],
    ['of a payment code', { generator: 'code.epc' }],
    ['that a payment code confirms', { generator: 'id.token', checks: ['qr'] }],
    ['that a payment code contradicts', { generator: 'id.token', checks: ['qr-disagrees'] }],
  ])('changes no value %s', (_, evidence) => {
    const stated: ExtractedValue = { ...extractedValue('PO-1', 0.5), evidence }
    for (const text of ['PO-1', 'PO-2']) {
      const { fields, results } = merge({ order_id: stated }, { order_id: answer(text, 0.9) })
      expect(fields.order_id).toEqual(stated)
      expect(results).toEqual([])
    }
  })

  it('takes part in the checks', () => {
    const amounts = { amount_total_base: answer('100.00', 0.8), amount_total_tax: answer('19.00', 0.8) }
    expect(merge({}, amounts).checks.map(({ name }) => name)).toEqual(['total=base+tax'])
  })
})
