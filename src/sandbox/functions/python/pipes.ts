import { readSync, writeSync } from 'node:fs'
import process from 'node:process'
import { encodeFrame, FrameReader, type Frame } from '../../frames.ts'
import type { FromChild, ToChild } from '../protocol.ts'

const MAX_FRAME_BYTES = 128 * 2 ** 20
const CHUNK_BYTES = 2 ** 20

const received: Frame[] = []
const reader = new FrameReader(
  MAX_FRAME_BYTES,
  (frame) => received.push(frame),
  () => process.exit(1),
)
const exit = process.exit.bind(process)

const idle = new Int32Array(new SharedArrayBuffer(4))
const RETRY_MS = 1

/** Runs `work` until the descriptor, which does not block, is ready. */
function untilReady(work: () => number): number {
  for (;;) {
    try {
      return work()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(idle, 0, 0, RETRY_MS)
    }
  }
}

interface Received {
  head: ToChild
  body: Buffer
}

const take = (): Received | undefined => {
  const frame = received.shift()
  return frame && { head: frame.head as ToChild, body: frame.body }
}

/** Returns the next frame of the parent while a function runs. The whole process waits. */
export function waitForFrame(): Received {
  for (;;) {
    const frame = take()
    if (frame) return frame
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const length = untilReady(() => readSync(0, chunk))
    if (!length) exit(0)
    reader.push(chunk.subarray(0, length))
  }
}

let wake: () => void = () => undefined

/** Returns the next frame between two calls. */
export async function nextFrame(): Promise<Received> {
  for (;;) {
    const frame = take()
    if (frame) return frame
    await new Promise<void>((resolve) => (wake = resolve))
  }
}

process.stdin.on('data', (chunk: Buffer) => {
  reader.push(chunk)
  wake()
})
process.stdin.on('end', () => exit(0))

/** Writes a frame, before anything else happens: what the function does next may end the process. */
export function writeFrame(message: FromChild, body?: Uint8Array): void {
  for (const part of encodeFrame(message, body)) {
    for (let at = 0; at < part.length;) at += untilReady(() => writeSync(3, part, at))
  }
}
