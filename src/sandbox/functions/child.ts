import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { encodeFrame, FrameReader, type Frame } from '../frames.ts'
import { CHILD_ENVIRONMENT, type SandboxLevel } from '../isolation.ts'
import { killGroup, treeMemoryMb } from '../process-tree.ts'
import { Job, type JobLimits } from './job.ts'
import { commandOf } from './command.ts'
import { crashed, outOfMemory, timedOut, unavailable } from './failures.ts'
import { FRAME_BYTES } from './limits.ts'
import type { FromChild, ToChild } from './protocol.ts'
import type { FunctionFailure, FunctionResult, FunctionRuntime } from './types.ts'

export interface FunctionChildSettings {
  runtime: FunctionRuntime
  level: SandboxLevel
  /** Level `container`: path of the socket of the reader. */
  socket?: string
  /** Python: memory of a started interpreter, which makes the start faster. */
  snapshot?: Uint8Array
}

const STDERR_CHARACTERS = 8_000
const MEMORY_POLL_MS = 25
/** A child that is not ready after this time is stuck. */
const START_LIMIT_MS = 60_000
/** Resident memory beyond that of the idle child and the function's limit: garbage, buffers of the pipes. */
const MARGIN_MB = 64

/** One child process of a runtime, which handles one call at a time. A call that breaks a limit kills it. */
export class FunctionChild {
  /** Resolves with the snapshot of the child's interpreter, empty if it made none. */
  readonly ready: Promise<Buffer>
  readonly exited: Promise<void>
  dead = false
  calls = 0
  /** For whom a Python child runs: the organization and the source of its first call. */
  owner: string | null = null
  readonly #process: ChildProcess
  #job: Job | undefined
  #reason: FunctionFailure | undefined
  #stderr = ''
  #idleMb = 0
  #markReady: (snapshot: Buffer) => void = () => undefined

  constructor({ runtime, level, socket, snapshot }: FunctionChildSettings) {
    const [file, ...parameters] = commandOf(runtime, level, socket)
    // Responses use a separate descriptor, so that output of a library cannot be mistaken for one.
    const stdio: ('pipe' | 'ignore')[] = ['pipe', 'ignore', 'pipe', 'pipe']
    this.#process = spawn(file!, parameters, { env: CHILD_ENVIRONMENT, cwd: '/', detached: true, stdio })
    this.#process.stdin!.on('error', () => undefined)
    this.#process.stderr!.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('latin1')).slice(-STDERR_CHARACTERS)
    })
    const frames = new FrameReader(
      FRAME_BYTES,
      (frame) => this.#receive(frame),
      () => this.#kill(crashed()),
    )
    const answers = this.#process.stdio[3] as Readable
    answers.on('data', (chunk: Buffer) => frames.push(chunk))
    answers.on('error', () => undefined)
    let failReady: (error: Error) => void
    const clock = setTimeout(() => this.#kill(unavailable('The process did not start in time.')), START_LIMIT_MS)
    this.ready = new Promise<Buffer>((resolve, reject) => {
      this.#markReady = resolve
      failReady = reject
    }).finally(() => clearTimeout(clock))
    this.ready.catch(() => undefined)
    this.exited = new Promise((resolve) => {
      const end = (): void => {
        this.dead = true
        failReady(new Error(`A process for functions could not start. ${shorten(this.#stderr)}`))
        this.#finish(null, this.#reason ?? this.#explain())
        resolve()
      }
      this.#process.once('error', (error) => {
        this.#stderr += error.message
        end()
      })
      this.#process.once('close', end)
    })
    if (runtime === 'python3.12') this.#send({ do: 'start' }, snapshot)
  }

  /** Sends one request and returns its result, within the limits. */
  perform(head: ToChild, body: string, limits: JobLimits): Promise<FunctionResult> {
    return new Promise((resolve) => {
      this.calls++
      const job = new Job(limits, resolve, (reply, text) => this.#send(reply, Buffer.from(text)))
      if (this.dead || this.#job) return job.finish(null, unavailable('The process of the function is busy.'), 0)
      this.#job = job
      job.onTimeout(() => this.#kill(timedOut(limits.timeout_ms)))
      job.every(MEMORY_POLL_MS, () => {
        if (this.memoryMb > this.#idleMb + limits.memory_mb + MARGIN_MB) this.#kill(outOfMemory(limits.memory_mb))
      })
      this.#send(head, Buffer.from(body))
    })
  }

  get busy(): boolean {
    return this.#job !== undefined
  }

  get memoryMb(): number {
    return this.#process.pid ? treeMemoryMb(this.#process.pid) : 0
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  end(reason = unavailable('The service is stopping.')): Promise<void> {
    this.#kill(reason)
    return this.exited
  }

  #send(head: ToChild, body?: Uint8Array): void {
    for (const part of encodeFrame(head, body)) this.#process.stdin!.write(part)
  }

  #receive({ head, body }: Frame): void {
    const message = head as FromChild | null
    if (message?.is === 'ready') {
      this.#idleMb = this.memoryMb
      return this.#markReady(body)
    }
    const done = this.#job?.receive(message, body)
    // A child that speaks out of turn, or in words that are not of the protocol, may have been taken over.
    if (!done) return this.#kill(crashed())
    if (done !== true) this.#finish(done.response, done.failure, done.memory_mb)
  }

  #kill(reason: FunctionFailure): void {
    this.#reason ??= reason
    this.dead = true
    if (this.#process.pid) killGroup(this.#process.pid)
  }

  #finish(response: string | null, failure: FunctionFailure | null, memoryMb = this.#idleMb): void {
    const job = this.#job
    this.#job = undefined
    job?.finish(response, failure, memoryMb)
  }

  /** V8 reports a full heap on stderr. */
  #explain(): FunctionFailure {
    const isMemory = /heap out of memory|out-of-memory|Array buffer allocation failed|bad_alloc/.test(this.#stderr)
    return isMemory && this.#job ? outOfMemory(this.#job.limits.memory_mb) : crashed()
  }
}

/** An error of Pyodide quotes its program, which is one long line. */
const shorten = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.slice(0, 200))
    .join('\n')
    .trim()
