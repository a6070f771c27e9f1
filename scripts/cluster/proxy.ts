/** A reverse proxy that passes requests to several api processes in turn, and to another one if the first refuses the connection. */
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Proxy {
  url: string
  /** Requests by target. */
  counts: number[]
  stop(): Promise<void>
}

/** `targets` are ports on the loopback interface. */
export async function startProxy(targets: readonly number[]): Promise<Proxy> {
  const counts = targets.map(() => 0)
  let turn = 0
  const server = createServer((incoming, response) => {
    const tryNext = (left: number) => {
      const index = turn++ % targets.length
      const outgoing = request(
        {
          port: targets[index]!,
          host: '127.0.0.1',
          method: incoming.method,
          path: incoming.url,
          // The host that the client called, so that URLs in responses lead back to the proxy.
          headers: { ...incoming.headers, host: incoming.headers.host },
        },
        (answer: IncomingMessage) => {
          counts[index]!++
          response.writeHead(answer.statusCode!, answer.headers)
          answer.pipe(response)
        },
      )
      outgoing.once('error', (error: NodeJS.ErrnoException) => {
        // Nothing of the body was sent yet.
        if (error.code === 'ECONNREFUSED' && left > 1) return tryNext(left - 1)
        if (response.headersSent) response.destroy()
        else response.writeHead(502).end()
      })
      outgoing.once('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => incoming.pipe(outgoing))
        else incoming.pipe(outgoing)
      })
      response.once('close', () => outgoing.destroy())
    }
    tryNext(targets.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
