/** Whether the user is typing: what opens by itself waits for the end, so that it does not receive the keys. */
import { signal, type ReadonlySignal } from '@preact/signals'

/** Milliseconds without a key after which typing has ended. */
export const TYPING_PAUSE = 10_000

/** Follows the events of `page`. An entry ends with Enter, Tab or Escape, when the focus leaves it, and after a pause. */
export function followTyping(page: EventTarget, pause = TYPING_PAUSE): ReadonlySignal<boolean> {
  const typing = signal(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    typing.value = false
  }
  page.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(end, pause)
    typing.value = true
  })
  page.addEventListener('focusout', end)
  const onKey = (event: Event) => {
    const { key, target } = event as KeyboardEvent
    const isNewLine = key === 'Enter' && (target as Element | null)?.tagName === 'TEXTAREA'
    if (['Enter', 'Tab', 'Escape'].includes(key) && !isNewLine) end()
  }
  // Dialogs keep their keys from the page.
  page.addEventListener('keydown', onKey, { capture: true })
  return typing
}
