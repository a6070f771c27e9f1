import { describe, expect, it } from 'vitest'
import { foldNumber, identityOf, type Identity } from '../../../src/rules/duplicates/identity.ts'
import { compareIdentities, comparePictured, sameSupplier } from '../../../src/rules/duplicates/same-invoice.ts'
import type { SchemaContent } from '../../../src/rules/schema/index.ts'

const field = (id: string, rir_field_names: string[] = [], type = 'string') => ({
  category: 'datapoint',
  id,
  label: id,
  type,
  rir_field_names,
})
const schemaOf = (...children: object[]) =>
  [{ category: 'section', id: 'head', label: 'Head', children }] as unknown as SchemaContent

describe('identityOf', () => {
  it('takes the values of fields by their sources, without any by their ids, and says from which', () => {
    const schema = schemaOf(
      field('no', ['rir:document_id']),
      field('sender_name'),
      field('tax', ['sender_vat_id']),
      field('sum', ['amount_total'], 'number'),
      field('day', ['date_issue'], 'date'),
      field('currency', ['currency'], 'enum'),
    )
    const fields = {
      no: [{ string: 'INV-2O26/017' }],
      sender_name: [{ string: 'Müller & Söhne, GmbH' }],
      tax: [{ string: 'DE 123 456 788' }],
      sum: [{ string: '1 190,00', number: 1190 }],
      day: [{ string: '3.11.2026', date: '2026-11-03' }],
      currency: [{ string: 'eur' }],
    }
    expect(identityOf(fields, schema)).toEqual({
      identity: {
        number: '1NV2026017',
        printed_number: 'INV-2O26/017',
        suppliers: ['vat:DE123456788', 'name:MULLER SOHNE GMBH'],
        amount: 1190,
        date: '2026-11-03',
        currency: 'EUR',
        kind: null,
      },
      origins: { number: ['no'], supplier: ['tax', 'sender_name'], amount: ['sum'], date: ['day'] },
    })
  })

  it('keeps the thousandths of amounts in dinars', () => {
    const schema = schemaOf(field('amount_total', [], 'number'))
    const amountOf = (number: number) =>
      identityOf({ amount_total: [{ string: String(number), number }] }, schema).identity.amount
    expect([amountOf(55.388), amountOf(55.3884), amountOf(0.1 + 0.2)]).toEqual([55.388, 55.388, 0.3])
  })

  it('ignores columns of tables, amounts of zero, dates that are none, and numbers without a digit', () => {
    const table = {
      category: 'multivalue',
      id: 'rows',
      label: 'Rows',
      children: { category: 'tuple', id: 'row', label: 'Row', children: [field('sender_name')] },
    }
    const schema = schemaOf(field('document_id'), field('amount_due', [], 'number'), field('date_issue'), table)
    const fields = {
      document_id: [{ string: 'none' }],
      amount_due: [{ string: '0', number: 0 }],
      date_issue: [{ string: 'today' }],
      sender_name: [{ string: 'ACME' }],
    }
    const { identity, origins } = identityOf(fields, schema)
    expect([identity.number, identity.amount, identity.date, identity.suppliers, origins]).toEqual([
      null, null, null, [], {},
    ]) /* prettier-ignore */
  })

  it.each([
    ['RE 2026-0O1', 'RE2026001'],
    ['l23', '123'],
    ['000 123', '123'],
    ['0', '0'],
    ['№ 7', 'N07'],
    ['draft', null],
  ])('folds the number %s', (text, folded) => expect(foldNumber(text)).toBe(folded))
})

