import { host } from './host.ts'
import { requireModule } from './modules.ts'
import { randomBytes } from './random.ts'

interface Bytes extends Uint8Array {
  toString(encoding?: string): string
}
interface BufferModule {
  Buffer: {
    from(value: unknown, encoding?: string): Bytes
    concat(parts: Bytes[]): Bytes
  }
}

const buffers = (): BufferModule['Buffer'] => (requireModule('buffer') as BufferModule).Buffer

const bytesOf = (value: unknown, encoding?: string): Bytes =>
  typeof value === 'string' ? buffers().from(value, encoding) : buffers().from(value)

class Hash {
  readonly #request: { algorithm: string; key?: string }
  readonly #parts: Bytes[] = []
  constructor(algorithm: unknown, key?: unknown) {
    this.#request = { algorithm: String(algorithm).toLowerCase() }
    if (key !== undefined) this.#request.key = bytesOf(key).toString('base64')
    if (this.#digest(true) === undefined) throw new Error(`Digest method not supported: ${String(algorithm)}`)
  }
  update(value: unknown, encoding?: string): this {
    this.#parts.push(bytesOf(value, encoding))
    return this
  }
  digest(encoding?: string): Bytes | string {
    const bytes = buffers().from(this.#digest(false) ?? '', 'base64')
    return encoding ? bytes.toString(encoding) : bytes
  }
  #digest(ofNothing: boolean): string | undefined {
    const data = ofNothing ? '' : buffers().concat(this.#parts).toString('base64')
    return host('hash', JSON.stringify(this.#request), data)
  }
}

function randomUUID(): string {
  const bytes = randomBytes(16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function getRandomValues<View extends ArrayBufferView>(view: View): View {
  if (view.byteLength > 65_536) throw new RangeError('At most 65536 random bytes can be requested.')
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(randomBytes(view.byteLength))
  return view
}

function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) throw new RangeError('Both values must have the same length.')
  return a.reduce((difference, byte, index) => difference | (byte ^ b[index]!), 0) === 0
}

/** The part of Node's module `crypto` that functions have. All random values derive from the seed of the call. */
export const cryptoModule = {
  createHash: (algorithm: unknown) => new Hash(algorithm),
  createHmac: (algorithm: unknown, key: unknown) => new Hash(algorithm, key ?? ''),
  randomUUID,
  randomBytes: (count: number) => buffers().from(randomBytes(Math.min(2 ** 20, Math.max(0, Number(count) || 0)))),
  randomInt: (from: number, below?: number) => {
    const [low, high] = below === undefined ? [0, from] : [from, below]
    return low + Math.floor(Math.random() * (high - low))
  },
  getRandomValues,
  timingSafeEqual,
}
