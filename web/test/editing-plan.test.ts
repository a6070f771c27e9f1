import { describe, expect, it } from 'vitest'
import { draftOf, type Draft } from '../src/screens/editing/model.ts'
import {
  cutBefore,
  describePart,
  joinBefore,
  moveBy,
  moveTo,
  rotate,
  setDeleted,
} from '../src/screens/editing/operations.ts'
import { planOf } from '../src/screens/editing/plan.ts'
import { affected, extend, NOTHING, selectOne, toggle } from '../src/screens/editing/selection.ts'
import { applySuggestion, followsSuggestion, suggestedCuts, suggestedPages } from '../src/screens/editing/suggestion.ts'
import { child, QUEUE, range, textOf, urlOf, whole } from './editing-support.ts'

const keys = (...all: number[]) => new Set(all)
const plan = (before: Draft, after: Draft, isSplit = false) => planOf(before, after, { isSplit, queue: QUEUE, urlOf })
const page = (id: number, rest = {}) => ({ page: `/pages/${id}`, ...rest })

describe('a document in one piece', () => {
  const start = whole(3)

  it('needs no request without changes', () => {
    expect(plan(start, start).kind).toBe('none')
    expect(plan(start, joinBefore(cutBefore(start, 2), 2)).kind).toBe('none')
    expect(plan(start, describePart(start, 1, { name: 'x' })).kind).toBe('none')
  })

  it('is changed in place', () => {
    const after = moveTo(setDeleted(rotate(start, keys(1), 90), keys(2), true), keys(3), { part: 1, before: 1 })
    expect(plan(start, after)).toEqual({
      kind: 'in_place',
      body: { parent_pages: [page(3), page(1, { rotation_deg: 90 }), page(2, { deleted: true })] },
      effects: expect.objectContaining({ rotated: 1, leftOut: 1, reordered: true, created: 0 }),
    })
  })

  it('is not called reordered if only pages that are left out have moved', () => {
    const after = moveBy(setDeleted(start, keys(1), true), keys(1), 1)
    expect(plan(start, after).effects.reordered).toBe(false)
  })

  it('is changed in place if only one part keeps pages', () => {
    const after = setDeleted(cutBefore(start, 3), keys(3), true)
    expect(plan(start, after)).toMatchObject({
      kind: 'in_place',
      body: { parent_pages: [page(1), page(2), page(3, { deleted: true })] },
    })
  })

  it('can go to another queue', () => {
    expect(plan(start, describePart(start, 1, { queue: '/queues/2' }))).toMatchObject({
      kind: 'in_place',
      body: { target_queue: '/queues/2' },
      effects: { moved: true },
    })
  })

  it('needs no request if no page would remain', () => {
    expect(plan(start, setDeleted(start, keys(1, 2, 3), true)).kind).toBe('none')
  })
})

describe('a document in several parts', () => {
  it('is divided', () => {
    let after = cutBefore(cutBefore(whole(5), 3), 5)
    after = describePart(after, 2, { name: ' second.pdf ', queue: '/queues/2', values: { 'edit:kind': 'a' } })
    after = setDeleted(rotate(after, keys(4), -90), keys(2, 5), true)
    expect(plan(whole(5), after)).toEqual({
      kind: 'edit_pages',
      body: {
        edit: [
          { parent_pages: [page(1), page(2, { deleted: true })] },
          {
            parent_pages: [page(3), page(4, { rotation_deg: 270 })],
            target_queue: '/queues/2',
            document_name: 'second.pdf',
            values: { 'edit:kind': 'a' },
          },
          { parent_pages: [page(5, { deleted: true })] },
        ],
      },
      effects: expect.objectContaining({ created: 2, leftOut: 2, rotated: 1 }),
    })
  })
})

