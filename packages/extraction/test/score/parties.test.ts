import { describe, expect, it } from 'vitest'
import type { Answer } from '../../src/score/model.ts'
import { weighParties } from '../../src/score/parties.ts'
import { describeLines, type Placed } from '../pages.ts'

const parties = describeLines(
  [80, 100, 'Northmoor Paper Ltd'],
  [80, 120, '12 Mill Lane, Lower Marden LM1 7TE'],
  [80, 140, 'VAT no. GB 999 9999 73'],
  [80, 300, 'Harbour Books Ltd'],
  [80, 320, '4 Customs House Quay, Porthallow PL9 4QX'],
  [80, 340, 'VAT no. GB 123 4567 82'],
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

  it('lets the only VAT number be that of the buyer in whose block it is, and not of one beside it', () => {
    const weighOnly = (x: number): number => {
      const { byKind } = describeLines(
        [80, 100, 'Harbour Books Ltd'],
        [80, 120, '4 Customs House Quay'],
        [x, 140, 'VAT no. GB 999 9999 73'],
      )
      const [recipientName, recipientVat] = [answerOf('Harbour Books Ltd'), answerOf('GB999999973')]
      return weighParties(byKind)({ senderName: null, recipientName, senderVat: null, recipientVat })
    }
    expect(weighOnly(80)).toBeGreaterThan(0)
    expect(weighOnly(600)).toBeLessThan(-2)
  })

  it('compares a name with a number that are both on a page hundreds of times', () => {
    const lines = Array.from({ length: 1000 }, (_, i): Placed => {
      return [80, 100 + 20 * i, i % 2 === 0 ? 'Northmoor Paper Ltd' : 'VAT no. GB 999 9999 73']
    })
    const answers = { senderName: answerOf('Northmoor Paper Ltd'), senderVat: answerOf('GB999999973') }
    const weigh = weighParties(describeLines(...lines).byKind)
    expect(weigh({ ...answers, recipientName: null, recipientVat: null })).toBeGreaterThan(0)
  })

  it('reads the side in a label whose words were found as two labels', () => {
    const { byKind } = describeLines([80, 100, 'CLIENT VAT NUMBER'], [80, 120, 'PL7046055325'])
    const nothing = { senderName: null, recipientName: null, senderVat: null, recipientVat: null }
    expect(weighParties(byKind)({ ...nothing, senderVat: answerOf('PL7046055325') })).toBeLessThan(-2)
  })

  it('gives a VAT number to the side that its label names', () => {
    const { byKind } = describeLines(
      [80, 100, 'Papier Nord BV'],
      [80, 600, 'UW BTW NUMMER'],
      [80, 620, 'BE0882555389'],
      [600, 100, 'BTW: BE0505890632'],
    )
    const weigh = weighParties(byKind)
    const nothing = { senderName: null, recipientName: null, senderVat: null, recipientVat: null }
    expect(weigh({ ...nothing, recipientVat: answerOf('BE0882555389') })).toBeGreaterThan(0)
    expect(weigh({ ...nothing, senderVat: answerOf('BE0882555389') })).toBeLessThan(-2)
    expect(weigh({ ...nothing, senderVat: answerOf('BE0505890632') })).toBe(0)
  })

  it('gives a VAT number to the party under whose heading its block is', () => {
    const { byKind } = describeLines(
      [80, 100, 'Bill to:'],
      [80, 120, 'Harbour Books Ltd'],
      [80, 140, 'GB 999 9999 73'],
      [80, 300, 'Seller:'],
      [80, 320, 'Northmoor Paper Ltd'],
      [80, 340, 'GB 123 4567 82'],
    )
    const weigh = weighParties(byKind)
    const nothing = { senderName: null, recipientName: null, senderVat: null, recipientVat: null }
    const [buyer, seller] = [answerOf('GB999999973'), answerOf('GB123456782')]
    expect(weigh({ ...nothing, senderVat: seller, recipientVat: buyer })).toBeGreaterThan(0)
    expect(weigh({ ...nothing, senderVat: buyer, recipientVat: seller })).toBeLessThan(-2)
  })

  it('gives a name to the side whose label is directly before it', () => {
    const { byKind } = describeLines([80, 100, 'Seller: Northmoor Paper'], [80, 200, 'Customer: Harbour Books'])
    const weigh = weighParties(byKind)
    const nothing = { senderName: null, recipientName: null, senderVat: null, recipientVat: null }
    const [first, second] = [answerOf('Northmoor Paper'), answerOf('Harbour Books')]
    expect(weigh({ ...nothing, senderName: first, recipientName: second })).toBeGreaterThan(2)
    expect(weigh({ ...nothing, senderName: second, recipientName: first })).toBeLessThan(-2)
    const same = { senderName: answerOf('EURL MORIN CHAUFFAGE'), recipientName: answerOf('Chauffage Morin') }
    expect(weigh({ ...nothing, ...same })).toBeLessThan(-2)
    expect(weigh({ ...nothing, ...same, recipientName: answerOf('Chauffage Petit') })).toBe(0)
    const short = answerOf('Harbour Corp')
    expect(weigh({ ...nothing, senderName: short, recipientName: answerOf('Harbour Corporation') })).toBeLessThan(-5)
  })

  it('gives the name of an imprint to the seller, and not that of its bank', () => {
    const { byKind } = describeLines(
      [80, 100, 'Harbour Books Ltd'],
      [80, 120, '4 Customs House Quay, Porthallow PL9 4QX'],
      [80, 1600, 'Tannbach Papier GmbH · Gartenweg 12 · 48151 Neustadt · USt-IdNr. DE136695976'],
      [80, 1640, 'Volksbank Neustadt AG · IBAN DE89 3704 0044 0532 0130 00'],
      [80, 1680, 'Oldbridger Sparkasse, DE89 3704 0044 0532 0130 00'],
    )
    const weigh = weighParties(byKind)
    const nothing = { senderName: null, recipientName: null, senderVat: null, recipientVat: null }
    expect(weigh({ ...nothing, senderName: answerOf('Tannbach Papier GmbH') })).toBeGreaterThan(3)
    expect(weigh({ ...nothing, recipientName: answerOf('Tannbach Papier GmbH') })).toBeLessThan(-3)
    expect(weigh({ ...nothing, senderName: answerOf('Harbour Books Ltd') })).toBe(0)
    expect(weigh({ ...nothing, senderName: answerOf('Volksbank Neustadt AG') })).toBeLessThan(-2)
    expect(weigh({ ...nothing, senderName: answerOf('Oldbridger Sparkasse') })).toBeLessThan(-2)
  })

  it('gives the account to the seller', () => {
    const { byKind } = describeLines(
      [80, 100, 'Harbour Books'],
      [180, 1480, 'IBAN: DE89 3704 0044 0532 0130 00'],
      [80, 1500, 'Account holder: Northmoor Press'],
    )
    const weigh = weighParties(byKind)
    const nothing = { senderName: null, recipientName: null, senderVat: null, recipientVat: null }
    expect(weigh({ ...nothing, senderName: answerOf('Northmoor Press') })).toBeGreaterThan(1)
    expect(weigh({ ...nothing, senderName: answerOf('Harbour Books') })).toBe(0)
  })

  describe('of a recipient', () => {
    const weighLines = (...lines: Placed[]): ((name: string) => number) => {
      const weigh = weighParties(describeLines(...lines).byKind)
      return (name) => weigh({ senderName: null, recipientName: answerOf(name), senderVat: null, recipientVat: null })
    }

    it('rejects who holds the account that is to be paid', () => {
      const weight = weighLines(
        [80, 100, 'Harbour Books'],
        [180, 1480, 'IBAN: DE89 3704 0044 0532 0130 00'],
        [80, 1500, 'Account holder: Nora Quill'],
        [600, 1500, 'Payee: Northmoor Paper'],
      )
      expect(weight('Harbour Books')).toBe(0)
      expect(weight('Nora Quill')).toBeLessThan(-2)
      expect(weight('Northmoor Paper')).toBeLessThan(-2)
    })

    it('rejects the contact person or department on the line beside a company', () => {
      for (const [line, name] of [
        ['T.a.v. Crediteurenadministratie', 'T.a.v. Crediteurenadministratie'],
        ['z. Hd. Nora Quill', 'Nora Quill'],
        ['Attn: Nora Quill', 'Nora Quill'],
        ['Afd. Inkoop', 'Afd. Inkoop'],
      ] as const) {
        const beside = weighLines([80, 100, 'Tarvis'], [80, 120, line], [80, 140, '12 Mill Lane'])
        expect(beside(name)).toBeLessThan(-2)
        expect(beside('Tarvis')).toBe(0)
        expect(weighLines([80, 100, line], [80, 600, 'Tarvis'])(name)).toBe(0)
      }
    })

    it('prefers any name to the person beside it who has a form of address', () => {
      const weight = weighLines(
        [80, 100, 'Wasserwerk Tannbach'],
        [80, 120, 'Frau lic. phil. Nora Quill'],
        [80, 140, 'Inh. Petra Malá'],
        [80, 600, 'Frau Jana Malá'],
        [80, 620, '12 Mill Lane'],
      )
      expect(weight('Frau lic. phil. Nora Quill')).toBeLessThan(-2)
      expect(weight('Inh. Petra Malá')).toBeLessThan(-2)
      expect(weight('Wasserwerk Tannbach')).toBe(0)
      expect(weight('Frau Jana Malá')).toBe(0)
    })

    it('prefers an organization to the person above or below it', () => {
      const weight = weighLines(
        [80, 100, 'Nora Quill'],
        [80, 120, 'Universidad de Porthallow'],
        [80, 300, 'Petra Quill'],
        [80, 320, 'Lone Mesa Property Management'],
        [80, 600, 'Moravské Papírny v.o.s.'],
        [80, 620, 'Jana Malá'],
        [600, 600, 'Petr Novotný'],
        [600, 620, 'Na Příkopě 13'],
      )
      expect(weight('Nora Quill')).toBeLessThan(-2)
      expect(weight('Jana Malá')).toBeLessThan(-2)
      expect(weight('Petra Quill')).toBeLessThan(-2)
      expect(weight('Universidad de Porthallow')).toBe(0)
      expect(weight('Petr Novotný')).toBe(0)
    })

    it('rejects sentences, headings of addresses and the second line of a street', () => {
      const weight = weighLines(
        [80, 80, 'Adresse postale'],
        [80, 100, 'Papier Nord'],
        [80, 120, '1 rue du Port'],
        [80, 140, 'Bâtiment Papier Nord'],
        [80, 600, 'Bitte überweisen Sie den Betrag sofort.'],
        [80, 700, 'Studi di Carta S. Coop.'],
      )
      expect(weight('Adresse postale')).toBeLessThan(-2)
      expect(weight('Bâtiment Papier Nord')).toBeLessThan(-1)
      expect(weight('Bitte überweisen Sie den Betrag sofort.')).toBeLessThan(-2)
      expect(weight('Papier Nord')).toBe(0)
      expect(weight('Studi di Carta S. Coop.')).toBe(0)
    })

    it('prefers the name below the sender on one line in the window of an envelope', () => {
      const letter: Placed[] = [
        [80, 300, 'Tannbach Papier GmbH | Gartenweg 12 | 48151 Neustadt', 12],
        [80, 330, 'Nora Quill'],
        [80, 356, 'Bahnstr. 42'],
        [80, 382, '88802 Spielkreis'],
      ]
      expect(weighLines(...letter)('Nora Quill')).toBeGreaterThan(2)
      expect(weighLines(...letter.slice(1))('Nora Quill')).toBe(0)
      // The buyer sends orders.
      expect(weighLines([800, 60, 'Purchase order', 32], ...letter)('Nora Quill')).toBe(0)
    })
  })
})
