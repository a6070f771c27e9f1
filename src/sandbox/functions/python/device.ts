import { limitLog } from '../children.ts'
import { failure, outOfMemory, responseTooLarge } from '../failures.ts'
import { HANDLERS, RESPONSE_BYTES } from '../limits.ts'
import type { ToChild } from '../protocol.ts'
import type { FunctionFailure } from '../types.ts'
import { setMemoryLimit } from './hardening.ts'
import { waitForFrame, writeFrame } from './pipes.ts'
import { advance, sleep, startCall } from './surroundings.ts'

/** Pyodide's file system, as far as it is used here (Emscripten's FS). */
export interface DeviceFiles {
  makedev(major: number, minor: number): number
  registerDevice(device: number, operations: object): void
  mkdev(path: string, device: number): void
}

/** What runner.py writes to the device: one message with each write. The answer is what it reads next. */
type Message =
  | ['log', string, string]
  | ['dropped', number]
  | ['sleep', number]
  | ['fetch', { method: string; url: string; headers: Record<string, string>; body: string | null }]
  | ['done', string]
  | ['failed', FunctionFailure]
  | ['usable']

export interface Device {
  /** Passes a call of the parent to Python, which reads it next. */
  begin(frame: { head: ToChild; body: Buffer }): void
}

const NO_HANDLER = `The code does not define a function ${HANDLERS[0]} (or ${HANDLERS[1]}).`

/** Creates `/dev/sheaf`, by which Python asks for calls and answers them. `memoryMb` returns the size of Python's memory. */
export function installDevice(files: DeviceFiles, memoryMb: () => number): Device {
  let pending: Buffer = Buffer.alloc(0)
  let limitMb = 0
  let requests = 0
  let log = limitLog(writeFrame)
  const reply = (value: unknown): void => {
    const text = Buffer.from(JSON.stringify(value))
    const head = Buffer.alloc(4)
    head.writeUInt32LE(text.length)
    pending = Buffer.concat([head, text])
  }
  const fail = (reported: FunctionFailure): void => {
    log.end()
    writeFrame({ is: 'failed', memory_mb: memoryMb(), failure: reported })
  }

  const begin = ({ head, body }: { head: ToChild; body: Buffer }): void => {
    if (head.do !== 'run' && head.do !== 'build') return
    log = limitLog(writeFrame)
    if (head.do === 'build') return reply({ ...head, handlers: HANDLERS, seed: '', payload: '' })
    limitMb = head.memory_mb
    setMemoryLimit(limitMb)
    startCall(head.clock_ms, head.seed)
    reply({ ...head, handlers: HANDLERS, payload: body.toString() })
  }

  const request = ({ method, url, headers, body }: (Message & ['fetch', object])[1]): void => {
    const id = ++requests
    writeFrame({ is: 'fetch', id, method, url, headers, body: body !== null }, Buffer.from(body ?? ''))
    const answer = waitForFrame()
    advance()
    if (answer.head.do === 'answer')
      reply({ status: answer.head.status, headers: answer.head.headers, body: answer.body.toString() })
    else reply({ refused: answer.head.do === 'refuse' ? answer.head.message : 'The request failed.' })
  }

  const perform = (message: Message): void => {
    if (message[0] === 'log') log.line(message[1], message[2])
    else if (message[0] === 'dropped') log.drop(message[1])
    else if (message[0] === 'sleep') sleep(message[1])
    else if (message[0] === 'fetch') request(message[1])
    else if (message[0] === 'usable') writeFrame({ is: 'usable' })
    else if (message[0] === 'failed') {
      const [, reported] = message
      if (reported.kind === 'memory') fail({ ...reported, message: outOfMemory(limitMb).message })
      else fail(reported.message ? reported : failure('syntax', NO_HANDLER))
    } else if (message[0] === 'done') {
      const bytes = Buffer.from(message[1])
      if (bytes.length > RESPONSE_BYTES) return fail(responseTooLarge())
      log.end()
      writeFrame({ is: 'done', memory_mb: memoryMb() }, bytes)
    }
  }

  const device = files.makedev(64, 0)
  files.registerDevice(device, {
    open: () => undefined,
    close: () => undefined,
    write: (_stream: unknown, buffer: Uint8Array, offset: number, length: number) => {
      perform(JSON.parse(Buffer.from(buffer.subarray(offset, offset + length)).toString()) as Message)
      return length
    },
    read: (_stream: unknown, buffer: Uint8Array, offset: number, length: number) => {
      const part = pending.subarray(0, length)
      pending = pending.subarray(part.length)
      buffer.set(part, offset)
      return part.length
    },
  })
  files.mkdev('/dev/sheaf', device)
  return { begin }
}
