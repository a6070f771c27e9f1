import './support/browser.ts'
import { signal } from '@preact/signals'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { request } from '../src/api/client.ts'
import { confirm, rotate } from '../src/screens/review/actions.ts'
import type { Message } from '../src/screens/review/model/state.ts'
import type { Review } from '../src/screens/review/store/review.ts'
import { duplicateReason } from '../src/screens/review/side/duplicate-line.tsx'
import { ask, type Question } from '../src/ui/question.tsx'
import { showMessage } from '../src/ui/toasts.tsx'

vi.mock('../src/ui/question.tsx', () => ({ ask: vi.fn() }))
vi.mock('../src/ui/toasts.tsx', () => ({ showMessage: vi.fn(), showError: vi.fn(), sentenceOf: String }))
vi.mock('../src/api/client.ts', async (original) => ({ ...(await original<object>()), request: vi.fn() }))

/** What the user answers to the next questions. */
let answers: boolean[] = []
const asked: Question[] = []
/** Requests that change something. */
const sent: { path: string; body: unknown }[] = []
const focused: number[] = []

beforeEach(() => {
  answers = []
  for (const list of [asked, sent, focused]) list.length = 0
  vi.mocked(showMessage).mockClear()
  vi.mocked(ask).mockImplementation((question) => {
    asked.push(question)
    return Promise.resolve(answers.shift()!)
  })
  vi.mocked(request).mockImplementation((path, { body } = {}) => {
    if (body !== undefined) sent.push({ path, body })
    return Promise.resolve({ status: 'exported', annotation: null } as never)
  })
})

type State = 'uncertain' | 'error' | 'human'
/** A review with fields in these states; `found` are those after the checks of the service. */
function aReview(states: State[], found = states, messages: Message[] = []): Review {
  const fields = (list: State[]) => list.map((state, id) => ({ id, state, schema: { label: `Field ${id}` } }))
  const shown = signal(fields(states))
  return {
    id: 7,
    queue: { id: 3, connector: null, hooks: [] },
    document: { original_file_name: 'a.pdf' },
    fields: shown,
    messages: signal(new Map([[0, messages]])),
    stateOf: ({ state }: { state: State }) => state,
    saving: { finish: () => undefined },
    settle: () => {
      shown.value = fields(found)
      return Promise.resolve()
    },
    assertChecks: () => Promise.resolve(),
    clock: { spent: () => ({}) },
    pointing: signal(true),
    focus: (id: number) => void focused.push(id),
    reload: () => Promise.resolve(),
  } as unknown as Review
}
const paths = () => sent.map(({ path }) => path)
const CONFIRM = '/annotations/7/confirm'

describe('confirming', () => {
  it('does not ask when every field has been checked', async () => {
    await confirm(aReview(['human', 'human']))
    expect([asked, paths()]).toEqual([[], expect.arrayContaining([CONFIRM])])
  })

  it('is not requested while the service cannot say what to ask', async () => {
    const review = aReview(['human'])
    review.assertChecks = () => Promise.reject(new Error('unavailable'))
    await confirm(review)
    expect(paths()).toEqual([])
  })

  it('asks about the fields that need a check, and shows the first one if the user stays', async () => {
    answers = [false]
    await confirm(aReview(['human', 'uncertain', 'uncertain']))
    expect(asked).toMatchObject([{ list: ['Field 1', 'Field 2'] }])
    expect([paths(), focused]).toEqual([[], [1]])
  })

  it('goes on if the user says so, and asks once', async () => {
    answers = [true]
    await confirm(aReview(['uncertain']))
    expect([asked.length, paths()]).toEqual([1, expect.arrayContaining([CONFIRM])])
  })

  it('asks again if the checks of the service have found further fields', async () => {
    answers = [true, false]
    await confirm(aReview(['uncertain', 'human'], ['uncertain', 'uncertain']))
    expect([asked.length, paths()]).toEqual([2, []])
  })

  describe('a duplicate', () => {
    const duplicate = { annotation: '/api/v1/annotations/5', reason: 'same_file', schemaIds: [], differentIds: [] }
    const about = (type: Message['type']): Message => ({ type, content: 'Duplicate', duplicate })

    it('is not confirmed unless the user says so', async () => {
      answers = [false]
      await confirm(aReview(['human'], ['human'], [about('warning')]))
      expect(asked).toMatchObject([{ title: 'This document is a duplicate', list: [expect.anything()] }])
      expect(paths()).toEqual([])
      answers = [true]
      await confirm(aReview(['human'], ['human'], [about('warning')]))
      expect(paths()).toContain(CONFIRM)
    })

    it('is asked about after unchecked fields, and no key answers', async () => {
      answers = [true, false]
      await confirm(aReview(['uncertain'], ['uncertain'], [about('warning')]))
      expect(asked.map(({ keys }) => keys)).toEqual(['Ctrl+Enter', undefined])
      expect(paths()).toEqual([])
    })

    it('is refused by the service, without a question, where the queue confirms none', async () => {
      await confirm(aReview(['human'], ['human'], [about('error')]))
      expect([asked, paths()]).toEqual([[], expect.arrayContaining([CONFIRM])])
    })

    it.each([
      ['same_file', [], 'Another document was made from the same file:'],
      ['same_values', ['number', 'other'], 'Another document has the same values (Number, other):'],
      ['same_number', ['number'], 'Another document has the same number and supplier (Number):'],
      ['same_amount', ['number'], 'Another document has the same amount and date (Number):'],
      ['same_picture', [], 'Another document shows the same page:'],
      [
        'reissued',
        [],
        'This invoice was issued again: another document has the same number and supplier, but differs in Number, other:',
      ],
      ['same_moon', [], 'Another document matches (same moon):'],
    ])('is described by its reason: %s', (reason, schemaIds, text) => {
      const differentIds = reason === 'reissued' ? ['number', 'other'] : []
      const schema = { content: [{ id: 'head', children: [{ id: 'number', label: 'Number' }] }] }
      expect(duplicateReason({ schema } as never, { annotation: null, reason, schemaIds, differentIds })).toBe(text)
    })
  })

  it('shows an error instead of asking', async () => {
    await confirm(aReview(['uncertain', 'error']))
    expect([asked, paths(), focused]).toEqual([[], [], [1]])
  })

  it('can be taken back', async () => {
    await confirm(aReview(['human']))
    await vi.waitFor(() => expect(showMessage).toHaveBeenCalledWith('a.pdf is confirmed.', expect.anything()))
    sent.length = 0
    const [, undo] = vi.mocked(showMessage).mock.calls.find(([text]) => text === 'a.pdf is confirmed.')!
    undo!.run()
    await vi.waitFor(() => expect(sent).toEqual([{ path: '/annotations/7', body: { status: 'to_review' } }]))
  })
})

describe('turning the pages', () => {
  it('asks before the values are read again', async () => {
    answers = [false]
    await rotate(aReview([]), 90)
    expect([asked.length, sent]).toEqual([1, []])
  })

  it('keeps what was entered, and can be taken back', async () => {
    answers = [true]
    await rotate(aReview([]), 90)
    const [[, undo] = []] = vi.mocked(showMessage).mock.calls
    undo!.run()
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expect(sent).toEqual([
      { path: '/annotations/7/rotate', body: { rotation_deg: 90, content: 'keep' } },
      { path: '/annotations/7/rotate', body: { rotation_deg: 270, content: 'restore' } },
    ])
  })
})
