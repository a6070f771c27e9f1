import { describe, expect, it } from 'vitest'
import { describeLines, type Placed } from '../pages.ts'

const HEAD: readonly Placed[] = [
  [80, 100, 'Northmoor Paper Ltd'],
  [80, 400, 'Total'],
  [1000, 400, '238.00'],
]
const featuresOf = (pieces: readonly Placed[], value: string, y: number): readonly string[] =>
  describeLines(...HEAD, ...pieces).byKind.amount.find(
    ({ candidate }) => candidate.value === value && candidate.box[1] === y,
  )!.features

describe('features of what is to be paid', () => {
  it('show a total that is repeated below, whatever its label is', () => {
    const features = featuresOf(
      [
        [80, 430, 'Kindly remit'],
        [1000, 430, '238.00'],
      ],
      '238.00',
      430,
    )
    expect(features).toContain('due:repeats-above')
    expect(featuresOf([], '238.00', 400)).not.toContain('due:repeats-above')
  })

  it('show the total without a payment, and with an earlier balance', () => {
    const pieces: readonly Placed[] = [
      [80, 430, 'Amount paid'],
      [1000, 430, '38.00'],
      [80, 460, 'Kindly remit'],
      [1000, 460, '200.00'],
    ]
    expect(featuresOf(pieces, '200.00', 460)).toContain('due:rest')
    const earlier: readonly Placed[] = [
      [80, 430, 'Previous balance'],
      [1000, 430, '12.00'],
      [80, 460, 'Kindly remit'],
      [1000, 460, '250.00'],
    ]
    expect(featuresOf(earlier, '250.00', 460)).toContain('due:with-earlier')
  })
})

describe('features of a rounded total', () => {
  it('show the sum before and after rounding to coins', () => {
    const pieces: readonly Placed[] = [
      [80, 430, 'Total'],
      [1000, 430, '31.47'],
      [80, 460, 'To coins'],
      [1000, 460, '31.45'],
    ]
    expect(featuresOf(pieces, '31.47', 430)).toContain('round:before')
    expect(featuresOf(pieces, '31.45', 460)).toContain('round:after')
    expect(featuresOf(pieces, '238.00', 400)).not.toContain('round:after')
  })
})

describe('features of a field that is not on the page', () => {
  it('tell a label that has a value from one in a sentence', () => {
    const absenceOf = (pieces: readonly Placed[]): readonly string[] => describeLines(...HEAD, ...pieces).absence
    const printed = absenceOf([
      [80, 430, 'Amount due'],
      [1000, 430, '238.00'],
    ])
    expect(printed).toContain('none:value:amount/due')
    expect(absenceOf([[80, 430, 'The amount due is above']])).not.toContain('none:value:amount/due')
  })
})
