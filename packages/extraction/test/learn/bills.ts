import { extractDocument } from '../../src/engine.ts'
import { makeLesson } from '../../src/learn/lesson.ts'
import type { ConfirmedValues, LearnedLayout, Lesson } from '../../src/learn/types.ts'
import type { Extraction, PageSource, ReadDocument } from '../../src/types.ts'
import { pageOf, type Placed } from '../pages.ts'

export interface Bill {
  number: string
  work: string
  due?: string
  /** Rows above the totals. */
  rows?: number
  /** Pixels by which the page was shifted. */
  shift?: number
  sender?: string
}

/** A bill whose labels are in no lexicon: `Chit` labels its number and `Reckoning` the agreed amount. A larger total is printed as well. */
export function aBill(
  { number, work, due = '900.00', rows = 2, shift = 0, sender = 'Quillfeather Bindery' }: Bill,
  source: PageSource = 'text',
): ReadDocument {
  const goods = Array.from({ length: rows }, (_, i): Placed => [
    80,
    400 + i * 30,
    `Volume bound in leather and cloth ${i + 1}`,
  ])
  const end = 460 + rows * 30
  const placed: Placed[] = [
    [80, 60, sender],
    [80, 86, '4 Sparrow Row, Dunmouth DN3 8QT'],
    [80, 112, `www.${sender.toLowerCase().replaceAll(' ', '')}.example`],
    [780, 60, 'Invoice number of your agent: 40-2291'],
    [780, 100, `Chit ${number}`],
    [780, 140, 'Date: 2026-02-03'],
    ...goods,
    [80, end, 'Grand total'],
    [1060, end, due],
    [80, end + 30, 'Reckoning of this work'],
    [1060, end + 30, work],
    [80, 1600, 'Paid work is kept for ninety days in the storehouse beside the harbour'],
  ]
  return pageOf(
    placed.map(([x, y, text]) => [x + shift, y + shift, text]),
    source,
  )
}

export const typed = (values: Record<string, string | null>): ConfirmedValues =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { value, page: null, position: null }]))

/** What a bill teaches if people confirm these values. */
export const lessonOf = (document: ReadDocument, values: Record<string, string | null>): Lesson =>
  makeLesson(document, typed(values), extractDocument(document))

/** What bills teach whose number and work people confirmed, the oldest first. */
export const lessonsOf = (...bills: Bill[]): Lesson[] =>
  bills.map((bill) => lessonOf(aBill(bill), { document_id: bill.number, amount_total: bill.work }))

export const layoutOf = (lessons: readonly Lesson[], id = 7): LearnedLayout => ({
  id,
  lessons: lessons.map((lesson) => ({ lesson, outcomes: {} })),
})

export const readWith = (document: ReadDocument, ...memory: LearnedLayout[]): Extraction =>
  extractDocument(document, { memory })
