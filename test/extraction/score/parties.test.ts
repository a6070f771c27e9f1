import { describe, expect, it } from 'vitest'
import { analyse } from '../../../src/extraction/find/analyse.ts'
import { describeAll } from '../../../src/extraction/score/choose.ts'
import type { Answer } from '../../../src/extraction/score/model.ts'
import { weighParties } from '../../../src/extraction/score/parties.ts'
import { pageOf } from '../pages.ts'

const parties = describeAll(
  analyse(
    pageOf([
      [80, 100, 'Northmoor Paper Ltd'],
      [80, 120, '12 Mill Lane, Lower Marden LM1 7TE'],
      [80, 140, 'VAT no. GB 999 9999 73'],
      [80, 300, 'Harbour Books Ltd'],
      [80, 320, '4 Customs House Quay, Porthallow PL9 4QX'],
      [80, 340, 'VAT no. GB 123 4567 82'],
    ]),
  ),
).byKind
const answerOf = (value: string): Answer => ({ value, probability: 0.5, score: 0, best: undefined as never })

describe('weighParties', () => {
  it('gives a VAT number to the name that it is printed next to', () => {
    const weigh = weighParties(parties)
    const names = { senderName: answerOf('Northmoor Paper Ltd'), recipientName: answerOf('Harbour Books Ltd') }
    const [first, second] = [answerOf('GB999999973'), answerOf('GB123456782')]
    expect(weigh({ ...names, senderVat: first, recipientVat: second })).toBeGreaterThan(0)
    expect(weigh({ ...names, senderVat: second, recipientVat: first })).toBeLessThan(0)
  })

  it('does not give one VAT number to both, and the only one not to the buyer alone', () => {
    const only = { ...parties, vat: parties.vat.filter(({ candidate }) => candidate.value === 'GB999999973') }
    const weigh = weighParties(only)
    const vat = answerOf('GB999999973')
    const nothing = { senderName: null, recipientName: null, senderVat: null, recipientVat: null }
    expect(weigh({ ...nothing, senderVat: vat })).toBe(0)
    expect(weigh({ ...nothing, recipientVat: vat })).toBeLessThan(-2)
    expect(weigh({ ...nothing, senderVat: vat, recipientVat: vat })).toBeLessThan(-5)
  })

  it('gives a VAT number to the side that its label names', () => {
    const { byKind } = describeAll(
      analyse(
        pageOf([
          [80, 100, 'Papier Nord BV'],
          [80, 600, 'UW BTW NUMMER'],
          [80, 620, 'BE0882555389'],
          [600, 100, 'BTW: BE0505890632'],
        ]),
      ),
    )
    const weigh = weighParties(byKind)
    const nothing = { senderName: null, recipientName: null, senderVat: null, recipientVat: null }
    expect(weigh({ ...nothing, recipientVat: answerOf('BE0882555389') })).toBeGreaterThan(0)
    expect(weigh({ ...nothing, senderVat: answerOf('BE0882555389') })).toBeLessThan(-2)
    expect(weigh({ ...nothing, senderVat: answerOf('BE0505890632') })).toBe(0)
  })

  it('gives a name to the side whose label is directly before it', () => {
    const { byKind } = describeAll(
      analyse(
        pageOf([
          [80, 100, 'Seller: Northmoor Paper'],
          [80, 200, 'Customer: Harbour Books'],
        ]),
      ),
    )
    const weigh = weighParties(byKind)
    const nothing = { senderName: null, recipientName: null, senderVat: null, recipientVat: null }
    const [first, second] = [answerOf('Northmoor Paper'), answerOf('Harbour Books')]
    expect(weigh({ ...nothing, senderName: first, recipientName: second })).toBeGreaterThan(2)
    expect(weigh({ ...nothing, senderName: second, recipientName: first })).toBeLessThan(-2)
    const short = answerOf('Harbour Corp')
    expect(weigh({ ...nothing, senderName: short, recipientName: answerOf('Harbour Corporation') })).toBeLessThan(-5)
  })
})
