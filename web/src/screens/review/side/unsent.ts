/** Notes and emails that are being written and would be lost with the page. */
import type { Review } from '../store/review.ts'
import { notesOf } from './notes.ts'
import { draftsOf } from './resource.ts'

/** Whether a draft with this name has text of the user. `original`: the present text of a note by its id. */
export function isUnsent(name: string, text: string, original: (id: number) => string | undefined): boolean {
  if (!text.trim()) return false
  const [, edited] = /^edit (\d+)$/.exec(name) ?? []
  if (edited !== undefined) return text !== original(Number(edited))
  return /^(note|assignment|reply \d+|email \S+ text)$/.test(name)
}

/** Whether leaving the review would lose a text. */
export function hasUnsent(review: Review): boolean {
  const original = (id: number) => notesOf(review).value.value?.find((note) => note.id === id)?.content
  return draftsOf(review).some(([name, { value }]) => isUnsent(name, value, original))
}
