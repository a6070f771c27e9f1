/**
 * The protocol between parent and child: frames with a JSON head and a body of bytes, each preceded by its length. Only JSON and plain
 * bytes are exchanged, never serialized objects, because the sender may be compromised.
 */
export interface Frame {
  head: unknown
  body: Buffer
}

const LENGTHS = 8

/** Returns the parts of one frame, to be written in sequence without joining them. */
export function encodeFrame(head: unknown, body: Uint8Array = Buffer.alloc(0)): Uint8Array[] {
  const text = Buffer.from(JSON.stringify(head))
  const lengths = Buffer.alloc(LENGTHS)
  lengths.writeUInt32LE(text.length, 0)
  lengths.writeUInt32LE(body.length, 4)
  return body.length > 0 ? [lengths, text, body] : [lengths, text]
}

/**
 * Collects chunks and emits whole frames. Calls `onOverflow` once, and ignores all further input, if a frame announces more than `maxBytes`
 * or its head is not JSON.
 */
export class FrameReader {
  readonly #maxBytes: number
  readonly #onFrame: (frame: Frame) => void
  readonly #onOverflow: () => void
  #chunks: Buffer[] = []
  #size = 0
  #wanted = LENGTHS
  #broken = false

  constructor(maxBytes: number, onFrame: (frame: Frame) => void, onOverflow: () => void) {
    this.#maxBytes = maxBytes
    this.#onFrame = onFrame
    this.#onOverflow = onOverflow
  }

  push(chunk: Buffer): void {
    if (this.#broken) return
    this.#chunks.push(chunk)
    this.#size += chunk.length
    while (!this.#broken && this.#size >= this.#wanted) {
      // Joined only when a step is complete, so that a large frame is copied once.
      const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#size)
      const headLength = all.readUInt32LE(0)
      const bodyLength = all.readUInt32LE(4)
      const total = LENGTHS + headLength + bodyLength
      if (headLength + bodyLength > this.#maxBytes) return this.#break()
      this.#chunks = [all]
      if (all.length < total) {
        this.#wanted = total
        return
      }
      const rest = all.subarray(total)
      this.#chunks = rest.length > 0 ? [rest] : []
      this.#size = rest.length
      this.#wanted = LENGTHS
      let head: unknown
      try {
        head = JSON.parse(all.toString('utf8', LENGTHS, LENGTHS + headLength))
      } catch {
        return this.#break()
      }
      this.#onFrame({ head, body: all.subarray(LENGTHS + headLength, total) })
    }
  }

  #break(): void {
    this.#broken = true
    this.#chunks = []
    this.#onOverflow()
  }
}
