import { describe, expect, it } from 'vitest'
import type { Note } from '../src/api/types.ts'
import { isMatch } from '../src/screens/review/side/search.ts'
import { lastNote, noteThreads, unseenNotes } from '../src/screens/review/side/note-order.ts'

const note = (id: number, replyTo?: number, creator: string | null = 'u1') =>
  ({ id, created_at: `2026-01-01T00:00:${10 + id}Z`, creator, metadata: replyTo ? { reply_to: replyTo } : {} }) as Note
const shape = (notes: Note[]) =>
  noteThreads(notes).map(({ note: { id }, replies }) => [id, replies.map((one) => one.id)])

describe('notes', () => {
  it('are in the order of time, each followed by its replies and the replies to those', () => {
    expect(shape([note(4, 2), note(3), note(2, 1), note(1)])).toEqual([
      [1, [2, 4]],
      [3, []],
    ])
  })
  it('that reply to a deleted note are notes of their own', () => {
    expect(shape([note(2, 1), note(3, 2)])).toEqual([[2, [3]]])
  })
  it('that reply to each other are all shown', () => {
    expect(shape([note(1, 2), note(2, 1), note(3, 3)]).map(([id]) => id)).toEqual([1, 2, 3])
  })
  it('are new if others wrote them after the last one that was seen', () => {
    const notes = [note(1, undefined, 'u2'), note(2, undefined, 'u2'), note(3), note(4, undefined, null)]
    expect(unseenNotes(notes, 'u1', 1)).toBe(2)
    expect(unseenNotes(notes, 'u1', lastNote(notes))).toBe(0)
    expect(lastNote([])).toBe(0)
  })
})

describe('the search in a menu', () => {
  it('finds words in any order, whatever their case and accents', () => {
    expect(isMatch('Zoë Müller zoe@example.com', 'muller ZOE')).toBe(true)
    expect(isMatch('Urgent', '')).toBe(true)
    expect(isMatch('Urgent', 'urgent x')).toBe(false)
  })
})
