/** The notes of an annotation, and which of them the user has seen. */
import { signal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { all, isEmbedded } from '../../../api/client.ts'
import type { Note } from '../../../api/types.ts'
import { user } from '../../../app/session.ts'
import type { Review } from '../store/review.ts'
import { lastNote, unseenNotes } from './note-order.ts'
import { resourceOf, sharedOf, type Resource } from './resource.ts'
import { remember, storage } from '../../../app/storage.ts'

/** The API announces no new notes, so they are read again from time to time. */
const READ_EVERY_MS = 30_000
/** Annotations whose last seen note is remembered. */
const MAX_REMEMBERED = 500

export const notesOf = (review: Review): Resource<Note[]> =>
  resourceOf(review, 'notes', () => all<Note>('/notes', { annotation: review.id, ordering: 'created_at' }))

/** Reads notes now, when the annotation changes, and from time to time while the window is visible. */
export function useNotes(review: Review): Resource<Note[]> {
  const notes = notesOf(review)
  const { modified_at } = review.annotation.value
  useEffect(() => {
    if (!isEmbedded()) void notes.load()
  }, [notes, modified_at])
  useEffect(() => {
    if (isEmbedded()) return
    const read = () => {
      if (document.visibilityState === 'visible' && notes.value.value !== null) void notes.load()
    }
    const timer = setInterval(read, READ_EVERY_MS)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [notes])
  return notes
}

const keyOf = (): string => `sheaf.notes-seen.${user.value?.id ?? 0}`

function readSeen(): [number, number][] {
  try {
    const found: unknown = JSON.parse(storage.getItem(keyOf()) ?? '[]')
    return Array.isArray(found) ? (found as [number, number][]).filter((pair) => pair.length === 2) : []
  } catch {
    return []
  }
}

const seenOf = (review: Review): Signal<number> =>
  sharedOf(review, 'notes seen', () => signal(readSeen().find(([id]) => id === review.id)?.[1] ?? 0))

/** Number of notes of others that the user has not seen in this browser. */
export const unseenOf = (review: Review): number =>
  unseenNotes(notesOf(review).value.value ?? [], user.value?.url ?? null, seenOf(review).value)

/** Remembers that the user has seen all present notes. */
export function markNotesSeen(review: Review): void {
  const last = lastNote(notesOf(review).value.value ?? [])
  const seen = seenOf(review)
  if (last <= seen.peek()) return
  seen.value = last
  const others = readSeen().filter(([id]) => id !== review.id)
  remember(keyOf(), JSON.stringify([...others.slice(1 - MAX_REMEMBERED), [review.id, last]]))
}
