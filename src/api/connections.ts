/** Limits on connections, so that one client can neither use all of them nor hold them by sending slowly. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../rules/access/network.ts'

export interface ConnectionLimits {
  /** Open connections of the process, and of one address (IPv6: one /64 network); further ones are closed. */
  total: number
  perNetwork: number
  /** Time in ms to send all headers, a whole request, and the next part of a body. */
  headersMs: number
  requestMs: number
  pauseMs: number
  /** Time in ms in which a client that has something to read takes `leastSpeed` of an answer, at least. */
  unreadMs: number
  /** Bytes per second of the slowest reader. */
  leastSpeed: number
  /** Time between two checks of the first two. */
  checkedMs: number
}

/** Enough for 40 MB at 1.1 Mbit/s. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  total: 5_000,
  perNetwork: 500,
  headersMs: 20_000,
  requestMs: 300_000,
  pauseMs: 30_000,
  unreadMs: 60_000,
  // Modems were faster.
  leastSpeed: 1_000,
  checkedMs: 5_000,
}

/** Time for requests in progress when no new ones are accepted; after a drain, more: no person waits for the process. */
export const FINISH_MS = 5_000
export const FINISH_AFTER_DRAIN_MS = 20_000

/** Applies the limits to the server before it listens. Connections with a request that exceeds a time are closed. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.maxConnections = limits.total
  server.headersTimeout = limits.headersMs
  server.requestTimeout = limits.requestMs
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const before = open.get(network) ?? 0
    if (before >= limits.perNetwork) return void socket.destroy()
    open.set(network, before + 1)
    socket.once('close', () => {
      const left = open.get(network)! - 1
      if (left) open.set(network, left)
      else open.delete(network)
    })
  })
  const watch = (request: IncomingMessage) => closeIfPaused(request, limits.pauseMs)
  server.on('request', watch)
  server.on('checkContinue', watch)
  const drop = (_: IncomingMessage, response: ServerResponse) => closeIfUnread(response, limits)
  server.on('request', drop)
  server.on('checkContinue', drop)
}

/** Closes the connection if no part of the body arrives for a time. A slow handler does not count: reading continues after it. */
function closeIfPaused(request: IncomingMessage, pauseMs: number): void {
  if (request.complete) return
  const { socket } = request
  let received = socket.bytesRead
  const timer = setInterval(() => {
    const isRead = request.readableFlowing === true && request.readableLength === 0
    if (isRead && socket.bytesRead === received) socket.destroy()
    received = socket.bytesRead
  }, pauseMs)
  timer.unref()
  const stop = () => clearInterval(timer)
  request.once('end', stop).once('close', stop)
}

/** What Node's own time limit of a socket reads, too. Its public counters know only whole chunks, and a chunk may be the whole answer. */
type Counted = Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null }

/** Returns the bytes that the system has taken from a socket to send them. */
const takenFrom = ({ _handle: handle }: Counted): number => (handle ? handle.bytesWritten - handle.writeQueueSize : 0)

/**
 * Closes the connection if the client takes less of an answer than `leastSpeed` in a time: what it has not read uses memory, files or a
 * connection of a server. Slow readers finish, and a slow handler does not count.
 */
function closeIfUnread(
  response: ServerResponse,
  { unreadMs, leastSpeed }: Pick<ConnectionLimits, 'unreadMs' | 'leastSpeed'>,
): void {
  const { socket } = response
  if (!socket) return
  const taken = () => takenFrom(socket)
  let before = taken()
  let hadToRead = false
  const timer = setInterval(() => {
    const hasToRead = socket.writableLength > 0
    // Only if there was something to read all the time.
    if (hadToRead && hasToRead && taken() - before < (leastSpeed * unreadMs) / 1000) socket.destroy()
    before = taken()
    hadToRead = hasToRead
  }, unreadMs)
  timer.unref()
  response.once('close', () => clearInterval(timer))
}
