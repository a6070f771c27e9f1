import './support/browser.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { setLanguage } from '../src/i18n/index.ts'
import { appliesAt } from '../src/ui/commands.tsx'
import { keyLabel, keysAt, keysHere } from '../src/ui/keys.ts'

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

it('leaves undoing to the browser while text is entered', () => {
  expect(appliesAt({ outsideText: true }, 'Ctrl+Z', control())).toBe(false)
  expect(appliesAt({ outsideText: true }, 'Ctrl+Z', elsewhere)).toBe(true)
})

describe('keys of macOS', () => {
  it.each(['Alt+J', 'Alt+Shift+P', 'Alt+1', 'Alt+Backspace'])('adds Ctrl to %s, which writes in text', (keys) => {
    expect(keysHere(keys, true)).toBe(`Ctrl+${keys}`)
    expect(keysAt(keys, true, true)).toEqual([`Ctrl+${keys}`])
    expect(keysAt(keys, false, true)).toEqual([`Ctrl+${keys}`, keys])
  })

  it('keeps other keys, and those of other systems', () => {
    expect(keysAt('Alt+ArrowDown', true, true)).toEqual(['Alt+ArrowDown'])
    expect(keysAt('Alt+J', true, false)).toEqual(['Alt+J'])
  })
})

describe('names of keys', () => {
  afterEach(() => setLanguage('en'))

  it.each([
    ['Ctrl+Enter', 'Ctrl+Enter', 'Strg+Eingabe'],
    ['Alt+Shift+ArrowLeft', 'Alt+Shift+←', 'Alt+Umschalt+←'],
    ['Shift+PageDown', 'Shift+Page Down', 'Umschalt+Bild ↓'],
    ['Delete', 'Del', 'Entf'],
    ['Plus', '+', '+'],
    ['Z', 'Z', 'Z'],
  ])('are those on the keyboard of the language: %s', async (keys, english, german) => {
    expect(keyLabel(keys, false)).toBe(english)
    await setLanguage('de')
    expect(keyLabel(keys, false)).toBe(german)
  })

  it('keep Ctrl on a Mac, whose keyboards name it so in each language', async () => {
    await setLanguage('de')
    expect(keyLabel('Alt+Delete', true)).toBe('Ctrl+Alt+Entf')
  })
})
