import { describe, expect, it } from 'vitest'
import { record, redo, startHistory, undo } from '../src/screens/editing/history.ts'
import { draftOf, pagesOf, partOf, type Draft } from '../src/screens/editing/model.ts'
import {
  cutBefore,
  describePart,
  joinBefore,
  moveBy,
  moveTo,
  moveToNew,
  rotate,
  setDeleted,
  toggleCut,
} from '../src/screens/editing/operations.ts'
import { applySuggestion } from '../src/screens/editing/suggestion.ts'
import { child, QUEUE, randomOf, range, textOf, whole } from './editing-support.ts'

const keys = (...all: number[]) => new Set(all)

describe('cutting and joining', () => {
  it('starts a part with the page', () => {
    expect(textOf(cutBefore(whole(4), 3))).toBe('1 2 | 3 4')
  })

  it('does not cut before the first page of a part', () => {
    const draft = cutBefore(whole(4), 3)
    expect(cutBefore(draft, 3)).toBe(draft)
    expect(cutBefore(draft, 1)).toBe(draft)
  })

  it('joins a part to the one before it', () => {
    const draft = cutBefore(cutBefore(whole(4), 2), 4)
    expect(textOf(joinBefore(draft, 4))).toBe('1 | 2 3 4')
    expect(joinBefore(draft, 1)).toBe(draft)
  })

  it('toggles a cut', () => {
    const cut = toggleCut(whole(3), 2)
    expect(textOf(cut)).toBe('1 | 2 3')
    expect(textOf(toggleCut(cut, 2))).toBe('1 2 3')
  })

  it('keeps the annotation, name and queue in the first of two parts', () => {
    const draft = draftOf(range(3), QUEUE, [child(5, [1, 2, 3], { queue: '/queues/2' })])
    const [first, second] = cutBefore(draft, 2).parts
    expect(first).toMatchObject({ annotation: '/annotations/5', name: 'part_5.pdf' })
    expect(second).toMatchObject({ annotation: null, name: '', queue: '/queues/2' })
  })

  it('keeps the annotation that exists when a new part is before it', () => {
    const draft = draftOf(range(4), QUEUE, [child(5, [1, 2]), child(6, [3, 4])])
    const joined = joinBefore(cutBefore(draft, 2), 3)
    expect(joined.parts.map(({ annotation }) => annotation)).toEqual(['/annotations/5', '/annotations/6'])
    expect(textOf(joined)).toBe('1 | 2 3 4')
  })
})

describe('pages', () => {
  it('rotates both ways', () => {
    const left = rotate(whole(2), keys(1), -90)
    expect(pagesOf(left).map(({ rotation }) => rotation)).toEqual([270, 0])
    expect(pagesOf(rotate(left, keys(1, 2), 90)).map(({ rotation }) => rotation)).toEqual([0, 90])
  })

  it('leaves pages out and puts them back', () => {
    const less = setDeleted(whole(3), keys(2, 3), true)
    expect(textOf(less)).toBe('1 2- 3-')
    expect(textOf(setDeleted(less, keys(3), false))).toBe('1 2- 3')
  })

  it('does not change what it need not, so that undo has no empty steps', () => {
    const draft = cutBefore(whole(3), 2)
    expect(rotate(draft, keys(), 90)).toBe(draft)
    expect(moveTo(draft, keys(2), { part: 2, before: 2 })).toBe(draft)
    expect(moveTo(draft, keys(3), { part: 2, before: null })).toBe(draft)
    expect(moveBy(draft, keys(1), -1)).toBe(draft)
    expect(moveBy(draft, keys(3), 1)).toBe(draft)
  })
})

describe('moving', () => {
  const draft = cutBefore(whole(5), 4)

  it('puts pages before another page, in their order', () => {
    expect(textOf(moveTo(draft, keys(3, 1), { part: 2, before: 5 }))).toBe('2 | 4 1 3 5')
  })

  it('puts pages at the end of a part', () => {
    expect(textOf(moveTo(draft, keys(4), { part: 1, before: null }))).toBe('1 2 3 4 | 5')
  })

  it('takes the next page that stays as the place', () => {
    expect(textOf(moveTo(draft, keys(1, 3), { part: 1, before: 3 }))).toBe('2 1 3 | 4 5')
    expect(textOf(moveTo(draft, keys(1, 2), { part: 1, before: 1 }))).toBe('1 2 3 | 4 5')
  })

  it('removes a part that has lost its pages', () => {
    expect(textOf(moveTo(draft, keys(4, 5), { part: 1, before: 1 }))).toBe('4 5 1 2 3')
  })

  it('moves pages into a new part', () => {
    expect(textOf(moveToNew(draft, keys(2, 5), 1))).toBe('1 3 | 2 5 | 4')
    expect(textOf(moveToNew(draft, keys(5), null))).toBe('5 | 1 2 3 | 4')
  })

  it('moves by one place, and into the next part at the border', () => {
    expect(textOf(moveBy(draft, keys(1), 1))).toBe('2 1 3 | 4 5')
    expect(textOf(moveBy(draft, keys(3), 1))).toBe('1 2 | 3 4 5')
    expect(textOf(moveBy(draft, keys(4), -1))).toBe('1 2 3 4 | 5')
    expect(textOf(moveBy(draft, keys(2, 3), -1))).toBe('2 3 1 | 4 5')
  })
})

