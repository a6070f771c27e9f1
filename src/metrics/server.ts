/** Serves `/metrics` in a process without an API. */
import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import { ApiError, forbidden, unauthenticated } from '../errors.ts'
import { collectFrom, type Sources } from './gauges.ts'
import { registry } from './registry.ts'

/**
 * Admits requests with the Bearer token METRICS_TOKEN, and requests from the networks of METRICS_SCRAPERS. The machine itself is not trusted:
 * programs of users may run on it. Throws 401 or 403 for other requests.
 */
export function admit(
  request: IncomingMessage,
  { metricsToken, metricsScrapers }: Pick<Config, 'metricsToken' | 'metricsScrapers'>,
): void {
  if (metricsToken && isSame(request.headers.authorization ?? '', metricsToken)) return
  if (isScraper(request, metricsScrapers)) return
  if (metricsToken) throw unauthenticated()
  throw forbidden('Set METRICS_TOKEN, or list the programs that may read the metrics in METRICS_SCRAPERS.')
}

function isSame(header: string, token: string): boolean {
  const [given, right] = [Buffer.from(header.replace(/^bearer\s+/i, '')), Buffer.from(token)]
  return given.length === right.length && timingSafeEqual(given, right)
}

/**
 * Headers that proxies add, whatever their value: behind a proxy every client has the address of the proxy. Functions have that of a worker.
 * Scrapers send none of these.
 */
const OF_PROXIES =
  /^(forwarded|via|x-forwarded|x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|x-envoy-.*|x-original-.*|.*-connecting-ip|true-client-ip|fastly-client-ip|x-sheaf-function)$/

function isScraper({ socket, headers }: IncomingMessage, networks: readonly string[]): boolean {
  const { remoteAddress = '' } = socket
  if (Object.keys(headers).some((name) => OF_PROXIES.test(name)) || !ipaddr.isValid(remoteAddress)) return false
  const address = ipaddr.process(remoteAddress)
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === address.kind() && address.match(base, bits)
  })
}

/** Serves `GET /metrics` on HOST and METRICS_PORT; returns undefined if the port is not set. */
export async function startMetrics(
  config: Config,
  { log, ...sources }: Sources & { log: { warn(details: object, message: string): void } },
): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  if (config.metricsPort === undefined) return undefined
  collectFrom(sources)
  const answer = async (request: IncomingMessage): Promise<{ status: number; type: string; body: string }> => {
    try {
      if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
        return { status: 404, type: 'text/plain', body: 'Only GET /metrics is served here.\n' }
      admit(request, config)
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