describe('compareIdentities', () => {
  const invoice: Identity = {
    number: '2026017',
    printed_number: '2026-017',
    suppliers: ['vat:DE123456788', 'name:ACME GMBH'],
    amount: 1190,
    date: '2026-11-03',
    currency: 'EUR',
    kind: null,
  }
  const compare = (other: Partial<Identity>, mine: Partial<Identity> = {}) =>
    compareIdentities({ ...invoice, ...mine }, { ...invoice, ...other })
  const reasonOf = (...given: Parameters<typeof compare>) => compare(...given)?.reason ?? null

  it.each([
    ['the same number and supplier', {}, 'same_number'],
    ['a value that one of them does not have', { date: null, currency: null }, 'same_number'],
    ['another date', { date: '2026-11-20' }, 'reissued'],
    ['another amount', { amount: 1071 }, 'reissued'],
    ['another date of the next year and another amount', { date: '2027-10-03', amount: 5 }, null],
    ['the year of the date read wrongly', { date: '2020-11-03' }, 'reissued'],
    ['another currency', { currency: 'USD' }, 'reissued'],
    ['another supplier', { suppliers: ['vat:FR1', 'name:DUPONT SARL'] }, 'same_amount'],
    ['another supplier and amount', { suppliers: ['name:DUPONT SARL'], amount: 5 }, null],
    ['an unknown supplier and another date', { suppliers: [], date: '2026-11-20' }, null],
    ['another number: an invoice of each month', { number: '2026018', date: '2026-12-03' }, null],
    ['another number on the same day', { number: '2026018' }, null],
    ['the number with what is printed before it', { number: 'RE2026017' }, 'same_amount'],
    ['the number with what is printed after it', { number: '2026017DATE' }, 'same_amount'],
    ['the number with more of it, on another day', { number: '20260171', date: '2026-12-03' }, null],
    ['a number that is too short to be recognised in another one', { number: '17' }, null],
    ['no number', { number: null }, 'same_amount'],
    ['no number and another supplier', { number: null, suppliers: ['name:DUPONT SARL'] }, null],
    ['no number and no supplier', { number: null, suppliers: [] }, null],
    ['no number and another date', { number: null, date: '2026-11-20' }, null],
    ['another type of document', { kind: 'DELIVERY_NOTE' }, null, { kind: 'INVOICE' }],
  ] as [string, Partial<Identity>, string | null, Partial<Identity>?][])('%s', (_, other, reason, mine) => {
    expect(reasonOf(other, mine)).toBe(reason)
    // It does not matter which of them is the later one.
    expect(reasonOf(mine ?? {}, other)).toBe(reason)
  })

  it('says what is equal and what differs', () => {
    expect(compare({ amount: 1071, date: '2026-11-20' })).toEqual({
      reason: 'reissued',
      equal: ['number', 'supplier'],
      different: ['amount', 'date'],
    })
    expect(compare({ amount: 1071 })).toMatchObject({ equal: ['number', 'supplier', 'date'], different: ['amount'] })
  })
})

describe('comparePictured', () => {
  const page: Identity = {
    number: 'RE2026017',
    printed_number: 'RE-2026-017',
    suppliers: [],
    amount: 1190,
    date: '2026-11-03',
    currency: 'EUR',
    kind: null,
  }
  const NEITHER = { mineThere: false, theirsHere: false }
  const BOTH = { mineThere: true, theirsHere: true }
  it.each([
    ['the same number', {}, NEITHER, true],
    ['the same number and an amount that was read wrongly', { amount: 1.19 }, NEITHER, true],
    ['another number: an invoice of each month looks the same', { number: 'RE2026018' }, NEITHER, false],
    ['a number that names the other document', { number: 'RE2026018' }, { mineThere: true, theirsHere: false }, false],
    ['two numbers that stand on both', { number: '4711' }, BOTH, true],
    [
      'two numbers that stand on both, with a date that was read wrongly',
      { number: '4711', date: '2026-03-11' },
      BOTH,
      true,
    ],
    [
      'two numbers that stand on both, and nothing equal',
      { number: '4711', date: '2026-03-11', amount: 5 },
      BOTH,
      false,
    ],
    ['a number that was read with the word after it', { number: 'RE2026017DATE' }, NEITHER, true],
    ['a number that was read without its beginning', { number: '2026017' }, NEITHER, true],
    [
      'a number that begins like this one, on another day',
      { number: 'RE20260171', date: '2026-12-03' },
      NEITHER,
      false,
    ],
    ['no number, with this one on it', { number: null }, { mineThere: true, theirsHere: false }, true],
    ['no number, with this one on it and another date', { number: null, date: '2026-12-03' }, BOTH, false],
    ['no number, without this one on it', { number: null }, NEITHER, false],
    ['another type', { kind: 'ORDER' }, BOTH, false],
  ] as [string, Partial<Identity>, typeof BOTH, boolean][])('%s', (_, other, crossed, isSame) => {
    const mine = { ...page, kind: 'INVOICE' }
    const match = comparePictured(mine, { ...page, ...other }, crossed)
    expect(match?.reason ?? null).toBe(isSame ? 'same_picture' : null)
    const { mineThere, theirsHere } = crossed
    expect(comparePictured({ ...page, ...other }, mine, { mineThere: theirsHere, theirsHere: mineThere })).toEqual(
      match,
    )
  })

  it('without numbers, amount and date decide', () => {
    const unread = { ...page, number: null, printed_number: null }
    expect(comparePictured(unread, unread, NEITHER)?.reason).toBe('same_picture')
    expect(comparePictured(unread, { ...unread, date: null }, NEITHER)).toBeNull()
  })
})

describe('sameSupplier', () => {
  it.each([
    [['name:DOVAQUI COM INC'], ['name:DOVAQUI COM'], true],
    [['name:BELEL CREATIONS PETIT PHARE SARL'], ['name:BELEL CREATI0NS PETI PHARE SARL'], true],
    [['name:ACME GMBH'], ['name:APEX GMBH'], false],
    [['vat:DE1', 'name:ACME GMBH'], ['vat:DE1', 'name:READ WRONGLY'], true],
    [['vat:DE1'], ['vat:DE2'], false],
    [['vat:DE1'], ['iban:DE2'], null],
    [[], ['iban:DE2'], null],
  ] as [string[], string[], boolean | null][])('%j and %j', (one, two, same) => {
    expect(sameSupplier(one, two)).toBe(same)
    expect(sameSupplier(two, one)).toBe(same)
  })
})
