/** Names of keys on this system. */

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** Option with a character writes another one on macOS, and with Backspace or Delete it removes a word. */
const isOption = (keys: string): boolean => /^Alt\+(Shift\+)?(.|Backspace|Delete)$/.test(keys)

/** Returns the keys that work everywhere on the system, also while text is entered. */
export const keysHere = (keys: string, onMac = isMac): string => (onMac && isOption(keys) ? `Ctrl+${keys}` : keys)

/** Returns all keys that mean a command at this place: outside of text, Option alone is free. */
export function keysAt(keys: string, isText: boolean, onMac = isMac): string[] {
  const here = keysHere(keys, onMac)
  return here === keys || isText ? [here] : [here, keys]
}
