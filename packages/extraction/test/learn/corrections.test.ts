import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import { makeLesson } from '../../src/learn/lesson.ts'
import type { RecalledField } from '../../src/learn/recall.ts'
import { trimAddress } from '../../src/learn/trim.ts'
import type { FieldLesson } from '../../src/learn/types.ts'
import type { Extraction } from '../../src/types.ts'
import { pageOf, type Placed, SMALL_INVOICE } from '../pages.ts'
import { aBill, layoutOf, lessonOf, readWith } from './bills.ts'

const recalled = (lessons: Partial<FieldLesson>[]): RecalledField => ({
  lessons: lessons.map((lesson) => ({ lesson: { value: null, anchors: [], printed: true, ...lesson }, weight: 1 })),
  support: { values: [], empty: 0, count: lessons.length },
  hits: 0,
  misses: 0,
  sameSender: true,
})

const trimmed = (value: string, lessons: Partial<FieldLesson>[]): string => {
  const fields = { recipient_address: { value } } as Extraction['fields']
  trimAddress('recipient_address', fields, recalled(lessons))
  return fields.recipient_address!.value
}

describe('an address', () => {
  const lessons = [
    { read: 'Hof 2, 1010 Wien, Österreich, Rechnung Nr. 17', value: 'Hof 2, 1010 Wien' },
    { read: 'Hof 2, 1010 Wien, Österreich, Rechnung Nr. 18', value: 'Hof 2, 1010 Wien' },
  ]

  it('is read without the parts that users removed from others', () => {
    expect(trimmed('Ring 9, 5020 Salzburg, Österreich, Rechnung Nr. 19', lessons)).toBe('Ring 9, 5020 Salzburg')
  })

  it('keeps parts with other words, and its last one', () => {
    expect(trimmed('Ring 9, 5020 Salzburg', lessons)).toBe('Ring 9, 5020 Salzburg')
    expect(trimmed('Österreich', lessons)).toBe('Österreich')
  })

  it('keeps what only one of three users removed', () => {
    const more = [...lessons.slice(1), { read: 'Hof 2, 1010 Wien, Österreich', value: 'Hof 2, 1010 Wien, Österreich' }]
    expect(trimmed('Ring 9, 5020 Salzburg, Österreich', [...more, more[1]!])).toBe('Ring 9, 5020 Salzburg, Österreich')
  })
})

describe('a value that is the same in each document', () => {
  it('has the spelling that users gave it', () => {
    const document = pageOf(SMALL_INVOICE)
    const { value } = extractDocument(document).fields.sender_name!
    const lessons = [1, 2].map(() => lessonOf(document, { sender_name: value.toUpperCase() }))
    expect(readWith(document, layoutOf(lessons)).fields.sender_name!.value).toBe(value.toUpperCase())
    expect(value.toUpperCase()).not.toBe(value)
  })
})

describe('a field that was confirmed empty', () => {
  const withDue = pageOf(SMALL_INVOICE)
  const withoutDue = pageOf(SMALL_INVOICE.filter(([, , text]: Placed) => !/due|28/i.test(text)))
  const due = (lessons: ReturnType<typeof lessonOf>[]) => readWith(withDue, layoutOf(lessons)).fields.date_due?.value

  it('is read when a document has a value, unless users had removed such a value', () => {
    expect(extractDocument(withoutDue).fields.date_due).toBeUndefined()
    const { value } = extractDocument(withDue).fields.date_due!
    expect(due([1, 2, 3, 4, 5].map(() => lessonOf(withoutDue, { date_due: null })))).toBe(value)
    expect(due([1, 2, 3, 4, 5].map(() => lessonOf(withDue, { date_due: null })))).toBeUndefined()
  })
})

describe('an amount', () => {
  it('with more figures than those of the lessons is read as a whole', () => {
    const lessons = ['312.40', '287.15', '344.00'].map((work, i) =>
      lessonOf(aBill({ number: `QB-770${i}`, work }), { amount_total: work }),
    )
    const next = aBill({ number: 'QB-7755', work: '41 298.60' })
    expect(readWith(next, layoutOf(lessons)).fields.amount_total?.value).toBe('41298.60')
  })

  it('is learned less from the position of another field with the same value', () => {
    const bill = aBill({ number: 'QB-7701', work: '312.40', due: '312.40' })
    const [due, work] = bill.pages[0]!.words.filter(({ text }) => text === '312.40')
    const at = (word: typeof due) => ({ value: '312.40', page: 1, position: word!.box })
    const { fields } = makeLesson(bill, { amount_total: at(work), amount_due: at(due) }, { fields: {} })
    const weights = (field: 'amount_total' | 'amount_due') =>
      fields[field]!.anchors.map(({ place, weight }) => [place.left, weight])
    expect(weights('amount_total')).toEqual([
      ['of this work', 2],
      ['grand total', 0.3],
    ])
    expect(weights('amount_due')).toEqual([
      ['grand total', 2],
      ['of this work', 0.3],
    ])
  })
})

describe('a value that looks like a pattern', () => {
  it.each(['(a+)+$', '.*', '[', '\\', '$&', '__proto__'])('%s is a text like any other', (value) => {
    const bill = aBill({ number: 'QB-7701', work: '312.40' })
    const lessons = [1, 2, 3].map(() => lessonOf(bill, { document_id: value, sender_name: value, currency: value }))
    const { fields } = readWith(bill, layoutOf(lessons))
    expect([fields.document_id?.value, fields.sender_name?.value]).not.toContain(value)
  })
})
