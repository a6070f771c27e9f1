import { ReadError } from '@sheaf/extraction/types'
import { ledger } from '../work/ledger.ts'
import { beneficiary, type Beneficiary } from '../work/on-behalf.ts'
import { SandboxChild, type ChildSettings } from './child.ts'
import type { Frame } from './frames.ts'
import type { ChildReply, DocumentAnswers, DocumentRequest } from './protocol.ts'

/**
 * A child whose memory exceeds this share of its limit between two documents is replaced, so that enough is left for the next one. OCR
 * retains 0.6 of the default limit.
 */
const IDLE_SHARE = 0.65

/** Wall-clock limit of `extractFast`, far more than it needs on an idle machine. */
const FAST_MS = 5_000

export interface PoolSettings extends ChildSettings {
  /** Maximum number of children, without the one for short requests. */
  processes: number
  /** A child is replaced after this many documents. */
  documentsPerChild: number
}

interface Waiting {
  /** 0 if it is for none. */
  organization_id: number
  owner: Beneficiary | undefined
  request: DocumentRequest
  bytes: Uint8Array
  resolve: (frame: Frame) => void
  reject: (error: Error) => void
}

/** Short requests of one organization that may wait for the child that handles only them. */
const SHORT_WAITING = 4

/** With more organizations, turns are forgotten while none waits. */
const MAX_SERVED = 10_000

const isShort = ({ request }: Waiting): boolean => request.do === 'extractFast'

/**
 * Warm child processes, each of which handles one request at a time. Organizations take turns, and the requests of one are handled in order of
 * arrival. While all children are occupied by long requests, short ones get a child of their own, so that the scans of one organization do not
 * delay the digital documents of another.
 */
export class ChildPool {
  readonly #settings: PoolSettings
  readonly #idle: SandboxChild[] = []
  readonly #children = new Set<SandboxChild>()
  readonly #queue: Waiting[] = []
  /** When the last request of an organization was assigned to a child, as a number that grows. */
  readonly #served = new Map<number, number>()
  #turn = 0
  #closed = false
  /** Children that are processing a request without the short limit. */
  #engaged = 0
  /** The child for short requests, which is started when the others are first occupied. */
  #express: SandboxChild | undefined

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

  /** False if a short request would have to wait for a long one, or for many short ones. Then the child for short requests starts. */
  isResponsive(): boolean {
    if (this.#engaged < this.#settings.processes && this.#queue.every(isShort)) return true
    const own = callerOf()
    const isOwn = (waiting: Waiting) => waiting.organization_id === own && isShort(waiting)
    if (this.#express) return this.#queue.filter(isOwn).length < SHORT_WAITING
    if (!this.#closed) this.#express = this.#start({ yielding: false })
    return false
  }

  /** Throws `ReadError` with the reason that the child returned, or `crashed` if the child died without one. */
  async ask<Name extends keyof DocumentAnswers>(
    request: DocumentRequest & { do: Name },
    bytes: Uint8Array,
  ): Promise<{ answer: DocumentAnswers[Name]; body: Buffer }> {
    if (this.#closed) throw closedError()
    const frame = await new Promise<Frame>((resolve, reject) => {
      this.#queue.push({ organization_id: callerOf(), owner: beneficiary(), request, bytes, resolve, reject })
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
    while (!this.#closed && this.#children.size - (this.#express ? 1 : 0) < this.#settings.processes) this.#start()
  }

  #start({ yielding }: { yielding: boolean } = { yielding: true }): SandboxChild {
    const child = new SandboxChild({ ...this.#settings, yielding })
    this.#children.add(child)
    child.ready.then(
      () => {
        this.#idle.push(child)
        void this.#next()
      },
      // A child that cannot start is not restarted endlessly; the waiting document fails instead.
      (error: Error) => {
        this.#children.delete(child)
        if (child === this.#express) return void (this.#express = undefined)
        this.#queue.shift()?.reject(error)
        if (!this.#closed && this.#queue.length > this.#children.size) this.#start()
      },
    )
    void child.exited.then(() => {
      this.#children.delete(child)
      if (child === this.#express) this.#express = undefined
      const at = this.#idle.indexOf(child)
      if (at >= 0) this.#idle.splice(at, 1)
      if (!this.#closed && child.documents > 0) this.#fill()
    })
    return child
  }

  /**
   * Returns the place in the queue of the first request of the organization whose turn it is: the one that was served the longest time ago. -1
   * if none may be handled.
   */
  #turnOf(mayRun: (waiting: Waiting) => boolean): number {
    let found = -1
    let since = Infinity
    for (const [at, waiting] of this.#queue.entries()) {
      const served = this.#served.get(waiting.organization_id) ?? -1
      if (served >= since || !mayRun(waiting)) continue
      found = at
      since = served
    }
    return found
  }

  /** Takes a request and an idle child that may handle it; only a short one if only the child for them is idle. */
  #match(): [Waiting, SandboxChild] | undefined {
    if (this.#idle.length === 0 || this.#queue.length === 0) return undefined
    const long = this.#idle.findLast((child) => child !== this.#express)
    const at = this.#turnOf((waiting) => Boolean(long) || isShort(waiting))
    const waiting = this.#queue[at]
    // A short request leaves the other children to long ones.
    const child = waiting && isShort(waiting) ? (this.#idle.find((one) => one === this.#express) ?? long) : long
    if (!waiting || !child) return undefined
    this.#queue.splice(at, 1)
    this.#served.set(waiting.organization_id, this.#turn++)
    if (this.#queue.length === 0 && this.#served.size > MAX_SERVED) this.#served.clear()
    this.#idle.splice(this.#idle.indexOf(child), 1)
    return [waiting, child]
  }

  /** Assigns a waiting request to an idle child, if there are both. */
  async #next(): Promise<void> {
    const match = this.#match()
    if (!match) return this.#fill()
    const [waiting, child] = match
    const short = isShort(waiting)
    if (!short) this.#engaged++
    const begun = performance.now()
    try {
      waiting.resolve(await child.run(waiting.request, waiting.bytes, short ? FAST_MS : undefined))
    } catch (error) {
      waiting.reject(error as Error)
    }
    ledger.add(waiting.owner, 'documents_ms', performance.now() - begun)
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

const callerOf = (): number => beneficiary()?.organization_id ?? 0

const closedError = (): Error => new Error('The document sandbox is closed.')
