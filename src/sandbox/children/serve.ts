import { Socket } from 'node:net'
import { getPriority, setPriority } from 'node:os'
import { ReadError } from '@sheaf/extraction/types'
import { encodeFrame, FrameReader } from '../frames.ts'
import { YIELDING, type ChildReply } from '../protocol.ts'

/** Maximum size of a request: a file of 40 MB and its parameters. */
const MAX_REQUEST_BYTES = 64 * 2 ** 20

/** Priority of a process that yields: it gets about a third of the processor time of a process with the default priority. */
const NICE = 5

export interface Answer {
  answer: unknown
  body?: Uint8Array
}

/** The main loop of a child: handles requests from stdin one after another and writes responses to descriptor 3, until the parent exits. */
export function serve(handle: (head: never, body: Buffer, progress: () => void) => Promise<Answer>): void {
  // A service with a lower priority may not raise that of its children.
  if (process.argv.includes(YIELDING) && getPriority() < NICE) setPriority(NICE)
  const out = new Socket({ fd: 3, readable: false, writable: true })
  out.on('error', () => process.exit(1))
  const send = (reply: ChildReply, body?: Uint8Array): void => {
    for (const part of encodeFrame(reply, body)) out.write(part)
  }
  const work = async (head: never, body: Buffer): Promise<void> => {
    try {
      const { answer, body: bytes } = await handle(head, body, () => send({ progress: true }))
      send({ ok: true, answer }, bytes)
    } catch (error) {
      send(describeFailure(error))
    }
  }
  let last = Promise.resolve()
  const frames = new FrameReader(
    MAX_REQUEST_BYTES,
    (frame) => {
      last = last.then(() => work(frame.head as never, frame.body))
    },
    () => process.exit(1),
  )
  process.stdin.on('data', (chunk: Buffer) => frames.push(chunk))
  process.stdin.on('end', () => process.exit(0))
  send({ ready: true })
}

function describeFailure(error: unknown): ChildReply {
  if (error instanceof ReadError) return { ok: false, code: error.code, message: error.message }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { ok: false, code: 'crashed', message: 'The reader failed on this document.', detail: detail.slice(0, 4000) }
}
