import ivm from 'isolated-vm'
import { limitLog, type Send } from '../children.ts'
import { failure, outOfMemory, responseTooLarge } from '../failures.ts'
import { HANDLERS, OPEN_REQUESTS, OPEN_TIMERS, RESPONSE_BYTES } from '../limits.ts'
import type { RunRequest } from '../protocol.ts'
import type { FunctionFailure } from '../types.ts'
import { operations } from './host.ts'
import type { OpenIsolate } from './isolate.ts'
import { randomBytesOf } from './random.ts'
import { describeThrown, FILE, prepare } from './source.ts'

/** What `inside/` reports as the end of a call. */
interface Reported {
  exception: string | null
  message: string
  line: number | null
  traceback: string | null
}

/** What V8 says when the buffers of an isolate exceed its limit. */
const BUFFERS = 'RangeError: Array buffer allocation failed'

/** One call in one isolate. */
export class Run {
  readonly #open: OpenIsolate
  readonly #pack: 'default' | null
  readonly #send: Send
  readonly #log: ReturnType<typeof limitLog>
  readonly #timers = new Map<number, NodeJS.Timeout>()
  readonly #requests = new Set<number>()
  /** Calls of functions inside that have not returned. */
  #entries = 0
  #over = false
  #finish: () => void = () => undefined

  constructor(open: OpenIsolate, pack: 'default' | null, send: Send) {
    this.#open = open
    this.#pack = pack
    this.#send = send
    this.#log = limitLog(send)
  }

