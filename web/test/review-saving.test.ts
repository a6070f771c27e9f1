import { storage } from './support/browser.ts'
import { computed, signal } from '@preact/signals'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, expired, offline } from '../src/api/client.ts'
import type { Datapoint, Section } from '../src/api/types.ts'
import { nodesOf, withNodes } from '../src/screens/review/model/content.ts'
import { createQueue } from '../src/screens/review/store/queue.ts'
import { createSaving, NotStored, type Saving } from '../src/screens/review/store/saving.ts'
import { datapoint, tree } from './support/content.ts'

const stored = signal<readonly Section[]>(tree())
const byId = computed(() => {
  const nodes = [...nodesOf(stored.value)].filter((node): node is Datapoint => node.category === 'datapoint')
  return new Map(nodes.map((node) => [node.id, node]))
})
/** What the service answers to the next requests; after them it stores. */
let answers: (ApiError | Promise<void>)[] = []
const sent: unknown[][] = []
const validated: number[][] = []
let started: Promise<void>
let hasEnded = false
/** What another person stores, seen with the next reading. */
let theirs: [number, string] | null = null
let saving: Saving
const store = (id: number, value: string) => {
  stored.value = withNodes(stored.value, [datapoint(id, 'number', value, { validation_sources: ['human'] })])
}
const replaces = (id: number, value?: string) => ({
  op: 'replace',
  id,
  value: { content: value === undefined ? {} : { value }, validation_sources: ['human'] },
})

const create = () =>
  createSaving({
    userId: 1,
    annotationId: 7,
    storage,
    stored: byId,
    queue: createQueue(),
    ready: () => started,
    send: async (operations) => {
      const answer = answers.shift()
      if (answer instanceof ApiError) throw answer
      await answer
      sent.push(operations)
      for (const operation of operations)
        if (operation.op === 'replace' && operation.value.content?.value !== undefined)
          store(operation.id, String(operation.value.content.value))
    },
    reload: () => {
      if (theirs) store(...theirs)
      return Promise.resolve()
    },
    validate: (ids) => {
      validated.push([...ids])
      return Promise.resolve()
    },
    onEnded: () => (hasEnded = true),
  })
