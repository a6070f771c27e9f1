/**
 * What the browser keeps for the screen. Browsers can forbid it, above all in frames of other sites; then it lasts as long as the page,
 * and drafts report that they are not kept.
 */
const memory = new Map<string, string>()

const inMemory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> = {
  get length() {
    return memory.size
  },
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => void memory.set(key, value),
  removeItem: (key) => void memory.delete(key),
  key: (index) => [...memory.keys()][index] ?? null,
}

function open(): typeof inMemory {
  try {
    const { localStorage: found } = globalThis
    found.setItem('sheaf.test', '')
    found.removeItem('sheaf.test')
    return found
  } catch {
    return inMemory
  }
}

export const storage = open()
/** Whether what is stored outlasts the page. */
export const isLasting = storage !== inMemory
