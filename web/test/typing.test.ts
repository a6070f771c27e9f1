import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followTyping, TYPING_PAUSE } from '../src/ui/typing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

class Field extends EventTarget {
  readonly tagName: string
  constructor(tagName: string) {
    super()
    this.tagName = tagName
  }
}
const key = (name: string) => Object.assign(new Event('keydown'), { key: name })

it('begins with an entry and ends after a pause', () => {
  const page = new EventTarget()
  const typing = followTyping(page)
  expect(typing.value).toBe(false)
  page.dispatchEvent(key('a'))
  expect(typing.value).toBe(false)
  page.dispatchEvent(new Event('input'))
  vi.advanceTimersByTime(TYPING_PAUSE - 1)
  page.dispatchEvent(new Event('input'))
  vi.advanceTimersByTime(TYPING_PAUSE - 1)
  expect(typing.value).toBe(true)
  vi.advanceTimersByTime(1)
  expect(typing.value).toBe(false)
})

it.each([key('Enter'), key('Tab'), key('Escape'), new Event('focusout')])('ends with the entry: %#', (event) => {
  const page = new Field('INPUT')
  const typing = followTyping(page)
  page.dispatchEvent(new Event('input'))
  page.dispatchEvent(key('x'))
  expect(typing.value).toBe(true)
  page.dispatchEvent(event)
  expect(typing.value).toBe(false)
})

it('goes on with a new line of a longer text', () => {
  const page = new Field('TEXTAREA')
  const typing = followTyping(page)
  page.dispatchEvent(new Event('input'))
  page.dispatchEvent(key('Enter'))
  expect(typing.value).toBe(true)
})
