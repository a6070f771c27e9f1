import { failure, responseTooLarge } from './failures.ts'
import { REQUEST_BYTES, RESPONSE_BYTES } from './limits.ts'
import { BoundedLog } from './log.ts'
import type { FromChild, ToChild } from './protocol.ts'
import type { FunctionAnswer, FunctionCall, FunctionFailure, FunctionRequest, FunctionResult } from './types.ts'

export type JobLimits = Pick<FunctionCall, 'timeout_ms' | 'memory_mb' | 'fetch'>

interface Done {
  response: string | null
  failure: FunctionFailure | null
  memory_mb: number
}

const KINDS: ReadonlySet<unknown> = new Set(['exception', 'syntax', 'memory', 'output', 'unavailable'])
const MAX_TEXT = 20_000

/** One call while a child performs it: its clock, its log and its requests. */
export class Job {
  readonly limits: JobLimits
  readonly #resolve: (result: FunctionResult) => void
  readonly #reply: (head: ToChild, body: string) => void
  readonly #log = new BoundedLog()
  readonly #start = performance.now()
  #clock: NodeJS.Timeout | undefined
  #poll: NodeJS.Timeout | undefined
  #over = false

  constructor(
    limits: JobLimits,
    resolve: (result: FunctionResult) => void,
    reply: (head: ToChild, body: string) => void,
  ) {
    this.limits = limits
    this.#resolve = resolve
    this.#reply = reply
  }

  onTimeout(work: () => void): void {
    this.#clock = setTimeout(work, this.limits.timeout_ms)
  }

  every(ms: number, work: () => void): void {
    this.#poll = setInterval(work, ms)
  }

  /** Handles a message of the child. Returns the end of the call, true if the call continues, false if the message is not valid. */
  receive(message: FromChild | null, body: Buffer): Done | boolean {
    if (!message || typeof message !== 'object') return false
    if (message.is === 'log') this.#log.add(message.level, message.text)
    else if (message.is === 'dropped') this.#log.drop(message.lines)
    else if (message.is === 'fetch') return this.#fetch(message, body)
    else return endOf(message, body)
    return true
  }

  finish(response: string | null, problem: FunctionFailure | null, memoryMb: number): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#clock)
    clearInterval(this.#poll)
    const ms = Math.round((performance.now() - this.#start) * 10) / 10
    this.#resolve({ response, failure: problem, log: this.#log.lines, ms, memory_mb: Math.round(memoryMb) })
  }

  #fetch(message: FromChild & { is: 'fetch' }, body: Buffer): boolean {
    const { id, method, url, headers } = message
    if (!Number.isSafeInteger(id) || typeof method !== 'string' || typeof url !== 'string' || !isTexts(headers))
      return false
    const request = { method, url, headers, body: message.body ? body.toString() : null }
    void this.#answer(id, body.length > REQUEST_BYTES ? tooLarge('request') : this.#perform(request))
    return true
  }

  // Asynchronous, so that a synchronous exception of `fetch` is a rejection too.
  async #perform(request: FunctionRequest): Promise<FunctionAnswer> {
    const answer = await this.limits.fetch(request)
    return Buffer.byteLength(answer.body) > REQUEST_BYTES ? tooLarge('response') : answer
  }

  async #answer(id: number, work: Promise<FunctionAnswer>): Promise<void> {
    try {
      const { status, headers, body } = await work
      if (!this.#over) this.#reply({ do: 'answer', id, status, headers }, body)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (!this.#over) this.#reply({ do: 'refuse', id, message }, '')
    }
  }
}

const tooLarge = (what: string): Promise<never> =>
  Promise.reject(new Error(`The body of the ${what} exceeds the limit of 10 MB.`))

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((item) => typeof item === 'string')

function endOf(message: FromChild, body: Buffer): Done | false {
  if (message.is === 'usable') return { response: null, failure: null, memory_mb: 0 }
  if (message.is !== 'done' && message.is !== 'failed') return false
  const memory_mb = Number.isFinite(message.memory_mb) ? message.memory_mb : 0
  if (message.is === 'failed') return { response: null, failure: checked(message.failure), memory_mb }
  if (body.length > RESPONSE_BYTES) return { response: null, failure: responseTooLarge(), memory_mb }
  const response = body.toString()
  return isJson(response)
    ? { response, failure: null, memory_mb }
    : { response: null, failure: failure('output', 'The response of the function is not JSON.'), memory_mb }
}

/** The failure that a child reports, reduced to the types and sizes that the interface promises. */
function checked(reported: FunctionFailure): FunctionFailure {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : null)
  const { line } = reported
  return {
    kind: KINDS.has(reported.kind) ? reported.kind : 'exception',
    message: text(reported.message) ?? 'The function failed.',
    exception: text(reported.exception),
    line: Number.isSafeInteger(line) && Number(line) > 0 ? line : null,
    traceback: text(reported.traceback),
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
