import './support/browser.ts'
import { signal } from '@preact/signals'
import { expect, it } from 'vitest'
import { nextOrder, orderOf, setOrder, topOf } from '../src/screens/review/fields/order.ts'
import type { Review } from '../src/screens/review/store/review.ts'
import { field } from './support/content.ts'

/** Fields 1 (sure), 2 (to check), 3 (to check, in a row of a table). */
const reviewOf = (state: { 2: string }): Review =>
  ({
    uncertainOnly: signal(false),
    fields: signal([1, 2, 3].map((id) => ({ id, schema: field(`f${id}`), rowId: id === 3 ? 9 : null }))),
    stateOf: ({ id }: { id: number }) => (id === 1 ? 'sure' : id === 2 ? state[2] : 'uncertain'),
  }) as unknown as Review

it('goes through the three orders', () =>
  expect((['form', 'first', 'only'] as const).map(nextOrder)).toEqual(['first', 'only', 'form']))

it('fixes the fields on top when the order is chosen, without cells of tables', () => {
  const state = { 2: 'uncertain' }
  const review = reviewOf(state)
  setOrder(review, 'first')
  state[2] = 'checked'
  expect(orderOf(review)).toBe('first')
  expect([...topOf(review).value!]).toEqual([2])
  setOrder(review, 'only')
  expect([orderOf(review), topOf(review).value]).toEqual(['only', null])
})
