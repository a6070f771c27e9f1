/** The way from a review to the editor of its pages. */
import { request } from '../../api/client.ts'
import { confirmLeaving, navigate } from '../../app/router.ts'
import { holdKeys } from '../../ui/overlay.ts'
import { showError } from '../../ui/toasts.tsx'
import { markEnded } from './actions.ts'
import type { Review } from './store/review.ts'

/** Ends the review and opens the editor, which reads the status and locks the document: so it must not start before the review has ended. */
export async function editPages(review: Review): Promise<void> {
  const release = holdKeys()
  try {
    review.saving.finish()
    await review.saving.settle()
    if (!confirmLeaving()) return
    if (review.readOnly.value === null) {
      const processing_duration = review.clock.spent()
      await request(`/annotations/${review.id}/cancel`, { body: { processing_duration } })
      markEnded(review)
    }
    navigate(`/documents/${review.id}/edit`, { isAsked: true })
  } catch (error) {
    showError(error)
  } finally {
    release()
  }
}
