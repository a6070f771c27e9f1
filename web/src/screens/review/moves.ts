/** Moves between fields. */
import { needsReview } from './model/state.ts'
import type { Review } from './store/review.ts'

/** Focuses the field before or after the active one; with `toReview` the nearest one that waits for the reviewer, around the end. */
export function moveField(review: Review, step: 1 | -1, toReview: boolean): boolean {
  const fields = review.fields.value.filter(({ schema }) => schema.type !== 'button')
  const at = fields.findIndex(({ id }) => id === review.active.value)
  for (let count = 1; count <= fields.length; count++) {
    const position = at + step * count
    if (!toReview && (position < 0 || position >= fields.length)) return false
    const field = fields[(position + fields.length * 2) % fields.length]!
    if (toReview && (field.id === review.active.value || !needsReview(review.stateOf(field)))) continue
    review.pointing.value = false
    review.focus(field.id)
    return true
  }
  return false
}

/** Accepts the value of the active field as it is and goes to the next one that waits for the reviewer. */
export function acceptAndGoOn(review: Review): void {
  const { value: active } = review.active
  if (active === null) return
  if (review.readOnly.value === null) review.accept(active)
  if (!moveField(review, 1, true)) moveField(review, 1, false)
}
