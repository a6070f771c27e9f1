import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryStorage } from './support/browser.ts'
import {
  countDrafts,
  mergeDrafts,
  readDrafts,
  removeDrafts,
  writeDrafts,
  type Draft,
} from '../src/screens/review/model/drafts.ts'

const draft: Draft = { id: 2, schemaId: 'number', base: 'A-1', value: 'A-2' }
let storage: MemoryStorage
beforeEach(() => {
  storage = new MemoryStorage()
})

describe('drafts', () => {
  it('are kept for each user and annotation', () => {
    expect(writeDrafts(storage, 1, 7, [draft])).toBe(true)
    expect(readDrafts(storage, 1, 7)).toEqual([draft])
    expect(readDrafts(storage, 2, 7)).toEqual([])
    expect(readDrafts(storage, 1, 8)).toEqual([])
  })

  it('leave nothing behind when the last one is stored', () => {
    writeDrafts(storage, 1, 7, [draft])
    writeDrafts(storage, 1, 7, [])
    expect(storage.length).toBe(0)
  })

  it('are removed with the session of their user only', () => {
    writeDrafts(storage, 1, 7, [draft])
    writeDrafts(storage, 12, 7, [draft])
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
    expect(writeDrafts(storage, 1, 7, [draft])).toBe(false)
  })

  it.each(['{', '"text"', '[1]', '[{"id":"2"}]'])('ignore damaged storage: %s', (text) => {
    storage.setItem('sheaf.drafts.1.7', text)
    expect(readDrafts(storage, 1, 7)).toEqual([])
  })
})

describe('mergeDrafts', () => {
  it('keeps a draft whose field is unchanged', () => {
    expect(mergeDrafts([draft], () => 'A-1')).toEqual({ kept: [draft], conflicts: [], lost: [] })
  })

  it('drops a draft that is stored already', () => {
    expect(mergeDrafts([draft], () => 'A-2')).toEqual({ kept: [], conflicts: [], lost: [] })
  })

  it('asks about a field that another person has changed', () => {
    expect(mergeDrafts([draft], () => 'B-9').conflicts).toEqual([{ draft, theirs: 'B-9' }])
  })

  it('reports a field that was removed', () => {
    expect(mergeDrafts([draft], () => undefined).lost).toEqual([draft])
  })
})
