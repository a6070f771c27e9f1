/**
 * Commands: everything the present screen can do, each with its name and keys. One list serves the keyboard, the palette (Ctrl+K) and the
 * sheet of keys (`?`), so that none of them can be wrong about another.
 */
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { keysAt } from './keys.ts'
import { isOverlayOpen } from './overlay.ts'
import { remember, storage } from '../app/storage.ts'

export interface Command {
  /** Unique among the commands that are present at the same time. */
  id: string
  label: string
  /** Heading in the sheet of keys. */
  group: string
  /** Keys such as `Ctrl+Enter`, `Alt+ArrowDown`, `?`. Those without Ctrl or Alt do not apply while text is entered. */
  keys?: readonly string[]
  /** Applies while text is entered too, although its keys have no modifier. */
  inText?: boolean
  /** While text is entered, applies only in controls inside elements of this selector. */
  within?: string
  /** Never applies while text is entered, where its keys mean something else. */
  outsideText?: boolean
  /** A key that is held down runs the command only once. */
  once?: boolean
  enabled?: boolean
  run: () => void
}

/** The commands of one part of the screen, as of its last rendering. */
interface Slot {
  list: readonly Command[]
}
const slots: Slot[] = []

/** Commands of the present screen; a part that was added later comes first, because it is the more specific one. */
export const commands = (): Command[] => [...slots].reverse().flatMap(({ list }) => list)

/** Offers commands while the component is shown. */
export function useCommands(list: readonly Command[]): void {
  const slot = useRef<Slot>({ list })
  slot.current.list = list
  useEffect(() => {
    const own = slot.current
    slots.push(own)
    return () => void slots.splice(slots.indexOf(own), 1)
  }, [])
}

const STORED = 'sheaf.singleKeys'
/** Whether keys without a modifier work outside of text. People who use speech input switch them off (WCAG 2.1.4). */
export const singleKeys = signal(storage.getItem(STORED) !== 'off')

export function setSingleKeys(isOn: boolean): void {
  remember(STORED, isOn ? 'on' : 'off')
  singleKeys.value = isOn
}

/** Keys of one character without Ctrl or Alt. */
const isSingle = (keys: string): boolean => !/Ctrl|Alt/.test(keys) && /^(Shift\+)?(.|Plus)$/.test(keys)

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)))

/** Whether the keys of a command apply at the place where they were pressed. */
export function appliesAt(
  { inText = false, within, outsideText }: Pick<Command, 'inText' | 'within' | 'outsideText'>,
  keys: string,
  target: { isText: boolean; closest: (selector: string) => unknown },
): boolean {
  if (!target.isText) return true
  if (outsideText) return false
  if (within !== undefined && !target.closest(within)) return false
  return inText || /Ctrl|Alt|^F\d/.test(keys)
}

const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a[href], summary, [role=tab], [role=option]') !== null

/** Returns the key of an event as a command names it. With Alt some systems produce other characters, so the place of the key counts. */
function keyOf({ key, code, altKey }: KeyboardEvent): string {
  const place = /^(?:Key|Digit)(.)$/.exec(code)?.[1]
  if (altKey && place) return place.toUpperCase()
  // `+` separates keys in names.
  if (key === '+') return 'Plus'
  return key.length === 1 ? key.toUpperCase() : key
}

/** Whether an event means these keys. */
export function matchesKeys(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split('+')
  const key = parts.pop()!
  const wants = (name: string) => parts.includes(name)
  const given = keyOf(event)
  if (given !== (key.length === 1 ? key.toUpperCase() : key)) return false
  if ((event.ctrlKey || event.metaKey) !== wants('Ctrl') || event.altKey !== wants('Alt')) return false
  // Shift is part of characters such as `?`.
  return event.shiftKey === wants('Shift') || key === 'Plus' || (key.length === 1 && !/[a-z]/i.test(key))
}

/** Runs the command of an event, if there is one. */
export function dispatch(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isOverlayOpen()) return
  // A focused button or link does what it says.
  if (/^(Enter| )$/.test(event.key) && !event.ctrlKey && !event.altKey && isPressable(event.target)) return
  const target = {
    isText: isText(event.target),
    closest: (selector: string) => (event.target as Element).closest(selector),
  }
  for (const command of commands()) {
    const { keys = [], enabled = true, run } = command
    const found = keys.find((one) => keysAt(one, target.isText).some((here) => matchesKeys(event, here)))
    if (found === undefined || !enabled) continue
    if (!appliesAt(command, found, target)) continue
    if (isSingle(found) && !singleKeys.value) continue
    event.preventDefault()
    if (!command.once || !event.repeat) run()
    return
  }
}

addEventListener('keydown', dispatch)