describe('locked parts', () => {
  const draft = draftOf(range(4), QUEUE, [child(5, [1, 2], { started: false }), child(6, [3, 4])])

  it('refuse every change', () => {
    for (const change of [
      rotate(draft, keys(1), 90),
      setDeleted(draft, keys(1), true),
      cutBefore(draft, 2),
      joinBefore(draft, 3),
      moveTo(draft, keys(1), { part: 2, before: null }),
      moveTo(draft, keys(3), { part: 1, before: null }),
      moveBy(draft, keys(3), -1),
      moveToNew(draft, keys(1), 2),
      describePart(draft, 1, { name: 'x' }),
    ])
      expect(change).toBe(draft)
  })

  it('do not keep the other pages of a selection from changing', () => {
    expect(textOf(rotate(draft, keys(1, 3), 90))).toBe('1 2 | 3^ 4')
  })
})

describe('earlier edits', () => {
  it('are ordered by their first page, with the pages that belong to none left out at the end', () => {
    const gone = child(0, [4], { url: null })
    const draft = draftOf(range(5), QUEUE, [child(6, [3]), gone, child(5, [1, 2])])
    expect(textOf(draft)).toBe('1 2 | 3 | 4- 5-')
    expect(draft.parts.map(({ annotation }) => annotation)).toEqual(['/annotations/5', '/annotations/6', null])
  })

  it('show a page in each part that contains it', () => {
    const draft = draftOf(range(2), QUEUE, [child(5, [1, 2]), child(6, [2])])
    expect(textOf(rotate(draft, keys(3), 90))).toBe('1 2 | 2^')
  })
})

describe('undo', () => {
  it('returns to earlier states and back', () => {
    let history = startHistory(whole(3))
    history = record(history, cutBefore(history.present, 2))
    history = record(history, cutBefore(history.present, 3))
    expect(textOf(undo(history).present)).toBe('1 | 2 3')
    expect(textOf(undo(undo(history)).present)).toBe('1 2 3')
    expect(undo(undo(undo(history))).present).toBe(undo(undo(history)).present)
    expect(redo(redo(undo(undo(history)))).present).toBe(history.present)
  })

  it('takes what is typed into one field as one step', () => {
    let history = startHistory(whole(1))
    for (const name of ['a', 'ab', 'abc'])
      history = record(history, describePart(history.present, 1, { name }), 'name 1')
    expect(history.past).toHaveLength(1)
    expect(undo(history).present.parts[0]!.name).toBe('')
  })

  it('starts a step of its own after an undo', () => {
    let history = startHistory(whole(1))
    history = record(history, describePart(history.present, 1, { name: 'a' }), 'name 1')
    history = record(undo(history), describePart(undo(history).present, 1, { name: 'b' }), 'name 1')
    expect(history.past).toHaveLength(1)
  })
})

describe('any sequence of operations', () => {
  const change = (draft: Draft, random: (limit: number) => number): Draft => {
    const pages = pagesOf(draft)
    const page = () => pages[random(pages.length)]!.key
    const some = () => new Set(pages.filter(() => random(3) === 0).map(({ key }) => key))
    const part = () => draft.parts[random(draft.parts.length)]!
    const place = () => {
      const target = part()
      return { part: target.key, before: random(3) ? target.pages[random(target.pages.length)]!.key : null }
    }
    const all = [
      () => rotate(draft, some(), 90),
      () => setDeleted(draft, some(), random(2) === 0),
      () => toggleCut(draft, page()),
      () => cutBefore(draft, page()),
      () => joinBefore(draft, page()),
      () => moveTo(draft, some(), place()),
      () => moveToNew(draft, some(), random(2) ? part().key : null),
      () => moveBy(draft, some(), random(2) ? 1 : -1),
      () => describePart(draft, part().key, { name: `name ${random(9)}` }),
    ]
    return all[random(all.length)]!()
  }
  const starts: Record<string, () => Draft> = {
    'of a document': () => whole(9),
    'of parts, one locked': () =>
      draftOf(range(9), QUEUE, [child(5, [1, 2, 3]), child(6, [4, 5], { started: false }), child(7, [6, 7])]),
  }

  it.each(Object.keys(starts))('%s loses and doubles no page, and leaves no empty part', (name) => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = randomOf(seed)
      let history = startHistory(starts[name]!())
      const first = history.present
      const before = pagesOf(first).map(({ key }) => key)
      const locked = first.parts.filter((part) => part.locked)
      for (let step = 0; step < 40; step += 1) history = record(history, change(history.present, random))
      const { parts } = history.present
      const after = pagesOf(history.present).map(({ key }) => key)
      expect(after.toSorted((one, other) => one - other)).toEqual(before)
      expect(parts.every(({ pages }) => pages.length > 0)).toBe(true)
      expect(new Set(parts.map(({ key }) => key)).size).toBe(parts.length)
      expect(parts.filter((part) => part.locked)).toEqual(locked)
      while (history.past.length) history = undo(history)
      expect(history.present).toBe(first)
    }
  })

  it('of a suggestion keeps all pages too', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = randomOf(seed)
      const documents = range(1 + random(4)).map(() => ({
        pages: range(random(4)).map(() => ({ page: 1 + random(12), rotation: 90 as const, deleted: random(4) === 0 })),
        queue: null,
        values: {},
      }))
      const after = applySuggestion(whole(9), { documents })
      expect(
        pagesOf(after)
          .map(({ page }) => page)
          .toSorted((one, other) => one - other),
      ).toEqual(range(9))
    }
  })
})

describe('the part of a page', () => {
  it('is found by the key of the page', () => {
    const draft = cutBefore(whole(3), 3)
    expect(partOf(draft, 3)?.key).toBe(2)
    expect(partOf(draft, 9)).toBeUndefined()
  })
})
