import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryStorage } from './support/browser.ts'
import {
  countDrafts,
  expireDrafts,
  mergeDrafts,
  readDrafts,
  removeDrafts,
  writeDrafts,
  type Draft,
} from '../src/screens/review/model/drafts.ts'

const draft: Draft = { id: 2, schemaId: 'number', base: 'A-1', value: 'A-2', isAccepted: true }
let storage: MemoryStorage
beforeEach(() => {
  storage = new MemoryStorage()
})

describe('drafts', () => {
  it('are kept for each user and annotation', () => {
    expect(writeDrafts(storage, [1, 7], [draft], new Set([2]))).toBe(true)
    expect(readDrafts(storage, 1, 7)).toEqual([draft])
    expect(readDrafts(storage, 2, 7)).toEqual([])
    expect(readDrafts(storage, 1, 8)).toEqual([])
  })

  it('leave nothing behind when the last one is stored', () => {
    writeDrafts(storage, [1, 7], [draft], new Set([2]))
    writeDrafts(storage, [1, 7], [], new Set([2]))
    expect(storage.length).toBe(0)
  })

  it('are removed with the session of their user only', () => {
    writeDrafts(storage, [1, 7], [draft], new Set([2]))
    writeDrafts(storage, [12, 7], [draft], new Set([2]))
    storage.setItem('sheaf.language', 'de')
    expect(countDrafts(storage, 1)).toBe(1)
    removeDrafts(storage, 1)
    expect(countDrafts(storage, 1)).toBe(0)
    expect(readDrafts(storage, 1, 7)).toEqual([])
    expect(readDrafts(storage, 12, 7)).toEqual([draft])
    expect(storage.getItem('sheaf.language')).toBe('de')
  })

  it('report that the browser has no room', () => {
    storage.isFull = true
    expect(writeDrafts(storage, [1, 7], [draft], new Set([2]))).toBe(false)
  })

  it('of another window of the user stay', () => {
    writeDrafts(storage, [1, 7], [draft], new Set([2]))
    writeDrafts(storage, [1, 7], [{ ...draft, id: 4 }], new Set([4]))
    writeDrafts(storage, [1, 7], [], new Set([4]))
    expect(readDrafts(storage, 1, 7)).toEqual([draft])
  })

  it('older than two weeks are removed, of whichever user', () => {
    const day = 86_400_000
    writeDrafts(storage, [1, 7], [draft], new Set([2]), 0)
    writeDrafts(storage, [3, 8], [draft], new Set([2]), 10 * day)
    expireDrafts(storage, 15 * day)
    expect(readDrafts(storage, 1, 7)).toEqual([])
    expect(readDrafts(storage, 3, 8)).toEqual([draft])
  })

  it.each(['{', '"text"', '[1]', '{"drafts":[{"id":"2"}]}'])('ignore damaged storage: %s', (text) => {
    storage.setItem('sheaf.drafts.1.7', text)
    expect(readDrafts(storage, 1, 7)).toEqual([])
  })
})

describe('mergeDrafts', () => {
  it('keeps a draft whose field is unchanged', () => {
    expect(mergeDrafts([draft], () => 'A-1')).toEqual({ kept: [draft], conflicts: [], lost: [] })
  })

  it('keeps a draft whose value is stored already, because it marks the field as checked', () => {
    expect(mergeDrafts([draft], () => 'A-2')).toEqual({ kept: [draft], conflicts: [], lost: [] })
  })

  it('drops a draft that only confirms a value that has changed since', () => {
    expect(mergeDrafts([{ ...draft, value: 'A-1' }], () => 'B-9')).toEqual({ kept: [], conflicts: [], lost: [] })
  })

  it('asks about a field that another person has changed', () => {
    expect(mergeDrafts([draft], () => 'B-9').conflicts).toEqual([{ draft, theirs: 'B-9' }])
  })

  it('reports a field that was removed', () => {
    expect(mergeDrafts([draft], () => undefined).lost).toEqual([draft])
  })
})