  /** Runs the handler until it has answered. */
  async call(request: RunRequest, payload: string): Promise<void> {
    const finished = new Promise<void>((resolve) => (this.#finish = resolve))
    const random = randomBytesOf(request.seed)
    const exported = await this.#load(request.code, random, request.clock_ms)
    if (!exported) return
    if (this.#over) return
    this.#entries++
    const called: unknown = await this.#open.inside.callFunction.apply(undefined, [exported.derefInto(), payload])
    this.#entries--
    if (!called) return this.fail(noHandler())
    this.#check()
    await finished
  }

  /** Compiles the code and evaluates it, without calling the handler. */
  async build(code: string): Promise<void> {
    const exported = await this.#load(code, randomBytesOf(''), 0)
    if (!exported || this.#over) return
    const found: unknown = await this.#open.inside.hasHandler.apply(undefined, [exported.derefInto()])
    if (!found) return this.fail(noHandler())
    this.#over = true
    this.#send({ is: 'usable' })
  }

  answer(id: number, head: { status: number; headers: Record<string, string> }, body: string): void {
    if (this.#requests.delete(id)) this.#enter('answer', [id, JSON.stringify(head), body])
  }

  refuse(id: number, message: string): void {
    if (this.#requests.delete(id)) this.#enter('answer', [id, '', message])
  }

  fail(reason: FunctionFailure): void {
    if (this.#end()) this.#send({ is: 'failed', memory_mb: this.#memoryMb(), failure: reason })
  }

  dispose(): void {
    if (!this.#open.isolate.isDisposed) this.#open.isolate.dispose()
  }

  /** Returns the exports of the function, or undefined after it has failed. */
  async #load(code: string, random: (count: number) => Buffer, clock: number): Promise<ivm.Reference | undefined> {
    const { isolate, context, inside } = this.#open
    const prepared = await prepare(isolate, code)
    if (!('source' in prepared)) return void this.fail(prepared)
    const host = new ivm.Callback((...words: unknown[]) => this.#serve(words, random))
    const names = JSON.stringify(HANDLERS)
    inside.start.applySync(undefined, [host, clock, random(16).toString('hex'), names, this.#pack !== null])
    if (prepared.kind === 'commonjs') {
      const script = await isolate.compileScript(prepared.source, {
        filename: FILE,
        columnOffset: -prepared.source.indexOf('{') - 1,
      })
      const body = await script.run(context, { reference: true })
      return inside.evaluate.apply(undefined, [body.derefInto()], { result: { reference: true } })
    }
    return this.#loadModule(prepared.source)
  }

  async #loadModule(source: string): Promise<ivm.Reference | undefined> {
    const { isolate, context, inside } = this.#open
    const module = await isolate.compileModule(source, { filename: FILE })
    try {
      await module.instantiate(context, async (specifier) => {
        const names: unknown = await inside.namesOf.apply(undefined, [specifier])
        const list: string[] = JSON.parse(String(names))
        const named = list.map((name) => `export const ${name} = all.${name};`).join('')
        const text = `const all = require(${JSON.stringify(specifier)}); export default all; ${named}`
        return isolate.compileModule(text, { filename: 'sheaf:import' })
      })
      await module.evaluate()
    } catch (error) {
      return void this.fail(describeThrown(error as Error))
    }
    return module.namespace
  }

  /** Performs an operation for the isolate. All arguments come from the author's code; nothing may be thrown into the isolate. */
  #serve(words: unknown[], random: (count: number) => Buffer): string | undefined {
    const [what, first, second] = words
    try {
      return this.#perform(what, first, second, random)
    } catch {
      return undefined
    }
  }

  #perform(what: unknown, first: unknown, second: unknown, random: (count: number) => Buffer): string | undefined {
    if (typeof what !== 'string' || this.#over) return undefined
    const texts = [first, second].map((word) => (typeof word === 'string' ? word : '')) as [string, string]
    const id = typeof first === 'number' ? first : 0
    if (what === 'log') this.#log.line(...texts)
    else if (what === 'dropped') this.#log.drop(Number(first))
    else if (what === 'timer') return this.#startTimer(id, Number(second))
    else if (what === 'cancel') this.#stopTimer(id)
    else if (what === 'fetch') return this.#fetch(id, texts[1])
    else if (what === 'done') this.#done(texts[0])
    else if (what === 'failed') this.#failed(texts[0])
    else if (Object.hasOwn(operations, what)) return operations[what]?.(texts, { random, pack: this.#pack })
    return undefined
  }

  /** Returns the reason if the timer is refused. */
  #startTimer(id: number, ms: number): string | undefined {
    if (this.#timers.size >= OPEN_TIMERS) return `A function may have at most ${OPEN_TIMERS} timers.`
    const wait = Number.isFinite(ms) ? Math.min(Math.max(0, ms), 2 ** 31 - 1) : 0
    this.#timers.set(
      id,
      setTimeout(() => {
        this.#timers.delete(id)
        this.#enter('fire', [id])
      }, wait),
    )
    return undefined
  }

  #stopTimer(id: number): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
  }

  /** Returns the reason if the request is refused. */
  #fetch(id: number, text: string): string | undefined {
    if (this.#requests.size >= OPEN_REQUESTS) return `A function may have at most ${OPEN_REQUESTS} open requests.`
    const { method, url, headers, body }: Record<string, unknown> = JSON.parse(text)
    const has = typeof body === 'string'
    this.#requests.add(id)
    const named = Object.entries(headers ?? {}).map(([name, value]): [string, string] => [name, String(value)])
    this.#send(
      { is: 'fetch', id, method: String(method), url: String(url), headers: Object.fromEntries(named), body: has },
      Buffer.from(has ? body : ''),
    )
    return undefined
  }

  /** Calls a function inside after a timer or a response. */
  #enter(name: 'answer' | 'fire', values: (string | number)[]): void {
    if (this.#over) return
    this.#entries++
    this.#open.inside[name].apply(undefined, values).then(
      () => {
        this.#entries--
        this.#check()
      },
      (error: Error) => this.fail(failure('exception', error.message)),
    )
  }

  /** A handler that waits while no timer and no request is open waits for ever. */
  #check(): void {
    if (this.#over || this.#entries || this.#timers.size || this.#requests.size) return
    this.fail(failure('exception', 'The handler waits for a promise that nothing can resolve.'))
  }

  #done(response: string): void {
    if (Buffer.byteLength(response) > RESPONSE_BYTES) return this.fail(responseTooLarge())
    if (this.#end()) this.#send({ is: 'done', memory_mb: this.#memoryMb() }, Buffer.from(response))
  }

  #failed(text: string): void {
    const { exception, message, line, traceback }: Reported = JSON.parse(text)
    if (message === BUFFERS) return this.fail(outOfMemory(this.#open.memoryMb))
    this.fail({ kind: 'exception', exception, message, line, traceback })
  }

  #end(): boolean {
    if (this.#over) return false
    this.#over = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#log.end()
    this.#finish()
    return true
  }

  #memoryMb(): number {
    if (this.#open.isolate.isDisposed) return this.#open.memoryMb
    const { used_heap_size, externally_allocated_size } = this.#open.isolate.getHeapStatisticsSync()
    return (used_heap_size + externally_allocated_size) / 2 ** 20
  }
}

export const noHandler = (): FunctionFailure =>
  failure('syntax', `The code does not define a function ${HANDLERS[0]} (or ${HANDLERS[1]}).`)
