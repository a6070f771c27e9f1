import { storage } from './support/browser.ts'
import { signal } from '@preact/signals'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, expired, offline } from '../src/api/client.ts'
import type { Section } from '../src/api/types.ts'
import { withNodes } from '../src/screens/review/model/content.ts'
import { createSaving, type Saving } from '../src/screens/review/store/saving.ts'
import { datapoint, tree } from './support/content.ts'

const stored = signal<readonly Section[]>(tree())
/** What the service answers to the next requests; after them it stores. */
let answers: ApiError[] = []
const sent: unknown[][] = []
const validated: number[][] = []
let mayWrite = true
let hasEnded = false
/** What another person stores, seen with the next reading. */
let theirs: [number, string] | null = null
let saving: Saving

const create = () =>
  createSaving({
    userId: 1,
    annotationId: 7,
    stored,
    may: () => mayWrite,
    send: (operations) => {
      const refusal = answers.shift()
      if (refusal) return Promise.reject(refusal)
      sent.push(operations)
      for (const operation of operations)
        if (operation.op === 'replace')
          stored.value = withNodes(stored.value, [
            datapoint(operation.id, 'number', String(operation.value.content?.value ?? ''), {
              validation_sources: ['human'],
            }),
          ])
      return Promise.resolve()
    },
    reload: () => {
      if (theirs) stored.value = withNodes(stored.value, [datapoint(theirs[0], 'number', theirs[1])])
      return Promise.resolve()
    },
    validate: (ids) => {
      validated.push([...ids])
      return Promise.resolve()
    },
    onEnded: () => (hasEnded = true),
  })

beforeEach(() => {
  vi.useFakeTimers()
  storage.clear()
  stored.value = tree()
  answers = []
  sent.length = 0
  validated.length = 0
  mayWrite = true
  hasEnded = false
  theirs = null
  offline.value = false
  saving = create()
})
afterEach(() => {
  saving.close()
  vi.useRealTimers()
})

describe('entries', () => {
  it('are sent once when the user accepts them, and then validated', async () => {
    saving.type(2, 'A')
    saving.type(2, 'A-2')
    expect(sent).toEqual([])
    saving.accept(2)
    await saving.idle()
    expect(sent).toEqual([
      [{ op: 'replace', id: 2, value: { content: { value: 'A-2' }, validation_sources: ['human'] } }],
    ])
    expect(validated).toEqual([[2]])
    expect(saving.values.value.size).toBe(0)
    expect(storage.length).toBe(0)
  })

  it('that are still being typed are finished when the user confirms', async () => {
    saving.type(2, 'A-2')
    saving.finish()
    await saving.settle()
    expect(sent).toHaveLength(1)
    expect(saving.values.value.size).toBe(0)
  })

  it('are kept in the browser from the first key on', () => {
    saving.type(2, 'A')
    expect(storage.getItem('sheaf.drafts.1.7')).toContain('"value":"A"')
  })

  it('mark a value as checked without changing it', async () => {
    saving.accept(2)
    await saving.idle()
    expect(sent).toEqual([[{ op: 'replace', id: 2, value: { content: {}, validation_sources: ['human'] } }]])
  })

  it('wait while the service cannot be reached, and are sent when it can', async () => {
    answers = [new ApiError(0, {})]
    saving.accept(2, 'A-2')
    await saving.idle()
    expect(saving.waiting.value).toBe(1)
    expect(storage.length).toBe(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent).toHaveLength(1)
    expect(saving.waiting.value).toBe(0)
  })

  it('wait for the sign-in after the session has ended', async () => {
    answers = [new ApiError(401, {})]
    expired.value = true
    saving.accept(2, 'A-2')
    await saving.idle()
    expect(saving.waiting.value).toBe(1)
    expired.value = false
    await saving.idle()
    expect(sent).toHaveLength(1)
  })

  it('go on top of changes of other fields by another person', async () => {
    answers = [new ApiError(412, {})]
    theirs = [4, 'their note']
    saving.accept(2, 'A-2')
    await saving.idle()
    expect(saving.conflicts.value).toEqual([])
    expect(sent).toHaveLength(1)
  })

  it.each([
    [true, [[{ op: 'replace', id: 2, value: { content: { value: 'A-2' }, validation_sources: ['human'] } }]]],
    [false, []],
  ])('ask which value to keep when both have changed the same field (mine: %s)', async (keepMine, expected) => {
    answers = [new ApiError(412, {})]
    theirs = [2, 'B-9']
    saving.accept(2, 'A-2')
    await saving.idle()
    expect(saving.conflicts.value.map(({ theirs }) => theirs)).toEqual(['B-9'])
    expect(sent).toEqual([])
    saving.resolve(2, keepMine)
    await saving.idle()
    expect(sent).toEqual(expected)
    expect(saving.waiting.value).toBe(0)
  })

  it('stay visible with the reason when the service refuses them, while others are stored', async () => {
    answers = [new ApiError(400, { operations: { '0': ['Too long.'] } })]
    saving.acceptAll(
      new Map([
        [2, 'x'.repeat(2000)],
        [4, 'fine'],
      ]),
    )
    await saving.idle()
    expect(saving.refused.value.get(2)).toBe('Too long.')
    expect(sent).toEqual([
      [{ op: 'replace', id: 4, value: { content: { value: 'fine' }, validation_sources: ['human'] } }],
    ])
    expect(saving.values.value.get(2)?.value).toHaveLength(2000)
  })

  it('wait when the review has ended, and are sent when it goes on', async () => {
    answers = [new ApiError(409, {})]
    saving.accept(2, 'A-2')
    await saving.idle()
    expect(hasEnded).toBe(true)
    expect(saving.waiting.value).toBe(1)
    await saving.resume()
    expect(sent).toHaveLength(1)
  })

  it('of an earlier visit are restored and sent when the review starts', async () => {
    mayWrite = false
    saving.type(2, 'A-2')
    saving.close()
    saving = create()
    expect(saving.restored.value).toBe(1)
    expect(saving.values.value.get(2)?.value).toBe('A-2')
    mayWrite = true
    await saving.resume()
    expect(sent).toHaveLength(1)
  })
})
