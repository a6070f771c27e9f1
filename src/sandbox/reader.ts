/**
 * Runs the children of other processes: in a container without network, secrets and volumes, which shares only a folder with a socket.
 * Each connection to the socket is one child; functions have a socket for each runtime beside that for documents.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { Transform, type Readable } from 'node:stream'
import { RUNTIME_FOLDER } from '@sheaf/functions-runtime'
import { ANSWERS, encodePart, ERRORS } from './channels.ts'
import { commandOf } from './child.ts'
import { CHILD_ENVIRONMENT, detectLevel, type LocalLevel } from './isolation.ts'
import { DOCUMENT_CHILD, MEMORY_MB } from './documents.ts'
import { commandOf as functionCommandOf, socketOf } from './functions/command.ts'
import type { FunctionRuntime } from './functions/types.ts'
import { killGroup, treeMemoryMb } from './process-tree.ts'

const MEMORY_POLL_MS = 50

const RUNTIMES: readonly FunctionRuntime[] = ['nodejs22.x', 'python3.12']
/** Resident memory of a child for functions: the runtime, 256 MB of the function, garbage and buffers. */
const FUNCTION_CHILD_MB = 700

export interface ReaderOptions {
  /** Path of the socket; a file left by an earlier run is replaced. */
  socket: string
  modelsDir?: string
  /** Children that exist at the same time; further connections are closed. Default 256. */
  maxChildren?: number
}

export interface RunningReader {
  readonly level: LocalLevel
  close(): Promise<void>
}

/** Listens on the socket, for the owner and the group of its folder. `internals` are for tests. */
export async function openReader(
  { socket, modelsDir, maxChildren = 256 }: ReaderOptions,
  internals: { script?: string; level?: LocalLevel; memoryMb?: number } = {},
): Promise<RunningReader> {
  const readable = modelsDir ? [modelsDir] : []
  const level = internals.level ?? detectLevel(readable)
  const functionLevel = internals.level ?? detectLevel([RUNTIME_FOLDER])
  const { script = DOCUMENT_CHILD, memoryMb = MEMORY_MB } = internals
  const servers = [
    await listen(socket, maxChildren, (connection) =>
      startChild(connection, commandOf({ script, level, readable, memoryMb }), memoryMb),
    ),
    ...(await Promise.all(
      RUNTIMES.map((runtime) =>
        listen(socketOf(socket, runtime), maxChildren, (connection) =>
          startChild(connection, functionCommandOf(runtime, functionLevel), FUNCTION_CHILD_MB),
        ),
      ),
    )),
  ]
  return {
    level,
    async close() {
      await Promise.all(servers.map((close) => close()))
    },
  }
}

/** Listens on a path and returns a function that ends all connections. */
async function listen(
  path: string,
  maxConnections: number,
  start: (connection: Socket) => void,
): Promise<() => Promise<void>> {
  const open = new Set<Socket>()
  const server = createServer((connection) => {
    open.add(connection)
    connection.on('close', () => open.delete(connection))
    start(connection)
  })
  server.maxConnections = maxConnections
  rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o660)
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      for (const connection of open) connection.destroy()
    })
}

/** Connects a child to the socket. Either ends with the other. */
function startChild(connection: Socket, [file, ...parameters]: string[], memoryMb: number): void {
  const child = spawn(file!, parameters, {
    env: CHILD_ENVIRONMENT,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  })
  const outputs = [label(child.stdio[3] as Readable, ANSWERS), label(child.stderr!, ERRORS)]
  for (const output of outputs) output.pipe(connection, { end: false })
  void Promise.all(outputs.map((output) => once(output, 'end'))).then(() => connection.end())
  const end = (reason: string) => {
    clearInterval(poll)
    for (const output of outputs) output.unpipe(connection)
    connection.end(encodePart(ERRORS, Buffer.from(reason)))
    if (child.pid) killGroup(child.pid)
  }
  const poll = setInterval(() => {
    // The words of V8, by which the service recognizes the reason.
    if (child.pid && treeMemoryMb(child.pid) > memoryMb) end('heap out of memory')
  }, MEMORY_POLL_MS)
  child.on('error', (error) => end(error.message))
  child.on('close', () => clearInterval(poll))
  child.stdin!.on('error', () => undefined)
  connection.on('error', () => undefined)
  connection.on('close', () => child.pid && killGroup(child.pid))
  connection.pipe(child.stdin!)
}

/** Returns the stream as parts of one channel. */
function label(stream: Readable, channel: number): Transform {
  const parts = new Transform({ transform: (chunk: Buffer, _, done) => done(null, encodePart(channel, chunk)) })
  stream.on('error', () => parts.end())
  return stream.pipe(parts)
}
