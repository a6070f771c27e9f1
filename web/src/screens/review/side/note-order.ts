/** The order of notes, and which of them the user has not seen. */
import type { Note } from '../../../api/types.ts'

/** A note with its replies, which name it in their metadata. */
export interface NoteThread {
  note: Note
  replies: readonly Note[]
}

const targetOf = ({ metadata }: Note): number | null =>
  typeof metadata.reply_to === 'number' ? metadata.reply_to : null

/** Returns notes, the oldest first, each followed by its replies. A reply to a deleted note is a note of its own. */
export function noteThreads(notes: readonly Note[]): NoteThread[] {
  const sorted = [...notes].sort((one, other) => one.created_at.localeCompare(other.created_at) || one.id - other.id)
  const byId = new Map(sorted.map((note) => [note.id, note]))
  /** The first note of a conversation; a circle of replies ends where it began. */
  const rootOf = (note: Note): Note => {
    const seen = new Set<number>()
    let at = note
    for (;;) {
      seen.add(at.id)
      const next = byId.get(targetOf(at) ?? 0)
      if (!next || seen.has(next.id)) return seen.has(next?.id ?? -1) ? note : at
      at = next
    }
  }
  const roots = sorted.filter((note) => rootOf(note) === note)
  return roots.map((note) => ({ note, replies: sorted.filter((one) => one !== note && rootOf(one) === note) }))
}

/** Number of notes of other people that came after the last note that the user has seen. */
export const unseenNotes = (notes: readonly Note[], user: string | null, lastSeen: number): number =>
  notes.filter(({ id, creator }) => id > lastSeen && creator !== user).length

/** The last note of a list by id; 0 for none. */
export const lastNote = (notes: readonly Note[]): number => Math.max(0, ...notes.map(({ id }) => id))
