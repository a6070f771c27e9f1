import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import { extractDocument } from '../../src/engine.ts'
import { outcomesOf, describeLesson } from '../../src/learn/outcomes.ts'
import { recall } from '../../src/learn/recall.ts'
import type { Lesson } from '../../src/learn/types.ts'
import { pageOf, SMALL_INVOICE, type Placed } from '../pages.ts'
import { aBill, layoutOf, lessonOf, lessonsOf, readWith, typed } from './bills.ts'

const BILLS = [
  { number: 'QB-7701', work: '312.40' },
  { number: 'QB-7718', work: '287.15', rows: 5 },
  { number: 'QB-7722', work: '344.00', rows: 1 },
  { number: 'QB-7730', work: '290.75', rows: 9 },
  { number: 'QB-7741', work: '305.25', rows: 3 },
]
const NEXT = aBill({ number: 'QB-7755', work: '298.60', rows: 4 })
const right = { document_id: { value: 'QB-7755' }, amount_total: { value: '298.60' } }
const good = lessonsOf(...BILLS)

describe('a document of a learned layout', () => {
  it('is read as people confirmed two others', () => {
    expect(extractDocument(NEXT).fields).not.toMatchObject(right)
    const { fields, learned } = readWith(NEXT, layoutOf(good.slice(0, 2)))
    expect(fields).toMatchObject(right)
    expect(fields.amount_total).toMatchObject({
      text: '298.60',
      page: 1,
      evidence: { generator: 'learned.anchor', label: 'Reckoning of this work', layout: 7 },
    })
    expect(learned).toMatchObject({ layout: 7, proposals: { document_id: 'QB-7755', amount_total: '298.60' } })
  })

  it('gives the same result each time, in any order of the layouts', () => {
    const own = layoutOf(good.slice(0, 3))
    const other = layoutOf([lessonOf(pageOf(SMALL_INVOICE), { document_id: 'INV-20417' })], 3)
    const result = JSON.stringify(readWith(NEXT, own, other))
    expect(JSON.stringify(readWith(NEXT, other, own))).toBe(result)
    expect(JSON.parse(result)).toMatchObject({ learned: { layout: 7 } })
  })

  it('is surer of values with more confirmations, and less of those that people changed', () => {
    const sure = (count: number) => readWith(NEXT, layoutOf(good.slice(0, count))).fields.amount_total!.confidence
    expect(sure(5)).toBeGreaterThan(sure(2))
    const outcomes = (isHit: boolean) => ({
      id: 7,
      lessons: good.map((lesson) => ({ lesson, outcomes: { amount_total: isHit } })),
    })
    const [kept, changed] = [true, false].map(
      (isHit) => readWith(NEXT, outcomes(isHit)).fields.amount_total!.confidence,
    )
    expect(kept).toBeGreaterThan(changed!)
    expect(sure(5)).toBeLessThan(1)
  })

  it('is read without memory if it resembles no layout', () => {
    const invoice = pageOf(SMALL_INVOICE)
    expect(readWith(invoice, layoutOf(good))).toEqual(extractDocument(invoice))
  })
})

describe('a wrong confirmation', () => {
  const wrong = lessonOf(aBill(BILLS[2]!), { document_id: '40-2291', amount_total: '900.00' })

  it.each([0, 1, 2, 3, 4])('among five, at place %i, changes no value', (place) => {
    const lessons = good.map((lesson, i) => (i === place ? wrong : lesson))
    expect(readWith(NEXT, layoutOf(lessons)).fields).toMatchObject(right)
  })

  it('among five does not push a field below the unlearned result', () => {
    const invoice = (number: string): Placed[] =>
      SMALL_INVOICE.map(([x, y, text, size]) => (size ? [x, y, text, size] : [x, y, text.replace('INV-20417', number)]))
    const teach = (number: string, values: Record<string, string>) => lessonOf(pageOf(invoice(number)), values)
    const lessons = [
      ...['INV-1', 'INV-2', 'INV-3', 'INV-4'].map((number) =>
        teach(number, { document_id: number, date_issue: '2024-03-14', amount_total: '238.00' }),
      ),
      teach('INV-5', { document_id: 'PO-7781', date_issue: '2024-03-28', amount_total: '200.00' }),
    ]
    const document = pageOf(invoice('INV-66'))
    const [before, after] = [extractDocument(document).fields, readWith(document, layoutOf(lessons)).fields]
    for (const field of ['document_id', 'date_issue', 'amount_total'] as const)
      expect(after[field]?.value).toBe(before[field]?.value)
  })
})

