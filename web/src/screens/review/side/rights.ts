/** What the user may do beside the data of an annotation, by the permission table in docs/lifecycle.md. The API decides. */
import { isEmbedded } from '../../../api/client.ts'
import { mayReview, roles, user } from '../../../app/session.ts'
import { idOf } from '../../../api/client.ts'
import type { Review } from '../store/review.ts'

/** Data of purged annotations is removed for good, so nothing can be added to them. */
const isPurged = ({ annotation }: Review): boolean => annotation.value.status === 'purged'

export const mayLabel = (review: Review): boolean => mayReview.value && !isEmbedded() && !isPurged(review)

/** Approvers may assign what is assigned to them. */
export const mayAssign = (review: Review): boolean => {
  if (isEmbedded() || isPurged(review)) return false
  if (roles.value.some((role) => ['annotator', 'manager', 'admin', 'organization_group_admin'].includes(role)))
    return true
  const { assignees } = review.annotation.value
  return roles.value.includes('approver') && assignees.some((url) => idOf(url) === user.value?.id)
}

export const mayWriteNotes = (): boolean =>
  !isEmbedded() && roles.value.some((role) => !['viewer', 'auditor'].includes(role))

export const maySend = (): boolean => !isEmbedded() && mayReview.value
