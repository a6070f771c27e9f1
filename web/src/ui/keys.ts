/** Names of keys on this system and keyboard. */
import { t, type Key } from '../i18n/index.ts'

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** Option with a character writes another one on macOS, and with Backspace or Delete it removes a word. */
const isOption = (keys: string): boolean => /^Alt\+(Shift\+)?(.|Backspace|Delete)$/.test(keys)

/** Returns the keys that work everywhere on the system, also while text is entered. */
export const keysHere = (keys: string, onMac = isMac): string => (onMac && isOption(keys) ? `Ctrl+${keys}` : keys)

const SYMBOLS: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Plus: '+',
}

const NAMES: Record<string, Key> = {
  Ctrl: 'keys.ctrl',
  Shift: 'keys.shift',
  Enter: 'keys.enter',
  Space: 'keys.space',
  Backspace: 'keys.backspace',
  Delete: 'keys.delete',
  Insert: 'keys.insert',
  PageUp: 'keys.pageUp',
  PageDown: 'keys.pageDown',
}

/** Returns keys as they are printed on keyboards of the language: `Ctrl+Enter` is `Strg+Eingabe` in German, except on a Mac. */
export const keyLabel = (keys: string, onMac = isMac): string =>
  keysHere(keys, onMac)
    .split('+')
    .map((key) => {
      const name = onMac && key === 'Ctrl' ? undefined : NAMES[key]
      return name === undefined ? (SYMBOLS[key] ?? key) : t(name)
    })
    .join('+')

/** Returns all keys that mean a command at this place: outside of text, Option alone is free. */
export function keysAt(keys: string, isText: boolean, onMac = isMac): string[] {
  const here = keysHere(keys, onMac)
  return here === keys || isText ? [here] : [here, keys]
}
