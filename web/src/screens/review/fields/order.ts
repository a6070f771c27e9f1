/** In which order the form shows its fields: as the schema has them, those to check first, or only those. */
import { signal, type Signal } from '@preact/signals'
import type { FieldView } from '../model/content.ts'
import { needsReview } from '../model/state.ts'
import type { Review } from '../store/review.ts'

export const ORDERS = ['form', 'first', 'only'] as const
export type Order = (typeof ORDERS)[number]

export const nextOrder = (order: Order): Order => ORDERS[(ORDERS.indexOf(order) + 1) % ORDERS.length]!

/** Ids of the fields on top, for each review that is open. They were fixed when the order was chosen, so that no field moves while it is edited. */
const onTop = new WeakMap<Review, Signal<ReadonlySet<number> | null>>()

export function topOf(review: Review): Signal<ReadonlySet<number> | null> {
  const known = onTop.get(review) ?? signal<ReadonlySet<number> | null>(null)
  onTop.set(review, known)
  return known
}

export function orderOf(review: Review): Order {
  if (review.uncertainOnly.value) return 'only'
  return topOf(review).value === null ? 'form' : 'first'
}

export function setOrder(review: Review, order: Order): void {
  review.uncertainOnly.value = order === 'only'
  topOf(review).value = order === 'first' ? idsToCheck(review) : null
}

/** Whether a field is in the form; cells of tables are not. */
const isInForm = ({ rowId, schema }: FieldView): boolean => rowId === null && schema.type !== 'button'

const idsToCheck = (review: Review): ReadonlySet<number> =>
  new Set(
    review.fields
      .peek()
      .filter((field) => isInForm(field) && needsReview(review.stateOf(field)))
      .map(({ id }) => id),
  )
