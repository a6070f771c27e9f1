/** Serves `/metrics` in a process without an API. */
import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { ApiError, forbidden, unauthenticated } from '../errors.ts'
import { collectFrom, type Sources } from './gauges.ts'
import { registry } from './registry.ts'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/**
 * Admits requests with the Bearer token METRICS_TOKEN, or, if it is not set, requests from this machine.
 * Throws 401 or 403 for other requests.
 */
export function admit(request: IncomingMessage, token: string | undefined): void {
  if (token) {
    const given = Buffer.from((request.headers.authorization ?? '').replace(/^bearer\s+/i, ''))
    const right = Buffer.from(token)
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw unauthenticated()
    return
  }
  // Behind a proxy every client has the address of the proxy.
  if (!LOOPBACK.test(request.socket.remoteAddress ?? '') || request.headers['x-forwarded-for'])
    throw forbidden('Set METRICS_TOKEN to read the metrics from other machines.')
}

/** Serves `GET /metrics` on HOST and METRICS_PORT; returns undefined if the port is not set. */
export async function startMetrics(
  config: Config,
  { log, ...sources }: Sources & Pick<Deps, 'log'>,
): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  if (config.metricsPort === undefined) return undefined
  collectFrom(sources)
  const answer = async (request: IncomingMessage): Promise<{ status: number; type: string; body: string }> => {
    try {
      if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
        return { status: 404, type: 'text/plain', body: 'Only GET /metrics is served here.\n' }
      admit(request, config.metricsToken)
      return { status: 200, type: registry.contentType, body: await registry.metrics() }
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, type: 'text/plain', body: `${error.message}\n` }
      log.warn({ err: error }, 'the metrics cannot be read')
      return { status: 503, type: 'text/plain', body: 'The metrics cannot be read.\n' }
    }
  }
  const server = createServer((request, response) => {
    void answer(request).then(({ status, type, body }) => {
      response.writeHead(status, { 'Content-Type': type }).end(body)
    })
  })
  server.keepAliveTimeout = config.httpIdleTimeoutS * 1000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.metricsPort, config.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${config.host}:${port}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
