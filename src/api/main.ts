/** The API process: opens the dependencies, serves the app, and stops gracefully. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config.ts'
import { loadConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import { openDeps } from '../open-deps.ts'
import { createApp } from './app.ts'

export interface RunningApi {
  /** `http://host:port/api`. */
  url: string
  stop(): Promise<void>
}

/** Serves the API on the configured host and port (0 for a free port) until `stop`, which lets open requests finish. */
export async function startApi(config: Config, deps: Deps): Promise<RunningApi> {
  const handle = createApp(deps).callback()
  const listener: RequestListener = (request, response) => void handle(request, response)
  // `100 Continue` is sent only when the body is about to be read, so that a request can be refused before.
  const server = createServer(listener).on('checkContinue', listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${config.host}:${port}/api`,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), 5000).unref()
      }),
  }
}

if (import.meta.main) {
  const config = loadConfig()
  const deps = await openDeps(config)
  const api = await startApi(config, deps)
  deps.log.info({ url: api.url }, 'api is ready')
  const stop = () => {
    void api
      .stop()
      .then(() => deps.close())
      .then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
