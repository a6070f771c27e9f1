import { Socket } from 'node:net'
import { encodeFrame, FrameReader } from '../frames.ts'
import { LINE_CHARACTERS, LOG_BYTES, LOG_LINES } from './limits.ts'
import type { FromChild, ToChild } from './protocol.ts'

/** Sends a message to the parent. */
export type Send = (message: FromChild, body?: Uint8Array) => void

const MAX_REQUEST_BYTES = 128 * 2 ** 20

/** Connects a child to its parent by stdin and descriptor 3, until the parent exits. */
export function connectToParent(receive: (head: ToChild, body: Buffer) => void): Send {
  const out = new Socket({ fd: 3, readable: false, writable: true })
  out.on('error', () => process.exit(1))
  const frames = new FrameReader(
    MAX_REQUEST_BYTES,
    ({ head, body }) => receive(head as ToChild, body),
    () => process.exit(1),
  )
  process.stdin.on('data', (chunk: Buffer) => frames.push(chunk))
  process.stdin.on('end', () => process.exit(0))
  return (message, body) => {
    for (const part of encodeFrame(message, body)) out.write(part)
  }
}

/** Sends lines of the log as long as the parent would keep them, so that a flood does not fill the pipe. */
export function limitLog(send: Send): {
  line(level: string, text: string): void
  drop(lines: number): void
  end(): void
} {
  let lines = 0
  let bytes = 0
  let dropped = 0
  return {
    line(level, text) {
      const cut = text.slice(0, LINE_CHARACTERS + 1)
      lines++
      bytes += cut.length
      if (lines > LOG_LINES || bytes > LOG_BYTES) dropped++
      else send({ is: 'log', level: level === 'ERROR' || level === 'WARNING' ? level : 'INFO', text: cut })
    },
    drop(count) {
      dropped += count
    },
    end() {
      if (dropped) send({ is: 'dropped', lines: dropped })
    },
  }
}
