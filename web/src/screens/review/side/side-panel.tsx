/** What belongs to the annotation besides its data: notes, emails, labels, people, reasons against automation. */
import type { Review } from '../store/review.ts'

export function SidePanel({ review }: { review: Review; onClose: () => void }) {
  return <div class="side-panel">{review.annotation.value.labels.length}</div>
}
