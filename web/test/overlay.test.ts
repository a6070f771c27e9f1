import './support/browser.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdKeys, keepKeys } from '../src/ui/overlay.ts'

/** The page behind overlays. */
let page: EventTarget
/** A button of an overlay, which has the focus. Events of it are those of the overlay. */
let button: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('Element', EventTarget)
  button = Object.assign(new EventTarget(), { closest: () => button })
})

/** Presses a key; returns whether it has its usual effect. */
const press = (target: EventTarget, key: string, more: object = {}): boolean =>
  target.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ...more }))
const keep = () => keepKeys(button as HTMLElement)

describe('an overlay', () => {
  it('has no button pressed by the space of a text', () => {
    keep()
    expect([press(button, 'a'), press(button, ' '), press(button, 'b'), press(button, ' ')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    press(button, 'Tab')
    expect(press(button, ' ')).toBe(true)
  })

  it('has no button pressed by the key that opened it and is still down', () => {
    keep()
    expect([press(button, 'Enter', { repeat: true }), press(button, 'Enter')]).toEqual([false, true])
  })

  it('that closes while the user types keeps the rest of the text from the page', () => {
    const close = keep()
    press(button, 'a')
    close()
    expect([press(page, 'b'), press(page, ' '), press(page, 'c')]).toEqual([false, false, false])
    // What is typed after another key is meant for the page.
    expect([press(page, 'End'), press(page, 'd')]).toEqual([true, true])
  })

  it('that closes by a key leaves the next one to the page', () => {
    const close = keep()
    press(button, 'a')
    press(button, 'Escape')
    close()
    expect(press(page, 'b')).toBe(true)
  })
})

describe('a command that leaves the present field', () => {
  it('drops what is typed until it has ended', () => {
    const release = holdKeys()
    expect(['a', ' ', 'Enter', 'Backspace', 'Tab'].map((key) => press(page, key))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ])
    release()
    expect(press(page, 'a')).toBe(true)
  })
})
