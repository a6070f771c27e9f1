/**
 * The service as on several machines: PostgreSQL, Temporal's services, an S3 server, api processes behind a proxy, and workers, each a process
 * of its own. Everything listens on the loopback interface.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig, type Config } from '../../src/config.ts'
import { freePort } from '../../src/provision/ports.ts'
import { startPostgres } from '../../src/provision/postgres.ts'
import { logOf, SHEAF, startProgram, type Program } from '../chaos/program.ts'
import type { Note } from '../chaos/report.ts'
import { supervise, type Part } from '../chaos/supervise.ts'
import { startProxy, type Proxy } from './proxy.ts'
import { startS3 } from './s3.ts'
import { startTemporalCluster, type TemporalCluster } from './temporal.ts'

export const CREATE_KEY = 'only used for the minutes of this cluster'
const SECRET = 'a secret only used for the minutes of this cluster'
const READY_MS = 180_000

export interface ClusterOptions {
  apis: number
  /** WORKER_QUEUES of each worker. */
  workers: readonly string[]
  settings?: Record<string, string>
  /** Command before each worker's own, such as `taskset -c 0`. */
  pin?: (worker: number) => string[]
}

export interface Cluster {
  home: string
  config: Config
  /** Start of the API's URLs, through the proxy. */
  url: string
  proxy: Proxy
  temporal: TemporalCluster
  apis: Part[]
  workers: Part[]
  /** Ids of the processes of PostgreSQL and of the S3 server. */
  pids: { postgres: number; s3: number }
  /** How api processes and workers ended, unless they were killed. */
  crashes: string[]
  /** Returns the logs of all api processes. */
  apiLog(): string
  stop(): Promise<void>
  /** Deletes all data; after `stop`. */
  remove(): void
}

/** Starts everything, and waits until the service is ready. */
export async function startCluster(
  note: Note,
  { apis, workers, settings = {}, pin }: ClusterOptions,
): Promise<Cluster> {
  const home = mkdtempSync(join(tmpdir(), 'sheaf-cluster-'))
  const stops: (() => Promise<unknown>)[] = []
  const crashes: string[] = []
  let isStopping = false
  const stop = async () => {
    isStopping = true
    for (const one of stops.toReversed()) await one()
  }
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  try {
    const postgresPort = await freePort()
    const postgres = await startPostgres({
      home,
      port: postgresPort,
      password: 'cluster',
      settings: { max_connections: '300', shared_buffers: '512MB' },
    })
    stops.push(() => postgres.stop())
    note('PostgreSQL runs')
    const s3 = await startS3(join(home, 's3'))
    stops.push(s3.stop)
    note('the S3 server runs')
    const login = { address: `127.0.0.1:${postgresPort}`, user: 'postgres', password: 'cluster' }
    const temporal = await startTemporalCluster(home, login, note)
    stops.push(temporal.stop)
    note('Temporal runs on PostgreSQL')
    const env = {
      SHEAF_HOME: home,
      DATABASE_URL: `postgres://postgres:cluster@127.0.0.1:${postgresPort}/sheaf`,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: 'sheaf',
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: 'sheaf',
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      SECRET_KEY: SECRET,
      SECRETS_KEY: SECRET,
      SHEAF_CREATE_KEY: CREATE_KEY,
      RATE_LIMIT_PER_MINUTE: '0',
      ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_STORE: 'postgres',
      DOCUMENT_PROCESSES: '1',
      REQUIRE_SANDBOX: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    }
    await setUp(env, home)
    note('`sheaf setup` has prepared them')
    const begin = async (name: string, start: () => Program): Promise<Part> => {
      const part = supervise(
        name,
        () => {
          const started = start()
          void started.ended.then(([code, signal]) => {
            if (!isStopping && signal !== 'SIGKILL') crashes.push(`The ${name} ended with ${signal ?? `code ${code}`}.`)
          })
          return Promise.resolve(started)
        },
        note,
      )
      stops.push(() => part.stop())
      await part.up()
      return part
    }
    const ports: number[] = []
    for (let index = 0; index < apis; index++) ports.push(await freePort())
    const apiParts: Part[] = []
    for (const [index, port] of ports.entries())
      apiParts.push(
        await begin(`api ${index + 1}`, () =>
          startSheaf(`api-${index + 1}`, 'api', home, { ...env, PORT: String(port), HOST: '127.0.0.1' }),
        ),
      )
    const workerParts: Part[] = []
    for (const [index, queues] of workers.entries())
      workerParts.push(
        await begin(`worker ${index + 1} (${queues})`, () =>
          startSheaf(`worker-${index + 1}`, 'worker', home, { ...env, WORKER_QUEUES: queues }, pin?.(index)),
        ),
      )
    const proxy = await startProxy(ports)
    stops.push(proxy.stop)
    await waitUntilReady(`${proxy.url}/api`)
    note('api processes and workers are ready')
    return {
      home,
      config: readConfig(env),
      url: `${proxy.url}/api`,
      proxy,
      temporal,
      apis: apiParts,
      workers: workerParts,
      pids: { postgres: postgres.server.pid, s3: s3.pid },
      crashes,
      apiLog: () => ports.map((_, index) => readFileSync(logOf(home, `api-${index + 1}`), 'utf8')).join('\n'),
      stop,
      remove,
    }
  } catch (error) {
    await stop()
    note(`the logs are in ${home}`)
    throw error
  }
}

/** Starts a command of `sheaf`; the words `before` it choose its processor. */
const startSheaf = (
  name: string,
  command: string,
  home: string,
  env: Record<string, string>,
  before: readonly string[] = [],
): Program => startProgram(name, [...before, process.execPath, SHEAF, command], home, env)

async function setUp(env: Record<string, string>, home: string): Promise<void> {
  const [code] = await startSheaf('setup', 'setup', home, env).ended
  if (code !== 0) throw new Error(`The set-up failed: ${readFileSync(logOf(home, 'setup'), 'utf8')}`)
}

async function waitUntilReady(url: string): Promise<void> {
  for (const end = Date.now() + READY_MS; ; await wait(250)) {
    const found = await fetch(`${url}/v1/health/ready`)
      .then(async (answer) => ({ ok: answer.ok, text: await answer.text() }))
      .catch((error: unknown) => ({ ok: false, text: String(error) }))
    if (found.ok) return
    if (Date.now() > end) throw new Error(`The service is not ready: ${found.text}`)
  }
}
