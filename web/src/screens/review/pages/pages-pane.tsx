/** The pages of the document, with the boxes of values and words. */
import type { Review } from '../store/review.ts'

export function PagesPane({ review }: { review: Review }) {
  return <div class="pages-pane">{review.pages.value.length}</div>
}
