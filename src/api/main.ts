/** The API process: opens the dependencies, serves the app, and stops gracefully. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { warmFunctions } from '../domain/hooks/warm.ts'
import { requireSecretsKey } from '../domain/requests/key-check.ts'
import { disableDemo } from '../domain/people/demo.ts'
import { runService, type StopRequest } from '../run-service.ts'
import { createApp } from './app.ts'
import { startWorkLog } from './work-log.ts'
import { startSmtp } from './smtp/server.ts'
import {
  CONNECTION_LIMITS,
  FINISH_AFTER_DRAIN_MS,
  FINISH_MS,
  limitConnections,
  type ConnectionLimits,
} from './connections.ts'
import type { ProcessState } from './routes/health.ts'
import { openapiFile } from './openapi/file.ts'
import { probe } from './routes/probes.ts'
import { retryUntilDatabaseReady } from '../retry-until-database-ready.ts'

/** Between two checks until the service is ready. */
const READY_PAUSE_MS = 1_000

export interface RunningApi {
  /** `http://host:port/api`. */
  url: string
  stop(request?: StopRequest): Promise<void>
}

/**
 * Serves the API on the configured host and port (0 for a free port) until `stop`, which ends event streams and lets other requests finish.
 * A stop that drains first accepts requests for DRAIN_S seconds, because balancers and proxies send some until they have noticed: the
 * service is not ready from then on, and each response ends its connection.
 */
export async function startApi(
  config: Config,
  deps: Deps,
  limits: ConnectionLimits = { ...CONNECTION_LIMITS, unreadMs: config.unreadAnswerS * 1000 },
): Promise<RunningApi> {
  const state: ProcessState = { isStopping: false }
  const handle = createApp(deps, { state }).callback()
  const open = new Set<ServerResponse>()
  const listener: RequestListener = (request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (state.isStopping) response.setHeader('Connection', 'close')
    void handle(request, response)
  }
  // `100 Continue` is sent only when the body is about to be read, so that a request can be refused before.
  const server = createServer({ connectionsCheckingInterval: limits.checkedMs }, listener).on('checkContinue', listener)
  // Behind a proxy all connections have its address, and it limits its clients itself.
  limitConnections(server, config.trustProxy ? { ...limits, perNetwork: limits.total } : limits)
  server.keepAliveTimeout = config.httpIdleTimeoutS * 1000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const stopWorkLog = startWorkLog(deps.log)
  return {
    url: `http://${config.host}:${port}/api`,
    stop: async ({ drains } = { drains: false }) => {
      state.isStopping = true
      for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close')
      if (drains) await wait(config.drainS * 1000)
      stopWorkLog()
      await deps.channels.close()
      await finish(server, drains ? FINISH_AFTER_DRAIN_MS : FINISH_MS)
    },
  }
}

/** Closes the port, and resolves when the requests in progress have ended or after the time. */
function finish(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), patienceMs).unref()
  })
}

/** Resolves when the database, Temporal and the store of files can be used; logs each new reason why they cannot. */
async function whenReady(deps: Deps, stopped: () => boolean): Promise<void> {
  for (let logged = ''; !stopped(); await wait(READY_PAUSE_MS)) {
    const found = await Promise.all((['database', 'temporal', 'blobs'] as const).map((part) => probe(deps, part)))
    const sentences = found.flat().map(({ sentence }) => sentence)
    if (sentences.length === 0) return
    if (logged !== sentences.join()) for (const sentence of sentences) deps.log.error(sentence)
    logged = sentences.join()
  }
}

/** Runs the process of `sheaf api`. */
export const runApi = (): Promise<void> =>
  runService(async (config, deps, parts) => {
    await retryUntilDatabaseReady(() => requireSecretsKey(deps.db, config), deps.log)
    // The database may be that of a demo.
    if (await retryUntilDatabaseReady(() => disableDemo(deps.db), deps.log))
      deps.log.warn('the demo login is disabled, because its password is public')
    // Before there are clients: building the document takes tenths of a second.
    openapiFile(config.publicBaseUrl ?? 'http://localhost/api')
    const api = await startApi(config, deps)
    let isStopped = false
    parts.push(api, { stop: async () => void (isStopped = true) })
    if (config.mail.port !== undefined) {
      const smtp = await startSmtp(deps, config.mail.port)
      parts.push(smtp)
      deps.log.info({ port: smtp.port, domain: config.mailDomain }, 'smtp is ready')
    }
    void warmFunctions(deps)
    await whenReady(deps, () => isStopped)
    deps.log.info({ url: api.url }, 'api is ready')
  })
