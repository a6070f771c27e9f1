/** Facts about the document: its file, its people, its history, documents that belong to it, its approval. */
import { isEmbedded } from '../../../api/client.ts'
import type { Review } from '../store/review.ts'
import { ApprovalSection } from './approval.tsx'
import { FileSection } from './file-section.tsx'
import { HistorySection } from './history-section.tsx'
import { RelatedSection } from './related.tsx'

export function DetailsTab({ review }: { review: Review }) {
  return (
    <>
      <FileSection review={review} />
      {!isEmbedded() && <ApprovalSection review={review} />}
      <HistorySection review={review} />
      {!isEmbedded() && <RelatedSection review={review} />}
    </>
  )
}
