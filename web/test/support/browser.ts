/** The few globals of a browser that modules of the screen use when they are loaded. Import this first. */
import { vi } from 'vitest'

/** A storage in memory. `isFull`: refuses to store, as a browser without room does. */
export class MemoryStorage implements Storage {
  #items = new Map<string, string>()
  isFull = false

  get length(): number {
    return this.#items.size
  }
  clear = () => this.#items.clear()
  getItem = (key: string) => this.#items.get(key) ?? null
  key = (index: number) => [...this.#items.keys()][index] ?? null
  removeItem = (key: string) => void this.#items.delete(key)
  setItem(key: string, value: string): void {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
    this.#items.set(key, value)
  }
}

export const storage = new MemoryStorage()
const location = { pathname: '/app/', search: '', hash: '', protocol: 'http:' }
const noop = () => undefined

vi.stubGlobal('localStorage', storage)
vi.stubGlobal('location', location)
vi.stubGlobal('document', { cookie: '', documentElement: { lang: '', dataset: {} }, querySelector: () => null })
vi.stubGlobal('addEventListener', noop)
vi.stubGlobal('removeEventListener', noop)
vi.stubGlobal('window', { addEventListener: noop, scrollTo: noop })
vi.stubGlobal('history', { pushState: noop, replaceState: noop })
vi.stubGlobal('navigator', { languages: ['en-GB'] })
vi.stubGlobal('HTMLElement', class {})
vi.stubGlobal('Element', class {})
