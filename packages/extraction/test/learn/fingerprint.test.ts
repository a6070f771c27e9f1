import { describe, expect, it } from 'vitest'
import {
  fingerprint,
  identifiersIn,
  sameSender,
  searchKeys,
  similarity,
  withoutIdentifiers,
} from '../../src/learn/fingerprint.ts'
import { pageOf, type Placed, SMALL_INVOICE } from '../pages.ts'
import { aBill } from './bills.ts'

const bill = fingerprint(aBill({ number: 'QB-7701', work: '312.40' }))

describe('fingerprint', () => {
  it('is the same for other values, and similar with other rows and a shifted page', () => {
    expect(fingerprint(aBill({ number: 'QB-9', work: '1.50' }))).toEqual(bill)
    const longer = fingerprint(aBill({ number: 'QB-7718', work: '287.15', rows: 25, shift: 40 }))
    expect(similarity(bill, longer)).toBeGreaterThan(0.9)
  })

  it('is different for another layout', () => {
    expect(similarity(bill, fingerprint(pageOf(SMALL_INVOICE)))).toBeLessThan(0.3)
  })

  it('recognizes the sender by what identifies a company', () => {
    expect(identifiersIn('VAT ID: DE136695976 IBAN: DE89 3704 0044 0532 0130 00')).toEqual([
      'vat:DE136695976',
      'iban:DE89370400440532013000',
      'no:136695976',
    ])
    expect(identifiersIn('info@tannbach.example, www.tannbach.example, me@gmail.com')).toEqual([
      'host:tannbach.example',
      'host:tannbach.example',
    ])
    const other = fingerprint(aBill({ number: 'QB-1', work: '2.00', sender: 'Marigold Works' }))
    expect([sameSender(bill, bill), sameSender(bill, other)]).toEqual([true, false])
    expect(similarity(bill, other)).toBeLessThan(1)
  })

  it('leaves out what identifies the recipient', () => {
    const document = pageOf(SMALL_INVOICE)
    const print = fingerprint(document)
    const without = withoutIdentifiers(print, ['DE136695976', 'Oakline Services Ltd'])
    expect(without.strong.length).toBeLessThan(print.strong.length)
    expect(without.words.length).toBeLessThan(print.words.length)
  })

  it('has search keys in common with similar documents only', () => {
    const shared = (a: number[], b: number[]) => a.filter((key) => b.includes(key)).length
    const keys = searchKeys(bill)
    expect(shared(keys, searchKeys(fingerprint(aBill({ number: 'X-1', work: '3.00', rows: 6 }))))).toBeGreaterThan(5)
    expect(shared(keys, searchKeys(fingerprint(pageOf(SMALL_INVOICE))))).toBeLessThan(3)
    expect(keys.every((key) => Number.isInteger(key) && key >= 0 && key < 2 ** 31)).toBe(true)
  })

  it('resembles that of a document with many other goods', () => {
    const goods = (count: number, seed: number): Placed[] =>
      Array.from({ length: count }, (_, i) => [80, 700 + i * 20, `${made(seed + 3 * i)} ${made(seed + 3 * i + 1)}`])
    const made = (n: number) => [...String(n * 7919 + 104729)].map((digit) => 'bdfgklmnpr'[Number(digit)]).join('')
    const head: Placed[] = ['Harbour Bindery and Stationers', 'Invoice with terms below', 'Volume Pieces Price'].map(
      (text, i) => [80, 60 + i * 30, text],
    )
    const like = (a: Placed[], b: Placed[]) => similarity(fingerprint(pageOf(a)), fingerprint(pageOf(b)))
    expect(like([...head, ...goods(20, 1)], [...head, ...goods(25, 50_000)])).toBeGreaterThan(0.5)
    expect(like([...head, ...goods(20, 1)], [...head, ...goods(600, 50_000)])).toBeGreaterThan(0.5)
    expect(like(goods(20, 1), goods(25, 50_000))).toBeLessThan(0.2)
  })

  it('of a page without words is like no other', () => {
    const empty = fingerprint(pageOf([]))
    expect([similarity(empty, empty), searchKeys(empty)]).toEqual([0, []])
  })
})