/** Waits until what waits was sent, or could not be. */
const attempt = () => saving.send().catch(() => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  storage.clear()
  stored.value = tree()
  answers = []
  sent.length = 0
  validated.length = 0
  started = Promise.resolve()
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
    await saving.settle()
    expect(sent).toEqual([[replaces(2, 'A-2')]])
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

  it('that are as before are no entries when the user confirms, so a value of a hook stays', async () => {
    saving.type(2, 'A-1')
    store(2, 'from a hook')
    saving.finish()
    await saving.settle()
    expect(sent).toEqual([])
    expect(saving.values.value.size).toBe(0)
  })

  it('are kept in the browser from the first key on, and forgotten after Escape', () => {
    saving.type(2, 'A')
    expect(storage.getItem('sheaf.drafts.1.7')).toContain('"value":"A"')
    saving.discard(2)
    expect(storage.length).toBe(0)
  })

  it('mark a value as checked without changing it', async () => {
    saving.accept(2)
    await saving.settle()
    expect(sent).toEqual([[replaces(2)]])
  })

  it('wait until the review has started', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    started = promise
    saving.accept(2, 'A-2')
    const settled = saving.settle()
    expect(sent).toEqual([])
    resolve()
    await settled
    expect(sent).toHaveLength(1)
  })

  it('are not taken for stored if the review could not start', async () => {
    started = Promise.reject(new ApiError(409, {}))
    started.catch(() => undefined)
    saving.accept(2, 'A-2')
    await expect(saving.settle()).rejects.toThrow(ApiError)
    expect(saving.waiting.value).toBe(1)
  })

  it('that change while a request is under way are sent with the next one', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    answers = [promise]
    saving.accept(2, 'A-2')
    await vi.advanceTimersByTimeAsync(0)
    saving.accept(2, 'A-3')
    resolve()
    await saving.settle()
    expect(sent).toEqual([[replaces(2, 'A-2')], [replaces(2, 'A-3')]])
  })

  it('wait while the service cannot be reached, and are sent when it can', async () => {
    answers = [new ApiError(0, {}), new ApiError(503, {}, 4)]
    saving.accept(2, 'A-2')
    await vi.advanceTimersByTimeAsync(0)
    expect(saving.waiting.value).toBe(1)
    expect(storage.length).toBe(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(4000)
    expect(sent).toHaveLength(1)
    expect(saving.waiting.value).toBe(0)
  })

  it('wait for the sign-in after the session has ended', async () => {
    answers = [new ApiError(401, {})]
    expired.value = true
    saving.accept(2, 'A-2')
    await vi.advanceTimersByTimeAsync(0)
    expect(saving.waiting.value).toBe(1)
    expired.value = false
    await saving.settle()
    expect(sent).toHaveLength(1)
  })

  it('go on top of changes of other fields by another person', async () => {
    answers = [new ApiError(412, {})]
    theirs = [4, 'their note']
    saving.accept(2, 'A-2')
    await saving.settle()
    expect(saving.conflicts.value).toEqual([])
    expect(sent).toHaveLength(1)
  })

  it.each([
    [true, [[replaces(2, 'A-2')]]],
    [false, []],
  ])('ask which value to keep when both have changed the same field (mine: %s)', async (keepMine, expected) => {
    answers = [new ApiError(412, {})]
    theirs = [2, 'B-9']
    saving.accept(2, 'A-2')
    await expect(saving.settle()).rejects.toThrow(NotStored)
    expect(saving.conflicts.value.map((conflict) => conflict.theirs)).toEqual(['B-9'])
    expect(sent).toEqual([])
    saving.resolve(2, keepMine)
    await saving.settle()
    expect(sent).toEqual(expected)
    expect(saving.values.value.size).toBe(0)
  })

  it('are in conflict with a change that was read before they were sent', async () => {
    saving.type(2, 'A-2')
    store(2, 'B-9')
    saving.reconcile()
    saving.accept(2)
    await expect(saving.settle()).rejects.toThrow(NotStored)
    expect(sent).toEqual([])
  })

  it('stay visible with the reason when the service refuses them, while others are stored', async () => {
    answers = [new ApiError(400, { operations: { '0': ['Too long.'] } })]
    saving.acceptAll(
      new Map([
        [2, 'x'.repeat(2000)],
        [4, 'fine'],
      ]),
    )
    await expect(saving.settle()).rejects.toThrow('Too long.')
    expect(saving.refused.value.get(2)).toBe('Too long.')
    expect(sent).toEqual([[replaces(4, 'fine')]])
    expect(saving.values.value.get(2)?.value).toHaveLength(2000)
    saving.accept(2, 'short')
    await saving.settle()
    expect(sent.at(-1)).toEqual([replaces(2, 'short')])
  })

  it('show the reason of any other refusal', async () => {
    answers = [new ApiError(403, { detail: 'Not allowed.' })]
    saving.accept(2, 'A-2')
    await expect(saving.settle()).rejects.toThrow('Not allowed.')
    expect(saving.waiting.value).toBe(0)
  })

  it('wait when the review has ended, and are sent when it goes on', async () => {
    answers = [new ApiError(409, {})]
    saving.accept(2, 'A-2')
    await attempt()
    await saving.send()
    expect(hasEnded).toBe(true)
    expect(sent).toHaveLength(1)
  })

  it('of removed fields are handed over and not forgotten', () => {
    saving.type(13, 'Sparkling water')
    stored.value = stored.value.map((section) => ({
      ...section,
      children: section.children.map((node) => (node.category === 'multivalue' ? { ...node, children: [] } : node)),
    }))
    saving.reconcile()
    expect(saving.lost.value.map(({ value }) => value)).toEqual(['Sparkling water'])
    expect(saving.values.value.size).toBe(0)
  })

  it('of an earlier visit are restored as they were: finished ones are sent, others wait for the user', async () => {
    started = Promise.reject(new ApiError(0, {}))
    started.catch(() => undefined)
    saving.accept(2, 'A-2')
    saving.type(4, 'unfini')
    saving.close()
    started = Promise.resolve()
    saving = create()
    expect(saving.restored.value).toBe(2)
    await saving.settle()
    expect(sent).toEqual([[replaces(2, 'A-2')]])
    expect(saving.values.value.get(4)).toMatchObject({ value: 'unfini', isAccepted: false })
  })

  it('of a whole table are sent with one request', async () => {
    const cells = Array.from({ length: 2000 }, (_, index) => datapoint(100 + index, 'text', ''))
    stored.value = [...stored.value, { id: 99, url: '', schema_id: 'more', category: 'section', children: cells }]
    saving.acceptAll(new Map(cells.map(({ id }) => [id, 'x'])))
    await saving.settle()
    expect(sent.map((operations) => operations.length)).toEqual([2000])
    expect(saving.values.value.size).toBe(0)
  })
})
