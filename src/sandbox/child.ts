import { spawn, type ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { ReadError } from '@sheaf/extraction/types'
import { encodeFrame, FrameReader, type Frame } from './frames.ts'
import { CHILD_ENVIRONMENT, isolate, type SandboxLevel } from './isolation.ts'
import { killGroup, treeMemoryMb } from './process-tree.ts'
import { YIELDING, type ChildReply } from './protocol.ts'

export interface ChildLimits {
  memoryMb: number
  timeoutMs: number
  /** Maximum size of one response. */
  outputBytes: number
}

export interface ChildSettings extends ChildLimits {
  /** The script that the child runs. */
  script: string
  level: SandboxLevel
  /** Yields the processor to the service and to children with short requests. */
  yielding?: boolean
  /** Folders outside the project that the child may read. */
  readable: string[]
  /** Level `container`: path of the socket of the reader. */
  socket?: string
}

/** Forwards requests and responses between a child of the reader and descriptors. */
const RELAY = join(import.meta.dirname, 'children', 'relay.ts')

/** Maximum number of bytes kept of the child's stderr. */
const STDERR_BYTES = 8000
const MEMORY_POLL_MS = 50
/** Total time limit for a document as a multiple of its timeout, even if it makes steady progress. */
const TIMEOUTS_IN_ALL = 4

interface Job {
  resolve: (frame: Frame) => void
  reject: (error: Error) => void
  clock: NodeJS.Timeout
  deadline: number
  poll: NodeJS.Timeout
}

/**
 * One child process that handles one request at a time. Any failure kills the child and fails only that request, with a `ReadError` whose
 * code describes the failure.
 */
export class SandboxChild {
  readonly ready: Promise<void>
  readonly exited: Promise<void>
  documents = 0
  dead = false
  readonly #process: ChildProcess
  readonly #settings: ChildSettings
  #job: Job | undefined
  #reason: Error | undefined
  #stderr = ''

  constructor(settings: ChildSettings) {
    this.#settings = settings
    const [file, ...parameters] = commandOf(settings)
    this.#process = spawn(file!, parameters, {
      env: CHILD_ENVIRONMENT,
      cwd: '/',
      detached: true,
      // Responses use a separate descriptor, so that output of a library cannot be mistaken for one.
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    })
    this.#process.stdin!.on('error', () => undefined)
    this.#process.stderr!.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('latin1')).slice(-STDERR_BYTES)
    })
    let markReady: () => void
    let failReady: (error: Error) => void
    this.ready = new Promise((resolve, reject) => {
      markReady = resolve
      failReady = reject
    })
    this.ready.catch(() => undefined)
    const frames = new FrameReader(
      settings.outputBytes,
      (frame) => {
        const head = frame.head as ChildReply | null
        if (head && 'ready' in head) markReady()
        else if (head && 'progress' in head) this.#restartClock()
        else this.#finish((job) => job.resolve(frame))
      },
      () => this.#kill(new ReadError('too_large', 'The data extracted from the document are too large to store.')),
    )
    const answers = this.#process.stdio[3] as Readable
    answers.on('data', (chunk: Buffer) => frames.push(chunk))
    answers.on('error', () => undefined)
    this.exited = new Promise((resolve) => {
      const end = (): void => {
        this.dead = true
        failReady(new Error(`A document process could not start. ${this.#stderr.trim()}`))
        this.#finish((job) => job.reject(this.#reason ?? this.#explain()))
        resolve()
      }
      this.#process.once('error', (error) => {
        this.#stderr += error.message
        end()
      })
      this.#process.once('close', end)
    })
  }

  /** Sends one request and returns its response, within the limits. `timeoutMs` overrides the default. */
  run(head: unknown, body: Uint8Array, timeoutMs = this.#settings.timeoutMs): Promise<Frame> {
    return new Promise((resolve, reject) => {
      if (this.dead || this.#job) return reject(new Error('The document process is busy.'))
      const clock = setTimeout(() => this.#timeOut(), timeoutMs)
      const deadline = Date.now() + TIMEOUTS_IN_ALL * timeoutMs
      const poll = setInterval(() => this.#watchMemory(), MEMORY_POLL_MS)
      this.#job = { resolve, reject, clock, deadline, poll }
      this.documents++
      for (const part of encodeFrame(head, body)) this.#process.stdin!.write(part)
    })
  }

  get memoryMb(): number {
    return this.#process.pid ? treeMemoryMb(this.#process.pid) : 0
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  end(): Promise<void> {
    this.#kill(new Error('The document sandbox is closed.'))
    return this.exited
  }

  #timeOut(): void {
    const seconds = Math.max(1, Math.round(this.#settings.timeoutMs / 1000))
    this.#kill(new ReadError('timeout', `Reading the document took longer than ${seconds} seconds.`))
  }

  /** Called when a page is finished: a document with many pages gets more time than one that is stuck, up to a limit. */
  #restartClock(): void {
    const job = this.#job
    if (!job || this.dead) return
    clearTimeout(job.clock)
    const left = Math.min(this.#settings.timeoutMs, job.deadline - Date.now())
    job.clock = setTimeout(() => this.#timeOut(), Math.max(0, left))
  }

  #watchMemory(): void {
    if (this.memoryMb <= this.#settings.memoryMb) return
    this.#kill(outOfMemory())
  }

  #kill(reason: Error): void {
    this.#reason ??= reason
    this.dead = true
    if (this.#process.pid) killGroup(this.#process.pid)
  }

  #finish(settle: (job: Job) => void): void {
    const job = this.#job
    if (!job) return
    this.#job = undefined
    clearTimeout(job.clock)
    clearInterval(job.poll)
    settle(job)
  }

  /** V8 reports a full heap on stderr; WebAssembly and native code just stop. */
  #explain(): ReadError {
    if (/heap out of memory|Array buffer allocation failed|bad_alloc/.test(this.#stderr)) return outOfMemory()
    const error = new ReadError('crashed', 'The document crashed the reader.')
    error.cause = this.#stderr.trim().slice(-2000)
    return error
  }
}

/**
 * MB for each half of the space for new objects, from the start: nearly all objects of a document are short-lived, and a space that grows
 * slowly is searched more often (5 % of the processor time of a page of text).
 */
const YOUNG_SPACE = '--min-semi-space-size=16'

/** Returns the command line of a child. */
export function commandOf(
  settings: Pick<ChildSettings, 'memoryMb' | 'script' | 'level' | 'yielding' | 'readable' | 'socket'>,
): string[] {
  const { memoryMb, script, level, readable, socket = '' } = settings
  if (level === 'container')
    return isolate('process', [process.execPath, '--disable-warning=ExperimentalWarning', RELAY, socket], [])
  const heapMb = Math.max(64, Math.round(memoryMb * 0.6))
  const flags = [`--max-old-space-size=${heapMb}`, YOUNG_SPACE, '--disable-warning=ExperimentalWarning']
  const program = [script, ...(settings.yielding ? [YIELDING] : [])]
  return isolate(level, [process.execPath, ...flags, ...program], [dirname(script), ...readable])
}

const outOfMemory = (): ReadError =>
  new ReadError('out_of_memory', 'Reading the document needs more memory than allowed.')