describe('fading', () => {
  it('lets newer confirmations count more than older ones', () => {
    const taught = (work: boolean) =>
      BILLS.slice(0, 3).map((bill) => lessonOf(aBill(bill), { amount_total: work ? bill.work : '900.00' }))
    const shares = (lessons: Lesson[]) => {
      const { values } = recall(analyse(NEXT), [layoutOf(lessons)])!.fields.get('amount_total')!.support
      return ['298.60', '900.00'].map((value) => values.find((one) => one.value === value)!.share)
    }
    const [work, due] = shares([...taught(false), ...taught(true)])
    expect(work).toBeGreaterThan(due!)
    const [before, after] = shares([...taught(true), ...taught(false)])
    expect(after).toBeGreaterThan(before!)
  })

  it('ignores all but the ten newest', () => {
    const newest = Array.from({ length: 10 }, (_, i) => good[i % 5]!)
    const older = Array.from({ length: 12 }, () => lessonOf(aBill(BILLS[0]!), { amount_total: '900.00' }))
    expect(readWith(NEXT, layoutOf([...older, ...newest]))).toEqual(readWith(NEXT, layoutOf(newest)))
  })
})

describe('values that are the same in each document', () => {
  const confirmed = (sender: string) => ({ sender_name: sender, sender_address: '4 Sparrow Row, Dunmouth DN3 8QT' })
  const lessons = BILLS.slice(0, 2).map((bill) => lessonOf(aBill(bill), confirmed('Quillfeather Bindery')))

  it('are accepted where they are printed', () => {
    expect(readWith(NEXT, layoutOf(lessons)).fields).toMatchObject({
      sender_name: { value: 'Quillfeather Bindery', text: 'Quillfeather Bindery' },
      sender_address: { value: '4 Sparrow Row, Dunmouth DN3 8QT', position: [80, 86, 328, 102] },
    })
  })

  it('have the confirmed spelling if OCR misread a letter', () => {
    const misread = aBill({ number: 'QB-7755', work: '298.60', sender: 'Quillfeathcr Bindery' }, 'ocr')
    expect(readWith(misread, layoutOf(lessons)).fields.sender_name).toMatchObject({
      value: 'Quillfeather Bindery',
      text: 'Quillfeathcr Bindery',
    })
  })

  it('are not carried to a document of another sender', () => {
    const other = aBill({ number: 'M-1', work: '98.60', sender: 'Marigold Works' })
    const { fields, learned } = readWith(other, layoutOf(lessons))
    expect(learned).toBeDefined()
    expect(fields.sender_name?.value).not.toBe('Quillfeather Bindery')
  })
})

describe('a field that was confirmed empty', () => {
  it('stays empty', () => {
    const lessons = BILLS.slice(0, 3).map((bill) => lessonOf(aBill(bill), { document_id: null }))
    expect(extractDocument(NEXT).fields.document_id).toBeDefined()
    expect(readWith(NEXT, layoutOf(lessons)).fields.document_id).toBeUndefined()
  })
})

describe('what people read about a layout', () => {
  it('names the places of the values', () => {
    const lesson = lessonOf(aBill(BILLS[0]!), {
      document_id: 'QB-7701',
      amount_total: '312.40',
      date_due: null,
      sender_name: 'Somebody else',
    })
    expect(describeLesson(lesson)).toEqual({
      document_id: 'right of "Chit"',
      amount_total: 'right of "Reckoning of this work"',
      date_due: null,
      sender_name: 'not found on the page',
    })
  })

  it('compares proposals with confirmed values', () => {
    const proposals = { amount_total: '10.00', document_id: 'A 1', date_due: null, iban: 'X' }
    const values = typed({ amount_total: '10', document_id: 'A2', date_due: null })
    expect(outcomesOf(proposals, values)).toEqual({ amount_total: true, document_id: false, date_due: true })
  })
})

describe('a hostile document', () => {
  it('is described by a bounded number of words, candidates and positions', () => {
    const placed: Placed[] = []
    for (let y = 0; y < 150; y++) for (let x = 0; x < 60; x++) placed.push([x * 20, y * 11, `${x * y}.00`, 8])
    const huge = pageOf(placed)
    const lesson = lessonOf(huge, { amount_total: '100.00', document_id: '100.00', sender_name: 'A'.repeat(5000) })
    expect(JSON.stringify(lesson).length).toBeLessThan(20_000)
    expect(lesson.fields.amount_total!.anchors.length).toBeLessThanOrEqual(4)
    expect(lesson.fields.sender_name).toBeUndefined()
  })

  it('of one long line is read with memory', () => {
    const line: Placed[] = [[0, 10, Array.from({ length: 1_500 }, (_, i) => `Chit ${i}.10`).join(' ')]]
    const { pages } = aBill({ number: 'QB-1', work: '2.00' })
    const document = pageOf(line)
    document.pages.unshift(pages[0]!)
    expect(readWith(document, layoutOf(good)).learned?.layout).toBe(7)
  })
})
