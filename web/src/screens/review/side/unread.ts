import type { Review } from '../store/review.ts'
import { unseenOf, useNotes } from './notes.ts'

/** Number of notes of others and of email threads that the user has not read, for a badge on the button of the panel. */
export function useUnread(review: Review): number {
  useNotes(review)
  return unseenOf(review) + (review.annotation.value.has_email_thread_with_new_replies ? 1 : 0)
}
