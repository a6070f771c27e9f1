import { advance } from './clock.ts'
import { host } from './host.ts'
import { requireModule } from './modules.ts'
import type { AbortSignal } from './signals.ts'
import { URLSearchParams } from './url.ts'

type Pairs = Iterable<readonly [string, string]> | Record<string, string>

export class Headers {
  readonly #values = new Map<string, string>()

  constructor(init: Pairs = {}) {
    const pairs = Symbol.iterator in init ? (init as Iterable<readonly [string, string]>) : Object.entries(init)
    for (const [name, value] of pairs) this.append(name, value)
  }
  append(name: string, value: string): void {
    const before = this.get(name)
    this.set(name, before === null ? value : `${before}, ${value}`)
  }
  set(name: string, value: string): void {
    this.#values.set(String(name).toLowerCase(), String(value).trim())
  }
  get(name: string): string | null {
    return this.#values.get(String(name).toLowerCase()) ?? null
  }
  has(name: string): boolean {
    return this.#values.has(String(name).toLowerCase())
  }
  delete(name: string): void {
    this.#values.delete(String(name).toLowerCase())
  }
  forEach(work: (value: string, name: string) => void): void {
    for (const [name, value] of this.#values) work(value, name)
  }
  entries(): MapIterator<[string, string]> {
    return this.#values.entries()
  }
  keys(): MapIterator<string> {
    return this.#values.keys()
  }
  values(): MapIterator<string> {
    return this.#values.values()
  }
  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries()
  }
}

/** A body of text, which can be read once. */
class Body {
  readonly headers: Headers
  bodyUsed = false
  readonly #text: string | null

  constructor(text: string | null, headers: Headers) {
    this.#text = text
    this.headers = headers
  }
  async text(): Promise<string> {
    if (this.bodyUsed) throw new TypeError('Body is unusable: Body has already been read')
    this.bodyUsed = this.#text !== null
    return this.#text ?? ''
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }
  async arrayBuffer(): Promise<ArrayBufferLike> {
    const { Buffer } = requireModule('buffer')
    return Uint8Array.from(Buffer.from(await this.text(), 'utf8')).buffer
  }
  protected get content(): string | null {
    return this.#text
  }
}

interface ResponseInit {
  status?: number
  statusText?: string
  headers?: Pairs
}

export class Response extends Body {
  readonly status: number
  readonly statusText: string
  readonly url: string = ''
  readonly redirected = false
  readonly #init: ResponseInit

  constructor(text: string | null = null, init: ResponseInit = {}) {
    super(text === null ? null : String(text), new Headers(init.headers))
    this.#init = init
    this.status = init.status ?? 200
    this.statusText = init.statusText ?? ''
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }
  clone(): Response {
    return new Response(this.content, { ...this.#init, headers: this.headers })
  }
  static json(value: unknown, init: ResponseInit = {}): Response {
    return new Response(JSON.stringify(value), { ...init, headers: { 'content-type': 'application/json' } })
  }
}

interface RequestInit {
  method?: string
  headers?: Pairs
  body?: unknown
  signal?: AbortSignal | null
}

export class Request extends Body {
  readonly url: string
  readonly method: string
  readonly signal: AbortSignal | null

  constructor(input: unknown, init: RequestInit = {}) {
    const before = input instanceof Request ? input : undefined
    const headers = new Headers(init.headers ?? before?.headers ?? {})
    const { text, type } = bodyOf(init.body)
    if (type && !headers.has('content-type')) headers.set('content-type', type)
    super(text ?? before?.content ?? null, headers)
    this.url = before?.url ?? String(input)
    this.method = (init.method ?? before?.method ?? 'GET').toUpperCase()
    this.signal = init.signal ?? before?.signal ?? null
  }
  get sent(): string | null {
    return this.content
  }
}

function bodyOf(body: unknown): { text: string | null; type?: string } {
  if (body === undefined || body === null) return { text: null }
  if (typeof body === 'string') return { text: body, type: 'text/plain;charset=UTF-8' }
  if (body instanceof URLSearchParams)
    return { text: body.toString(), type: 'application/x-www-form-urlencoded;charset=UTF-8' }
  if (ArrayBuffer.isView(body) || body instanceof ArrayBuffer)
    return { text: requireModule('buffer').Buffer.from(body).toString('utf8') }
  throw new TypeError('The body of a request must be a text, bytes of UTF-8 or URLSearchParams.')
}

interface Pending {
  resolve: (response: Response) => void
  reject: (reason: unknown) => void
}
const pending = new Map<number, Pending>()
let last = 0

export function fetch(input: unknown, init?: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new Request(input, init)
    const { signal, url, method, sent: body } = request
    if (signal?.aborted) throw signal.reason
    const id = ++last
    pending.set(id, { resolve, reject })
    signal?.addEventListener('abort', () => {
      if (pending.has(id)) reject(signal.reason)
    })
    const headers = Object.fromEntries(request.headers)
    const refused = host('fetch', id, JSON.stringify({ url, method, headers, body }))
    if (refused !== undefined) settle(id, ({ reject }) => reject(new TypeError(refused)))
  })
}

function settle(id: number, work: (waiting: Pending) => void): void {
  const waiting = pending.get(id)
  pending.delete(id)
  if (waiting) work(waiting)
}

/** The host's answer to a request: JSON of status and headers with a body, or without a head the reason why it failed. */
export function answer(id: number, head: string, body: string): void {
  advance()
  settle(id, ({ resolve, reject }) => {
    if (!head) return reject(new TypeError(body))
    resolve(new Response(body, JSON.parse(head)))
  })
}
