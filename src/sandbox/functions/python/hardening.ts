import { constants } from 'node:fs'
import process from 'node:process'

/** The part of WebAssembly that is used here; the types of Node have none. */
declare const WebAssembly: { Memory: { prototype: { buffer: ArrayBuffer; grow(pages: number): number } } }

let limitPages = Infinity
const PAGES_PER_MB = 16

/** Makes the memory of WebAssembly refuse to grow beyond the limit of the call, which Python reports as `MemoryError`. */
export function limitMemory(): void {
  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength / 65_536 + pages > limitPages) throw new RangeError('The limit of the call is reached.')
    return Reflect.apply(grow, this, [pages])
  }
}

export function setMemoryLimit(mb: number): void {
  limitPages = mb * PAGES_PER_MB
}

/** Emscripten reads constants by `process.binding`, which the permission model refuses. */
export function provideConstants(): void {
  Object.assign(process, { binding: () => ({ fs: constants }) })
}

/** Globals by which code that escapes from WebAssembly could act. The permission model and the sandbox limit what remains. */
const POWERFUL = [
  'process',
  'fetch',
  'WebSocket',
  'EventSource',
  'navigator',
  'require',
  'module',
  'Worker',
  'WebAssembly',
]

/** Removes what an escape from Python into JavaScript could use. Called when Pyodide is loaded. */
export function harden(): void {
  for (const name of POWERFUL) Reflect.deleteProperty(globalThis, name)
  // By it, a hostile error could see the functions of Pyodide on the stack.
  Object.defineProperty(Error, 'prepareStackTrace', { value: undefined, writable: false, configurable: false })
  Object.defineProperty(Error, 'stackTraceLimit', { value: 0, writable: false, configurable: false })
}
