import { timerFunctions } from './clock.ts'

type Listener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown }

export class Event {
  readonly type: string
  target: unknown = null
  defaultPrevented = false
  constructor(type: string) {
    this.type = String(type)
  }
  preventDefault(): void {
    this.defaultPrevented = true
  }
}

export class EventTarget {
  readonly #listeners = new Map<string, { listener: Listener; once: boolean }[]>()

  addEventListener(type: string, listener: Listener, options?: boolean | { once?: boolean }): void {
    const list = this.#listeners.get(type) ?? []
    if (list.some((one) => one.listener === listener)) return
    list.push({ listener, once: typeof options === 'object' && options.once === true })
    this.#listeners.set(type, list)
  }
  removeEventListener(type: string, listener: Listener): void {
    const list = this.#listeners.get(type) ?? []
    this.#listeners.set(
      type,
      list.filter((one) => one.listener !== listener),
    )
  }
  dispatchEvent(event: Event): boolean {
    event.target = this
    for (const { listener, once } of [...(this.#listeners.get(event.type) ?? [])]) {
      if (once) this.removeEventListener(event.type, listener)
      if (typeof listener === 'function') Reflect.apply(listener, this, [event])
      else listener.handleEvent(event)
    }
    return !event.defaultPrevented
  }
}

export class DOMException extends Error {
  constructor(message = '', name = 'Error') {
    super(message)
    this.name = name
  }
}

export class AbortSignal extends EventTarget {
  aborted = false
  reason: unknown
  onabort: ((event: Event) => unknown) | null = null

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }
  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal()
    abort(signal, reason)
    return signal
  }
  static timeout(ms: number): AbortSignal {
    const signal = new AbortSignal()
    const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    timerFunctions.setTimeout(() => abort(signal, late), ms)
    return signal
  }
  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const all = new AbortSignal()
    for (const one of signals) {
      if (one.aborted) abort(all, one.reason)
      else one.addEventListener('abort', () => abort(all, one.reason), { once: true })
    }
    return all
  }
}

function abort(signal: AbortSignal, reason: unknown): void {
  if (signal.aborted) return
  signal.aborted = true
  signal.reason = reason ?? new DOMException('This operation was aborted', 'AbortError')
  const event = new Event('abort')
  signal.onabort?.(event)
  signal.dispatchEvent(event)
}

export class AbortController {
  readonly signal = new AbortSignal()
  abort(reason?: unknown): void {
    abort(this.signal, reason)
  }
}
