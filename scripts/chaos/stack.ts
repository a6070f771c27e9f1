/** The service as in production: PostgreSQL, Temporal, API and worker in separate processes, each supervised. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../db/knex.ts'
import { migrateUp } from '../../db/migrate.ts'
import { readConfig, type Config } from '../../src/config.ts'
import { freePort } from '../../src/provision/ports.ts'
import { startPostgres } from '../../src/provision/postgres.ts'
import { resolveTemporal } from '../../src/provision/temporal-binary.ts'
import { prepareNamespace } from '../../src/provision/temporal-namespace.ts'
import { startTemporal } from '../../src/provision/temporal-server.ts'
import { openTemporalConnection } from '../../src/temporal-connection.ts'
import { blobServer, type Store } from './blob-server.ts'
import { openDisk, type Disk } from './disk.ts'
import { logOf, SHEAF, startProgram, type Program } from './program.ts'
import type { Note } from './report.ts'
import { supervise, type Part, type Running } from './supervise.ts'

export interface ChaosStack {
  home: string
  config: Config
  /** Start of the API's URLs, such as http://127.0.0.1:8090/api */
  url: string
  parts: Record<'postgres' | 'temporal' | 'api' | 'worker', Part>
  /** The S3 server; undefined if blobs are in a folder. */
  s3?: Part
  disks: Record<'blobs' | 'database', Disk>
  /** Read by the API and the worker (clock.ts). */
  clockFile: string
  /** How the API and the worker ended, unless they were killed. */
  crashes: string[]
  /** Returns what this process has written to its log so far. */
  log(name: 'api' | 'worker'): string
  /** Waits until all parts run and the API reports that it is healthy, at most two minutes. Resolves with whether it does. */
  healthy(): Promise<boolean>
  stop(): Promise<void>
  /** Deletes all data; after `stop`. */
  remove(): void
}

const HEALTHY_MS = 120_000
const SECRET = 'only used for the minutes of this run of chaos'
/** Enough for the data of some thousand documents, and little enough to be filled quickly. */
const MEGABYTES = { blobs: 512, database: 768 }
/** PostgreSQL keeps no more segments of its log than the small disk can hold. */
const SETTINGS = { max_wal_size: '96MB', min_wal_size: '32MB' }

export interface StackOptions {
  /** Of the service. */
  settings?: Record<string, string>
  /** Where blobs are; a folder by default. */
  store?: Store
}

/** Starts the service with a new home and free ports. Messages of failed starts are passed to `note`. */
export async function startChaosStack(
  note: Note,
  { settings = {}, store = 'folder' }: StackOptions = {},
): Promise<ChaosStack> {
  const home = mkdtempSync(join(tmpdir(), 'sheaf-chaos-'))
  const disks = {
    blobs: openDisk(join(home, 'blobs'), MEGABYTES.blobs),
    database: openDisk(join(home, 'database'), MEGABYTES.database),
  }
  const started: Part[] = []
  const crashes: string[] = []
  let isStopping = false
  const stop = async () => {
    isStopping = true
    for (const part of started.toReversed()) await part.stop()
  }
  const remove = () => {
    for (const disk of Object.values(disks)) disk.remove()
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  const begin = async (name: string, start: () => Promise<Running>): Promise<Part> => {
    const part = supervise(name, start, note)
    started.push(part)
    await part.up()
    return part
  }
  try {
    const choice = await resolveTemporal({ home, env: { ...process.env, TEMPORAL_ADDRESS: '' }, note })
    if (choice.kind !== 'binary') throw new Error('The chaos suite starts a Temporal server of its own.')
    const [postgresPort, temporalPort, port] = [await freePort(), await freePort(), await freePort()]
    const postgres = await begin('postgres', async () => {
      const options = { home: disks.database.folder, port: postgresPort, password: 'chaos', settings: SETTINGS }
      const { server } = await startPostgres(options)
      return server
    })
    const temporal = await begin('temporal', async () => {
      const { server } = await startTemporal({ home, binary: choice.path, port: temporalPort })
      return server
    })
    const blobs = await blobServer(store, home, disks.blobs.folder)
    const s3 = blobs.start && (await begin('s3', blobs.start))
    const clockFile = join(home, 'clock')
    const env = {
      SHEAF_HOME: home,
      PORT: String(port),
      DATABASE_URL: `postgres://postgres:chaos@127.0.0.1:${postgresPort}/sheaf`,
      ...blobs.settings,
      TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
      SECRET_KEY: SECRET,
      SECRETS_KEY: SECRET,
      RATE_LIMIT_PER_MINUTE: '0',
      // The clients repeat what the end of a process interrupts, which is the purpose.
      DRAIN_S: '0',
      ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0',
      DOCUMENT_PROCESSES: '2',
      LOG_LEVEL: 'warn',
      ...settings,
    }
    const config = readConfig(env)
    await prepare(config)
    const service = (name: 'api' | 'worker') =>
      begin(name, async () => {
        const service = startService(name, home, { ...env, CHAOS_CLOCK_FILE: clockFile })
        void service.ended.then(([code, signal]) => {
          if (!isStopping && signal !== 'SIGKILL') crashes.push(`The ${name} ended with ${signal ?? `code ${code}`}.`)
        })
        return service
      })
    const parts = { postgres, temporal, worker: await service('worker'), api: await service('api') }
    const url = `http://127.0.0.1:${port}/api`
    const log = (name: string) => readFileSync(logOf(home, name), 'utf8')
    const optional = s3 ? { s3 } : {}
    return {
      ...{ home, config, url, parts, ...optional, disks, clockFile, crashes, log },
      healthy: () => isHealthy(url),
      stop,
      remove,
    }
  } catch (error) {
    await stop()
    remove()
    throw error
  }
}

async function prepare(config: Config): Promise<void> {
  const db = openDatabase(config.databaseUrl, { poolMax: 2 })
  await migrateUp(db).finally(() => db.destroy())
  const connection = openTemporalConnection(config.temporal)
  await prepareNamespace(connection, config.temporal.namespace, config.temporal.retentionDays).finally(() =>
    connection.close(),
  )
}

/** Starts `sheaf NAME` with the clock that can be set. */
const startService = (name: 'api' | 'worker', home: string, env: Record<string, string>): Program =>
  startProgram(name, [process.execPath, '--import', join(import.meta.dirname, 'clock.ts'), SHEAF, name], home, env)

async function isHealthy(url: string): Promise<boolean> {
  for (const end = performance.now() + HEALTHY_MS; performance.now() < end; await wait(200)) {
    const found = await fetch(`${url}/v1/health`, { signal: AbortSignal.timeout(5000) })
      .then(async (answer) => ((await answer.json()) as { status: string }).status)
      .catch(() => 'down')
    if (found === 'ok') return true
  }
  return false
}
