/** The commands of a review. The pages and the tables add their own. */
import { useCommands } from '../../ui/commands.tsx'
import { documentCommands, type ReviewDialogs } from './document-commands.ts'
import { fieldCommands } from './field-commands.ts'
import type { Review } from './store/review.ts'

export function useReviewCommands(review: Review, dialogs: ReviewDialogs): void {
  useCommands([...fieldCommands(review), ...documentCommands(review, dialogs)])
}
