/** Clients that do not read their answers. */
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { CONNECTION_LIMITS, limitConnections, type ConnectionLimits } from '../../src/api/connections.ts'

/** More than the buffers of both ends of a connection. */
const MUCH = 64 * 1024 * 1024
const UNREAD_MS = 200
const head = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

let stop: () => Promise<void> = () => Promise.resolve()
afterEach(() => stop())

/** Starts a server with the limits of the api, and a short time for unread answers. Returns its port. */
async function serve(listener: RequestListener, limits: Partial<ConnectionLimits> = {}): Promise<number> {
  const server = createServer(listener).on('checkContinue', listener)
  limitConnections(server, { ...CONNECTION_LIMITS, unreadMs: UNREAD_MS, ...limits })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return (server.address() as AddressInfo).port
}

/** Sends a request and reads nothing. */
async function ask(port: number, request = head): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause()
  // The server resets the connection.
  socket.on('error', () => undefined)
  socket.write(request)
  await once(socket, 'connect')
  return socket
}

/** The ways in which an answer is sent. */
const kinds: Record<string, (response: ServerResponse) => void> = {
  'a text, such as JSON': (response) => void response.end('x'.repeat(MUCH)),
  bytes: (response) => void response.end(Buffer.alloc(MUCH)),
  'a stream, such as an export, a file or large content': (response) =>
    void Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(64 * 1024)
      })(),
      { objectMode: false },
    ).pipe(response),
  'parts without an end, such as events': (response) => {
    const write = () => void (response.write(Buffer.alloc(1024 * 1024)) && setImmediate(write))
    response.on('drain', write)
    write()
  },
}

describe('an answer that its client does not read', () => {
  it.each(Object.entries(kinds))('is dropped: %s', async (_, send) => {
    const closed = Promise.withResolvers<void>()
    const port = await serve((_request, response) => {
      response.on('close', () => closed.resolve())
      send(response)
    })
    const socket = await ask(port)
    await closed.promise
    socket.destroy()
  })

  it('is dropped although its client takes a few bytes now and then', async () => {
    const closed = Promise.withResolvers<void>()
    const port = await serve((_request, response) => {
      response.on('close', () => closed.resolve())
      response.end(Buffer.alloc(MUCH))
    })
    const socket = await ask(port)
    const reads = setInterval(() => void socket.read(10), UNREAD_MS / 4)
    await closed.promise
    clearInterval(reads)
    socket.destroy()
  })

  it('is dropped although its client reads all the time, but too slowly', async () => {
    const closed = Promise.withResolvers<void>()
    const listener: RequestListener = (_request, response) => {
      response.on('close', () => closed.resolve())
      kinds['a stream, such as an export, a file or large content']!(response)
    }
    // Faster than any computer.
    const socket = await ask(await serve(listener, { leastSpeed: 1e12 }))
    socket.resume()
    await closed.promise
    socket.destroy()
  })

  it('is dropped if the client has asked whether to send its body', async () => {
    const closed = Promise.withResolvers<void>()
    const port = await serve((_request, response) => {
      response.on('close', () => closed.resolve())
      response.end(Buffer.alloc(MUCH))
    })
    const socket = await ask(
      port,
      'PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n',
    )
    await closed.promise
    socket.destroy()
  })

  it('is sent to its end to a client that needs several times for it, also in one piece', async () => {
    const unreadMs = 1_000
    const started = performance.now()
    const port = await serve((_request, response) => void response.end(Buffer.alloc(MUCH)), { unreadMs })
    const socket = await ask(port, head.replace('localhost', 'localhost\r\nConnection: close'))
    let received = 0
    const reads = setInterval(() => (received += (socket.read() as Buffer | null)?.length ?? 0), 5)
    await once(socket, 'close')
    clearInterval(reads)
    expect(received).toBeGreaterThan(MUCH)
    expect(performance.now() - started).toBeGreaterThan(2 * unreadMs)
  })

  it('does not end a request whose answer is not ready', async () => {
    const port = await serve((_request, response) => {
      // Several times without any byte have passed: timers of the same length end in their order.
      let times = 0
      const timer = setInterval(() => {
        if (++times < 4) return
        clearInterval(timer)
        response.end('ready')
      }, UNREAD_MS)
    })
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    expect(await answer.text()).toBe('ready')
  })
})
