import './support/browser.ts'
import { describe, expect, it } from 'vitest'
import { appliesAt } from '../src/ui/commands.tsx'

/** A control inside elements of these selectors. */
const control = (...inside: string[]) => ({
  isText: true,
  closest: (selector: string) => (inside.includes(selector) ? {} : null),
})
const elsewhere = { isText: false, closest: () => null }
const accept = { inText: true, within: '.form' }

describe('appliesAt', () => {
  it('keeps keys of one character out of text', () => {
    expect(appliesAt({}, 'R', control())).toBe(false)
    expect(appliesAt({}, 'R', elsewhere)).toBe(true)
    expect(appliesAt({}, 'Alt+J', control())).toBe(true)
  })

  it('limits a command of the form to the text controls of the form', () => {
    expect(appliesAt(accept, 'Enter', control('.form'))).toBe(true)
    expect(appliesAt(accept, 'Enter', control('.note'))).toBe(false)
    expect(appliesAt(accept, 'Enter', elsewhere)).toBe(true)
    expect(appliesAt({ within: '.form' }, 'Alt+Backspace', control('.note'))).toBe(false)
  })
})
