/**
 * Temporal's UI has no login and answers any `Host`: a web page whose name resolves to this machine (DNS rebinding) could list and end the
 * workflows of all organizations. This proxy is at its public address, and the UI itself at an address that no page can guess.
 */
import { randomInt } from 'node:crypto'
import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { pipeline } from 'node:stream'

/** A loopback address and a port. */
export interface UiAddress {
  host: string
  port: number
}

/** A random address of 127.0.0.0/8 other than 127.0.0.1: with the port, a page would have to guess one of 2^37. */
export const hiddenHost = (): string => `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']
const REFUSAL =
  "Temporal's UI of npm start accepts only requests of its own pages on this machine: open it as http://127.0.0.1 with its port."
/** The UI waits up to this time for an answer of Temporal; milliseconds. */
const PATIENCE_MS = 70_000

/**
 * Whether the request names this machine and this port as its host and, if it has one, as its origin, and was not made by a page of another
 * site, except by following a link.
 */
export function isOwnRequest(request: Pick<IncomingMessage, 'headers' | 'method'>, port: number): boolean {
  const { headers } = request
  const own = LOOPBACK.map((host) => `${host}:${port}`)
  const { host = '', origin } = headers
  if (!own.includes(host.toLowerCase())) return false
  // Pages of other sites can neither write an Origin nor hide it in a request that changes something.
  return (origin === undefined || own.some((authority) => origin === `http://${authority}`)) && isOfOwnPage(request)
}

/**
 * Requests of images, scripts and frames have no Origin, but browsers say where they come from. Pages of other ports of this machine are of
 * the `same-site`. Programs, and browsers of before, say nothing.
 */
function isOfOwnPage({ headers, method }: Pick<IncomingMessage, 'headers' | 'method'>): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  return method === 'GET' && mode === 'navigate' && destination === 'document'
}

/** Headers about one connection. `expect` has been answered by the time that the request is passed on. */
const OF_CONNECTION = /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|proxy-.*)$/
/** Without these the other side would find another end of the body, or another host. */
const NEEDED = ['content-length', 'host']

/** The headers to pass on: those about the connection, and those that `Connection` names, concern only the two sides of it. */
export function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const kept = Object.entries(headers).filter(
    ([name]) => !OF_CONNECTION.test(name) && (NEEDED.includes(name) || !named.includes(name)),
  )
  // A body without a length needs its own marks on the next connection, whatever the method.
  const marks = headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' }
  return { ...Object.fromEntries(kept), ...marks }
}

/** Serves the UI at `target` on 127.0.0.1 and `port`, until `close`. Rejects if the port is in use. */
export async function startUiProxy(port: number, target: UiAddress): Promise<{ close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    if (!isOwnRequest(request, port)) return refuse(response, 403, REFUSAL)
    forward(request, response, target)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function forward(request: IncomingMessage, response: ServerResponse, { host, port }: UiAddress): void {
  const { method, url: path } = request
  const fail = (): void => {
    if (response.headersSent) response.destroy()
    else refuse(response, 502, "Temporal's UI does not answer.")
  }
  try {
    const headers = passedOn(request.headers)
    const upstream = send({ host, port, method, path, headers, timeout: PATIENCE_MS }, (answer) => {
      // No other page may show the UI in a frame, where it could make people click what they do not see.
      response.writeHead(answer.statusCode ?? 502, { ...passedOn(answer.headers), 'x-frame-options': 'DENY' })
      // A closed page ends the request to the UI, and the other way round.
      pipeline(answer, response, () => undefined)
    })
    upstream.on('timeout', () => upstream.destroy(new Error('no answer')))
    upstream.on('error', fail)
    // Writes the headers here, where an error is handled, and not when the body ends.
    upstream.flushHeaders()
    pipeline(request, upstream, () => undefined)
  } catch {
    // The client of Node throws for headers that it does not send; nothing that a program asks for may end `npm start`.
    fail()
  }
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(`${reason}\n`)
}
