import { createCipheriv, createHash } from 'node:crypto'

/** A stream of pseudorandom bytes that depends only on the seed: AES-256 in counter mode. */
export function randomBytesOf(seed: string): (count: number) => Buffer {
  const key = createHash('sha256').update(`functions ${seed}`).digest()
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  return (count) => stream.update(Buffer.alloc(count))
}
