import { fire as fireTimer, installClock, startClock } from './clock.ts'
import { structuredClone } from './clone.ts'
import { endLog, installConsole } from './console.ts'
import { cryptoModule } from './crypto.ts'
import { describe } from './errors.ts'
import { answer as answerRequest, fetch, Headers, Request, Response } from './fetch.ts'
import { connect, define, defineLazily, host, type Host } from './host.ts'
import { provideModule, requireModule, setPack } from './modules.ts'
import { installRandom } from './random.ts'
import { AbortController, AbortSignal, DOMException, Event, EventTarget } from './signals.ts'
import { URL, URLSearchParams } from './url.ts'

type Handler = (payload: unknown) => unknown
type Body = (exports: unknown, require: unknown, module: unknown, file: string, folder: string) => void

let handlers: string[] = []

// Memory of these is not counted by the isolate, and shared memory is of no use in one thread.
for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics']) Reflect.deleteProperty(globalThis, name)

const buffer = () => requireModule('buffer')
provideModule('crypto', cryptoModule)
installClock()
installConsole()
const globals = { fetch, Headers, Request, Response, URL, URLSearchParams, structuredClone, global: globalThis }
const events = { AbortController, AbortSignal, DOMException, Event, EventTarget }
for (const [name, value] of Object.entries({ ...globals, ...events, crypto: cryptoModule })) define(name, value)
define('require', (name: string) => requireModule(name))
define('process', {
  env: {},
  argv: [],
  platform: 'linux',
  version: 'v22.0.0',
  versions: { node: '22.0.0' },
  cwd: () => '/',
  nextTick: (work: (...values: unknown[]) => void, ...values: unknown[]) => queueMicrotask(() => work(...values)),
  hrtime: () => [Math.floor(Date.now() / 1000), (Date.now() % 1000) * 1e6],
})
defineLazily('Buffer', () => buffer().Buffer)
defineLazily('atob', () => (text: string) => buffer().Buffer.from(String(text), 'base64').toString('latin1'))
defineLazily('btoa', () => (text: string) => buffer().Buffer.from(String(text), 'latin1').toString('base64'))
defineLazily('TextEncoder', () => TextEncoder)
defineLazily('TextDecoder', () => TextDecoder)

class TextEncoder {
  readonly encoding = 'utf-8'
  encode(text = ''): Uint8Array {
    return Uint8Array.from(buffer().Buffer.from(String(text), 'utf8'))
  }
}

class TextDecoder {
  readonly encoding: string
  constructor(encoding = 'utf-8') {
    const name = String(encoding).toLowerCase()
    if (!['utf-8', 'utf8', 'utf-16le', 'latin1', 'ascii'].includes(name))
      throw new RangeError(`The encoding ${name} is not supported.`)
    this.encoding = name
  }
  decode(bytes: ArrayBufferView | ArrayBuffer = new ArrayBuffer(0)): string {
    const own = ArrayBuffer.isView(bytes)
      ? buffer().Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      : buffer().Buffer.from(bytes)
    return own.toString(this.encoding).replace(/^\uFEFF/, '')
  }
}

/** Loads what most functions use (`console.log` of an object needs `util`), while the child is idle. */
export function preload(callback: Host): void {
  connect(callback)
  for (const name of ['buffer', 'util']) requireModule(name)
}

/** Connects the isolate to one call. */
export function start(callback: Host, clock: number, seed: string, names: string, pack: boolean): void {
  connect(callback)
  startClock(clock)
  installRandom(seed)
  setPack(pack)
  handlers = JSON.parse(names)
}

/** Runs a CommonJS function body and returns its exports; undefined after reporting its exception. */
export function evaluate(body: Body): unknown {
  const module = { exports: {} }
  try {
    body(module.exports, requireModule, module, '/function.js', '/')
    return module.exports
  } catch (error) {
    fail(error)
    return undefined
  }
}

function handlerOf(exported: unknown): Handler | undefined {
  const places = [exported, typeof exported === 'object' && exported !== null && Reflect.get(exported, 'default')]
  for (const place of places) {
    if (typeof place === 'function') return place as Handler
    if (typeof place !== 'object' || place === null) continue
    const name = handlers.find((one) => typeof Reflect.get(place, one) === 'function')
    if (name) return (payload) => Reflect.apply(Reflect.get(place, name), place, [payload])
  }
  return undefined
}

export const hasHandler = (exported: unknown): boolean => handlerOf(exported) !== undefined

/** Calls the handler; its end is reported to the host. Returns false if there is no handler. */
export function callFunction(exported: unknown, payload: string): boolean {
  const handler = handlerOf(exported)
  if (!handler) return false
  void finish(handler, payload)
  return true
}

async function finish(handler: Handler, payload: string): Promise<void> {
  try {
    const value = await handler(JSON.parse(payload))
    endLog()
    // An empty response is an object without keys, as for webhooks.
    host('done', value === undefined ? '{}' : (JSON.stringify(value) ?? 'null'))
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): void {
  endLog()
  host('failed', describe(error))
}

/** Names of the exports of a module that can be imported by name, as JSON. */
export function namesOf(specifier: string): string {
  const exports: unknown = requireModule(specifier)
  const names = Object.keys(Object(exports)).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED.has(name))
  return JSON.stringify(names)
}

const RESERVED = new Set(
  'default delete class function new return typeof void in do if else for while this null true false var let const try catch finally throw switch case break continue import export extends super yield with instanceof enum await static'.split(
    ' ',
  ),
)

export const fire = (id: number): void => guarded(() => fireTimer(id))
export const answer = (id: number, head: string, body: string): void => guarded(() => answerRequest(id, head, body))

/** An exception in a callback of a timer ends the call, as it would end a Node process. */
function guarded(work: () => void): void {
  try {
    work()
  } catch (error) {
    fail(error)
  }
}
