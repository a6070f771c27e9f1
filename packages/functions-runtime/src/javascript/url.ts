import { host } from './host.ts'
import { URL_PARTS } from './url-parts.ts'

type Parts = Record<(typeof URL_PARTS)[number] | 'origin', string>

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
const encode = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

type Pair = [string, string]

export class URLSearchParams {
  #pairs: Pair[] = []
  /** Called after each change, with the new text. */
  #changed: (text: string) => void = () => undefined

  constructor(init: unknown = '', changed?: (text: string) => void) {
    if (changed) this.#changed = changed
    if (init && typeof init === 'object') {
      const isList = Symbol.iterator in init
      const pairs = isList ? [...(init as Iterable<unknown[]>)] : Object.entries(init)
      this.#pairs = pairs.map(([name, value]) => [String(name), String(value)])
      return
    }
    const text = String(init).replace(/^\?/, '')
    this.#pairs = text
      .split('&')
      .filter(Boolean)
      .map((part): Pair => {
        const at = part.indexOf('=')
        return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
      })
  }

  append(name: unknown, value: unknown): void {
    this.#set([...this.#pairs, [String(name), String(value)]])
  }
  delete(name: unknown): void {
    this.#set(this.#pairs.filter(([own]) => own !== String(name)))
  }
  get(name: unknown): string | null {
    return this.#pairs.find(([own]) => own === String(name))?.[1] ?? null
  }
  getAll(name: unknown): string[] {
    return this.#pairs.filter(([own]) => own === String(name)).map(([, value]) => value)
  }
  has(name: unknown): boolean {
    return this.#pairs.some(([own]) => own === String(name))
  }
  set(name: unknown, value: unknown): void {
    const at = this.#pairs.findIndex(([own]) => own === String(name))
    if (at < 0) return this.append(name, value)
    const pairs = this.#pairs.filter(([own], index) => own !== String(name) || index === at)
    pairs[at] = [String(name), String(value)]
    this.#set(pairs)
  }
  sort(): void {
    this.#set(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  }
  forEach(work: (value: string, name: string, all: this) => void): void {
    for (const [name, value] of this.#pairs) work(value, name, this)
  }
  get size(): number {
    return this.#pairs.length
  }
  *entries(): Generator<Pair> {
    yield* this.#pairs
  }
  *keys(): Generator<string> {
    for (const [name] of this.#pairs) yield name
  }
  *values(): Generator<string> {
    for (const [, value] of this.#pairs) yield value
  }
  [Symbol.iterator](): Generator<Pair> {
    return this.entries()
  }
  toString(): string {
    return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  }
  #set(pairs: Pair[]): void {
    this.#pairs = pairs
    this.#changed(this.toString())
  }
}

/** Parsed by the host, that is by Node. */
export class URL {
  #parts: Parts
  #query: URLSearchParams | undefined

  constructor(text: unknown, base?: unknown) {
    const parts = host('url', String(text), base === undefined ? '' : String(base))
    if (!parts) throw Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: String(text) })
    this.#parts = JSON.parse(parts)
  }

  static canParse(text: unknown, base?: unknown): boolean {
    return host('url', String(text), base === undefined ? '' : String(base)) !== undefined
  }

  static {
    for (const part of URL_PARTS) {
      Object.defineProperty(URL.prototype, part, {
        enumerable: true,
        configurable: true,
        get(this: URL) {
          return this.#parts[part]
        },
        set(this: URL, value: unknown) {
          this.#change(part, String(value))
          this.#query = undefined
        },
      })
    }
  }

  get origin(): string {
    return this.#parts.origin
  }
  get searchParams(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.#parts.search, (text) => this.#change('search', text))
    return this.#query
  }
  toString(): string {
    return this.#parts.href
  }
  toJSON(): string {
    return this.#parts.href
  }
  #change(part: string, value: string): void {
    const parts = host('setUrl', this.#parts.href, JSON.stringify({ part, value }))
    if (parts) this.#parts = JSON.parse(parts)
  }
}
