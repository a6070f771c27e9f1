/** What this browser remembers. Where its storage is blocked, as in a sandboxed frame, the page remembers until it is closed. */

export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** A storage that lasts as long as the page. */
export function createMemory(): SafeStorage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    key: (index) => [...items.keys()][index] ?? null,
  }
}

/** Returns the storage of the browser, or one in memory if reading it throws. */
export function safeStorage(open: () => SafeStorage): SafeStorage {
  try {
    const found = open()
    found.getItem('')
    return found
  } catch {
    return createMemory()
  }
}

/** As localStorage; only `setItem` can throw, if there is no room. */
export const storage = safeStorage(() => localStorage)

/** Remembers a setting. Without room it applies until the page is closed. */
export function remember(key: string, value: string): void {
  try {
    storage.setItem(key, value)
  } catch {
    // See above.
  }
}