describe('a document that was divided before', () => {
  const start = draftOf(range(6), QUEUE, [
    child(5, [1, 2]),
    child(6, [3, 4], { queue: '/queues/2' }),
    child(7, [5], { started: false }),
  ])

  it('needs no request without changes', () => {
    expect(plan(start, start, true).kind).toBe('none')
  })

  it('sends only the parts that change, and releases the others', () => {
    expect(plan(start, rotate(start, keys(1), 90), true)).toMatchObject({
      kind: 'edit_pages',
      body: {
        edit: [{ annotation: '/annotations/5', parent_pages: [page(1, { rotation_deg: 90 }), page(2)] }],
        delete: [],
        stop_reviewing: ['/annotations/6'],
      },
      effects: { changed: 1, created: 0, deleted: 0 },
    })
  })

  it('gives a part another name or queue without reading it again', () => {
    const after = describePart(start, 1, { name: 'a.pdf', queue: '/queues/3', values: { 'edit:kind': 'a' } })
    expect(plan(start, after, true)).toMatchObject({
      body: {
        edit: [
          {
            annotation: '/annotations/5',
            parent_pages: [page(1), page(2)],
            document_name: 'a.pdf',
            target_queue: '/queues/3',
          },
        ],
        stop_reviewing: ['/annotations/5', '/annotations/6'],
      },
      effects: { described: 1, changed: 0 },
    })
  })

  it('keeps the name of a part if the field is emptied', () => {
    expect(plan(start, describePart(start, 1, { name: '' }), true).kind).toBe('none')
  })

  it('deletes a part whose pages have gone to another one', () => {
    expect(plan(start, joinBefore(start, 3), true)).toMatchObject({
      body: {
        edit: [{ annotation: '/annotations/5', parent_pages: [page(1), page(2), page(3), page(4)] }],
        delete: ['/annotations/6'],
        stop_reviewing: [],
      },
      effects: { changed: 1, deleted: 1 },
    })
  })

  it('deletes a part whose pages are all left out', () => {
    expect(plan(start, setDeleted(start, keys(3, 4), true), true)).toMatchObject({
      body: { edit: [], delete: ['/annotations/6'], stop_reviewing: ['/annotations/5'] },
    })
  })

  it('makes a document of a page that was left out', () => {
    expect(plan(start, setDeleted(start, keys(6), false), true)).toMatchObject({
      body: { edit: [{ parent_pages: [page(6)] }] },
      effects: { created: 1, leftOut: 0 },
    })
  })

  it('names the queue of a new part if it is not that of the document', () => {
    expect(plan(start, cutBefore(start, 4), true)).toMatchObject({
      body: {
        edit: [
          { annotation: '/annotations/6', parent_pages: [page(3)] },
          { parent_pages: [page(4)], target_queue: '/queues/2' },
        ],
      },
    })
  })

  it('never names a part that is locked', () => {
    const after = moveTo(rotate(start, keys(5), 90), keys(5), { part: 1, before: null })
    expect(plan(start, after, true).kind).toBe('none')
  })
})

describe('a suggested edit', () => {
  const suggestion = {
    documents: [
      { pages: [{ page: 1, rotation: 0 as const, deleted: false }], queue: null, values: {} },
      {
        pages: [
          { page: 2, rotation: 90 as const, deleted: false },
          { page: 3, rotation: 0 as const, deleted: true },
        ],
        queue: '/queues/2',
        values: { 'edit:kind': 'a' },
      },
    ],
  }

  it('cuts before the first pages of its documents', () => {
    expect([...suggestedCuts(suggestion)]).toEqual([2])
  })

  it('says what it does with pages', () => {
    expect([...suggestedPages(suggestion).keys()]).toEqual([2, 3])
  })

  it('is applied with its rotations, queues and values; pages it does not mention are left out', () => {
    const after = applySuggestion(whole(4), suggestion)
    expect(textOf(after)).toBe('1 | 2^ 3- 4-')
    expect(after.parts[1]).toMatchObject({ queue: '/queues/2', values: { 'edit:kind': 'a' } })
  })

  it('is followed until a document differs from it', () => {
    const after = applySuggestion(whole(4), suggestion)
    expect(followsSuggestion(after, suggestion)).toBe(true)
    expect(followsSuggestion(rotate(after, keys(3), 90), suggestion)).toBe(true)
    expect(followsSuggestion(rotate(after, keys(1), 90), suggestion)).toBe(false)
    expect(followsSuggestion(whole(4), suggestion)).toBe(false)
  })

  it('without documents changes nothing', () => {
    const draft = whole(2)
    expect(applySuggestion(draft, { documents: [] })).toBe(draft)
  })
})

describe('the selection', () => {
  const order = [4, 2, 7, 1]

  it('toggles single pages', () => {
    const two = toggle(toggle(NOTHING, 4), 7)
    expect([...two.keys]).toEqual([4, 7])
    expect([...toggle(two, 4).keys]).toEqual([7])
  })

  it('extends from the anchor in both directions', () => {
    const middle = selectOne(7)
    expect([...extend(middle, 4, order).keys]).toEqual([4, 2, 7])
    expect([...extend(extend(middle, 4, order), 1, order).keys]).toEqual([7, 1])
  })

  it('is what a command concerns, unless the page is outside of it', () => {
    const some = extend(selectOne(4), 2, order)
    expect([...affected(some, 4)]).toEqual([4, 2])
    expect([...affected(some, 1)]).toEqual([1])
    expect([...affected(some, null)]).toEqual([4, 2])
  })
})
