import { randomBytesOf } from '../javascript/random.ts'

let now = Date.now()
/** Time at which the monotonic clock is zero. */
let origin = now
let random = randomBytesOf('')
const idle = new Int32Array(new SharedArrayBuffer(4))
/** The clock advances by this with each response: a loop that waits for a time ends. */
const RESPONSE_MS = 1
const MAX_MS = 2 ** 31 - 1

/** Replaces the clock and the random numbers of this process, which Emscripten gives to Python, by those of a call. */
export function installClock(): void {
  Date.now = () => now
  performance.now = () => now - origin
}

export function installRandom(): void {
  const fill = <View extends ArrayBufferView | null>(view: View): View => {
    if (view) new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(random(view.byteLength))
    return view
  }
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: fill })
}

export function startCall(clock: number, seed: string): void {
  now = clock
  origin = clock
  random = randomBytesOf(seed)
}

export const advance = (): void => void (now += RESPONSE_MS)

/** Waits for whole milliseconds, so that the clock always advances, and advances it by the same time. */
export function sleep(seconds: number): void {
  const ms = Math.min(MAX_MS, Math.max(1, Math.ceil(seconds * 1000) || 1))
  Atomics.wait(idle, 0, 0, ms)
  now += ms
}
