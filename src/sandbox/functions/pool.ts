import type { SandboxLevel } from '../isolation.ts'
import { FunctionChild } from './child.ts'
import { unavailable } from './failures.ts'
import type { JobLimits } from './job.ts'
import { Lanes } from './lanes.ts'
import { WAITING_CALLS } from './limits.ts'
import type { ToChild } from './protocol.ts'
import type { FunctionFailure, FunctionResult, FunctionRuntime } from './types.ts'

export interface FunctionPoolSettings {
  runtime: FunctionRuntime
  level: SandboxLevel
  socket?: string
  /** Calls that run at the same time. */
  processes: number
  /** Receives the reason if a child cannot start. */
  onError?: (error: Error) => void
}

interface Request {
  organizationId: number
  /** A child that has run a request with another key is not used (Python). Null: any child. */
  key: string | null
  head: ToChild
  body: string
  limits: JobLimits
  resolve: (result: FunctionResult) => void
}

/** A child is replaced after this many calls. */
const CALLS_PER_CHILD = 2_000
/** Failures after which a child is in a known state. */
const ORDERLY: ReadonlySet<FunctionFailure['kind']> = new Set(['exception', 'syntax', 'output'])

/**
 * Warm children of one runtime. They start with the first call; from then on one unused child waits, so that neither a hook's first call
 * nor the one after a killed child waits for a start.
 */
export class FunctionPool {
  readonly #settings: FunctionPoolSettings
  readonly #children = new Set<FunctionChild>()
  readonly #idle: FunctionChild[] = []
  readonly #waiting = new Lanes<Request>()
  /** Running calls by organization. */
  readonly #running = new Map<number, number>()
  #snapshot: Buffer | undefined
  #closed = false

  constructor(settings: FunctionPoolSettings) {
    this.#settings = settings
  }

  get pids(): number[] {
    return [...this.#children].map((child) => child.pid ?? 0)
  }

  perform(request: Omit<Request, 'resolve'>): Promise<FunctionResult> {
    return new Promise((resolve) => {
      const item = { ...request, resolve }
      if (this.#closed) return resolve(unfinished('The service is stopping.'))
      if (!this.#waiting.add(request.organizationId, item, WAITING_CALLS))
        return resolve(
          unfinished(
            `${WAITING_CALLS} function calls of the organization are waiting, which is the limit; try again later.`,
          ),
        )
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { resolve } of this.#waiting.clear()) resolve(unfinished('The service is stopping.'))
    await Promise.all([...this.#children].map((child) => child.end()))
  }

  /** Assigns waiting requests to idle children, as long as there are both. */
  #next(): void {
    if (this.#closed) return
    for (;;) {
      const request = this.#waiting.next((id, { key }) => this.#may(id) && this.#find(key) !== undefined)
      if (!request) break
      const child = this.#find(request.key)!
      this.#idle.splice(this.#idle.indexOf(child), 1)
      void this.#run(child, request)
    }
    if (this.#waiting.size) this.#prepare()
  }

  /** An organization leaves one process to others. */
  #may(organizationId: number): boolean {
    const { processes } = this.#settings
    const total = [...this.#running.values()].reduce((sum, count) => sum + count, 0)
    return total < processes && (this.#running.get(organizationId) ?? 0) < Math.max(1, processes - 1)
  }

  /** Returns the idle child that last ran a request with this key, otherwise one that belongs to no key. */
  #find(key: string | null): FunctionChild | undefined {
    return this.#idle.findLast(({ owner }) => owner === key) ?? this.#idle.find(({ owner }) => owner === null)
  }

  async #run(child: FunctionChild, request: Request): Promise<void> {
    this.#count(request.organizationId, 1)
    child.owner = request.key
    const done = child.perform(request.head, request.body, request.limits)
    this.#prepare()
    const result = await done
    this.#count(request.organizationId, -1)
    const isOrderly = !result.failure || ORDERLY.has(result.failure.kind)
    if (child.dead || !isOrderly || child.calls >= CALLS_PER_CHILD) void child.end()
    else this.#idle.push(child)
    request.resolve(result)
    this.#next()
  }

  #count(organizationId: number, change: number): void {
    const running = (this.#running.get(organizationId) ?? 0) + change
    if (running) this.#running.set(organizationId, running)
    else this.#running.delete(organizationId)
  }

  /** Starts a child, unless one exists that belongs to no key and is idle or starting. Where the limit is reached, the child that was idle for the longest time makes room. */
  #prepare(): void {
    const alive = [...this.#children].filter((child) => !child.dead)
    if (this.#closed || alive.some((child) => !child.busy && child.owner === null)) return
    if (alive.length > this.#settings.processes) {
      const oldest = this.#idle.shift()
      if (!oldest) return
      void oldest.end()
    }
    this.#start()
  }

  #start(): void {
    const { runtime, level, socket } = this.#settings
    const child = new FunctionChild({
      runtime,
      level,
      ...(socket ? { socket } : {}),
      ...(this.#snapshot ? { snapshot: this.#snapshot } : {}),
    })
    this.#children.add(child)
    child.ready.then(
      (snapshot) => {
        if (snapshot.length) this.#snapshot ??= Buffer.from(snapshot)
        this.#idle.push(child)
        this.#next()
      },
      // A child that cannot start is not restarted endlessly: a waiting call fails instead.
      (error: Error) => {
        if (this.#closed) return
        this.#settings.onError?.(error)
        this.#waiting.next(() => true)?.resolve(unfinished('The process for functions could not start.'))
      },
    )
    void child.exited.then(() => {
      this.#children.delete(child)
      const at = this.#idle.indexOf(child)
      if (at >= 0) this.#idle.splice(at, 1)
      this.#next()
    })
  }
}

const unfinished = (message: string): FunctionResult => ({
  response: null,
  failure: unavailable(message),
  log: [],
  ms: 0,
  memory_mb: 0,
})
