/** The rows of a table. */
import type { TableView } from '../model/content.ts'
import type { Review } from '../store/review.ts'

export function LineItems({ table }: { review: Review; table: TableView }) {
  return <div class="line-items">{table.rows.length}</div>
}
