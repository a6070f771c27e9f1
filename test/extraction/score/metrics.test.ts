import { describe, expect, it } from 'vitest'
import { isRight } from '../../../bench/extraction/match.ts'
import { automation, macroScore, type Observation } from '../../../bench/extraction/metrics.ts'
import { binsOf, errorOf } from '../../../bench/extraction/reliability.ts'
import { languageFoldOf } from '../../../scripts/train/protocols.ts'
import { foldGroups } from '../../../scripts/train/cross-validate.ts'
import { numbersOf } from '../../../scripts/train/feature-names.ts'
import { fit } from '../../../scripts/train/fit.ts'

const seen = (group: string, right: boolean, confidence = 0.9, predicted = true): Observation => ({
  group,
  source: group,
  truth: true,
  predicted,
  right,
  confidence,
})

describe('the benchmark metrics', () => {
  it('are averaged over groups, not documents', () => {
    const observations = [...Array.from({ length: 9 }, () => seen('large', true)), seen('small', false)]
    expect(macroScore(observations)).toMatchObject({ precision: 0.5, recall: 0.5, f1: 0.5, groups: 2 })
  })

  it('count a prediction without a known value as wrong', () => {
    expect(
      macroScore([{ group: 'a', source: 'a', truth: false, predicted: true, right: false, confidence: 1 }]).f1,
    ).toBe(0)
  })

  it('measure the calibration error of confidence', () => {
    expect(errorOf(binsOf([seen('a', true, 0.85), seen('a', false, 0.85)]))).toBeCloseTo(0.35)
  })

  it('choose the threshold of a group from the other groups', () => {
    // c passes because all others are right; for the others c sets the threshold to 0.9, which d does not reach
    const observations = [seen('a', true, 0.9), seen('b', true, 0.9), seen('c', false, 0.5), seen('d', true, 0.4)]
    expect(automation(observations)).toEqual({ share: 0.75, reached: 2 / 3 })
  })

  it('compare values after normalisation', () => {
    expect(isRight('amount_total', '12.5', -12.5)).toBe(true)
    expect(isRight('invoice_id', 'INV-1 00', 'inv-100')).toBe(true)
    expect(isRight('sender_name', 'TANNBACH PAPIER GMBH', 'Tannbach Papier GmbH')).toBe(true)
    expect(isRight('sender_name', 'Tannbach', 'Tannbach Papier GmbH')).toBe(false)
  })
})

describe('training', () => {
  const documentOf = (group: string, language = 'en') => ({
    entry: { group, language, source: group, section: 'real' as const, truth: {}, visible: [], absent: [] },
    candidates: {} as never,
    absence: new Int32Array(),
    weight: 1,
    receipt: false,
  })

  it('keeps the documents of a group in one fold', () => {
    const documents = ['a', 'a', 'a', 'b', 'c', 'c'].map((group) => documentOf(group))
    const folds = foldGroups(documents, 2)
    expect([folds.get('a'), folds.get('b')].sort()).toEqual([0, 1])
    expect(folds.size).toBe(3)
  })

  it('keeps the documents of a language in one fold, whatever their groups', () => {
    const documents = ['de', 'en', 'de', 'fr', 'de'].map((language, index) => documentOf(`group-${index}`, language))
    const foldOf = languageFoldOf(documents, 2)
    expect(['de', 'en', 'fr'].map(foldOf)).toEqual(['languages-0', 'languages-1', 'languages-1'])
  })

  it('learns features of the right candidate, and ignores features of a single group', () => {
    const examples = ['a', 'b', 'c', 'd'].map((group) => ({
      group,
      weight: 1,
      candidates: [numbersOf(['label:total', `sender:${group}`]), numbersOf(['label:other'])],
      absence: numbersOf([`none:sender:${group}`]),
      right: [0],
    }))
    const model = fit(examples)
    expect(model.weights['label:total']).toBeGreaterThan(model.weights['label:other']! + 1)
    expect(Object.keys(model.weights).sort()).toEqual(['label:other', 'label:total'])
    expect(fit(examples)).toEqual(model)
  })
})
