import { host } from './host.ts'

const BLOCK = 4096
let block: number[] = []

const refill = (bytes: number): number[] =>
  (host('random', String(bytes))?.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))

/** Returns the next bytes of the call's random stream. */
export function randomBytes(count: number): number[] {
  const bytes: number[] = []
  while (bytes.length < count) {
    if (!block.length) block = refill(BLOCK)
    for (const byte of block.splice(0, count - bytes.length)) bytes.push(byte)
  }
  return bytes
}

let state = new Uint32Array(4)

/** `Math.random` by xoshiro128**, which is public domain by its authors Blackman and Vigna; `seed` has 32 hexadecimal digits. */
export function installRandom(seed: string): void {
  state = Uint32Array.from({ length: 4 }, (_, index) => Number.parseInt(seed.slice(index * 8, index * 8 + 8), 16))
  Math.random = () => (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53
}

function next(): number {
  const [a, b, c, d] = state as unknown as [number, number, number, number]
  const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
  const [third, fourth] = [c ^ a, d ^ b]
  state[1] = b ^ third
  state[0] = a ^ fourth
  state[2] = third ^ (b << 9)
  state[3] = rotate(fourth, 11)
  return result
}

const rotate = (value: number, by: number): number => ((value << by) | (value >>> (32 - by))) >>> 0
