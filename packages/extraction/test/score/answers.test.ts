import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import type { Trained } from '../../src/model/index.ts'
import { addScored } from '../../src/score/answers.ts'
import { describeAll } from '../../src/score/choose.ts'
import type { Distributions } from '../../src/score/joint.ts'
import type { Extraction } from '../../src/types.ts'
import { pageOf } from '../pages.ts'

const analysis = analyse(
  pageOf([
    [80, 100, 'Invoice no. 4711'],
    [80, 130, 'Total 119.00'],
  ]),
)
const { byKind } = describeAll(analysis)
// Without a curve, the confidence is the probability.
const trained = { models: {}, calibration: {}, version: 'test' } as unknown as Trained

const fill = (probability: number): Pick<Required<Extraction>, 'fields' | 'alternatives'> => {
  const distributionOf = (kind: 'id' | 'amount', value: string) => {
    const best = byKind[kind].find(({ candidate }) => candidate.value === value)!
    return { answers: [{ value, probability, score: 0, best }], none: 1 - probability }
  }
  const distributions: Distributions = {
    document_id: distributionOf('id', '4711'),
    amount_due: distributionOf('amount', '119.00'),
  }
  const filled: Pick<Required<Extraction>, 'fields' | 'alternatives'> = { fields: {}, alternatives: {} }
  addScored(filled.fields, filled.alternatives, analysis, distributions, trained)
  return filled
}

describe('addScored', () => {
  it('fills fields from a confidence of .4 on, and amounts from .5 on', () => {
    expect(Object.keys(fill(0.35).fields)).toEqual([])
    expect(Object.keys(fill(0.45).fields)).toEqual(['document_id'])
    expect(Object.keys(fill(0.55).fields)).toEqual(['document_id', 'amount_due'])
  })

  it('offers what it does not fill as an alternative', () => {
    const { fields, alternatives } = fill(0.45)
    expect(alternatives.amount_due?.[0]?.value).toBe('119.00')
    expect(fields.document_id?.value).toBe('4711')
    expect(alternatives.document_id).toBeUndefined()
  })
})
