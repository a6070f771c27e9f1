import { ReadError } from '../extraction/types.ts'
import { SandboxChild, type ChildSettings } from './child.ts'
import type { Frame } from './frames.ts'
import type { ChildReply, DocumentAnswers, DocumentRequest } from './protocol.ts'

/** A child whose memory exceeds this share of its limit between two documents is replaced. */
const IDLE_SHARE = 0.8

/** Wall-clock limit of `extractFast`, far more than it needs on an idle machine. */
const FAST_MS = 5_000

export interface PoolSettings extends ChildSettings {
  /** Maximum number of children. */
  processes: number
  /** A child is replaced after this many documents. */
  documentsPerChild: number
}

interface Waiting {
  request: DocumentRequest
  bytes: Uint8Array
  resolve: (frame: Frame) => void
  reject: (error: Error) => void
}

const isShort = ({ request }: Waiting): boolean => request.do === 'extractFast'

/** Warm child processes that handle requests in order of arrival, each child one at a time. */
export class ChildPool {
  readonly #settings: PoolSettings
  readonly #idle: SandboxChild[] = []
  readonly #children = new Set<SandboxChild>()
  readonly #queue: Waiting[] = []
  #closed = false
  /** Children that are processing a request without the short limit. */
  #engaged = 0

  constructor(settings: PoolSettings) {
    this.#settings = settings
    this.#fill()
  }

  get pids(): number[] {
    return [...this.#children].map((child) => child.pid ?? 0)
  }

  get memoryMb(): number[] {
    return [...this.#children].map((child) => child.memoryMb)
  }

  /** False if a request would have to wait for one without the short limit. */
  get isResponsive(): boolean {
    return this.#engaged < this.#settings.processes && this.#queue.every(isShort)
  }

  /** Throws `ReadError` with the reason that the child returned, or `crashed` if the child died without one. */
  async ask<Name extends keyof DocumentAnswers>(
    request: DocumentRequest & { do: Name },
    bytes: Uint8Array,
  ): Promise<{ answer: DocumentAnswers[Name]; body: Buffer }> {
    if (this.#closed) throw closedError()
    const frame = await new Promise<Frame>((resolve, reject) => {
      this.#queue.push({ request, bytes, resolve, reject })
      void this.#next()
    })
    const reply = frame.head as ChildReply
    if ('ok' in reply && reply.ok) return { answer: reply.answer as DocumentAnswers[Name], body: frame.body }
    if (!('ok' in reply)) throw new ReadError('crashed', 'The document crashed the reader.')
    const error = new ReadError(reply.code, reply.message)
    if (reply.detail) error.cause = reply.detail
    throw error
  }

  /** Rejects waiting requests and kills the children. */
  async close(): Promise<void> {
    this.#closed = true
    for (const waiting of this.#queue.splice(0)) waiting.reject(closedError())
    await Promise.all([...this.#children].map((child) => child.end()))
  }

  #fill(): void {
    while (!this.#closed && this.#children.size < this.#settings.processes) this.#start()
  }

  #start(): void {
    const child = new SandboxChild(this.#settings)
    this.#children.add(child)
    child.ready.then(
      () => {
        this.#idle.push(child)
        void this.#next()
      },
      // A child that cannot start is not restarted endlessly; the waiting document fails instead.
      (error: Error) => {
        this.#children.delete(child)
        this.#queue.shift()?.reject(error)
        if (!this.#closed && this.#queue.length > this.#children.size) this.#start()
      },
    )
    void child.exited.then(() => {
      this.#children.delete(child)
      const at = this.#idle.indexOf(child)
      if (at >= 0) this.#idle.splice(at, 1)
      if (!this.#closed && child.documents > 0) this.#fill()
    })
  }

  /** Assigns the first waiting request to an idle child, if there are both. */
  async #next(): Promise<void> {
    const child = this.#idle.pop()
    if (!child) return this.#fill()
    const waiting = this.#queue.shift()
    if (!waiting) {
      this.#idle.push(child)
      return
    }
    const short = isShort(waiting)
    if (!short) this.#engaged++
    try {
      waiting.resolve(await child.run(waiting.request, waiting.bytes, short ? FAST_MS : undefined))
    } catch (error) {
      waiting.reject(error as Error)
    }
    if (!short) this.#engaged--
    if (child.dead) return
    if (this.#isWorn(child)) {
      await child.end()
      return
    }
    this.#idle.push(child)
    void this.#next()
  }

  #isWorn(child: SandboxChild): boolean {
    const { documentsPerChild, memoryMb } = this.#settings
    return child.documents >= documentsPerChild || child.memoryMb > IDLE_SHARE * memoryMb
  }
}

const closedError = (): Error => new Error('The document sandbox is closed.')
