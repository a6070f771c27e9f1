/**
 * Temporal's server as in production: its four services as processes of their own, with their data in PostgreSQL. The schema is that in the
 * source of the server (schema/postgresql/v12).
 */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { stringify } from 'yaml'
import { freePort } from '../../src/provision/ports.ts'
import { startServer } from '../../src/provision/processes.ts'
import { FAIR_SETTINGS, FAST_SETTINGS } from '../../src/provision/temporal-server.ts'
import { openTemporalConnection } from '../../src/temporal-connection.ts'
import type { Note } from '../chaos/report.ts'
import { supervise, type Part } from '../chaos/supervise.ts'
import { goTools } from '../go-tool.ts'

const VERSION = 'v1.29.1'
const MODULE = 'go.temporal.io/server'
/** Shards of the history; enough for a cluster of a few machines. */
const SHARDS = 16
const READY_MS = 120_000

export const TEMPORAL_SERVICES = ['frontend', 'history', 'matching', 'worker'] as const
export type TemporalService = (typeof TEMPORAL_SERVICES)[number]

export interface TemporalCluster {
  address: string
  parts: Record<TemporalService, Part>
  stop(): Promise<void>
}

export interface Login {
  /** `host:port` */
  address: string
  user: string
  password: string
}

const run = promisify(execFile)
const DATABASES = { temporal: 'temporal', temporal_visibility: 'visibility' }

async function createDatabases(tools: string, { address, user, password }: Login): Promise<void> {
  const { stdout } = await run('go', ['env', 'GOMODCACHE'])
  const schema = join(stdout.trim(), `${MODULE}@${VERSION}`, 'schema/postgresql/v12')
  const [host, port] = address.split(':')
  const sql = (database: string, ...args: string[]) =>
    run(join(tools, 'sql'), [
      ...['--plugin', 'postgres12', '--endpoint', host!, '--port', port!, '--user', user, '--password', password],
      ...['--database', database, ...args],
    ])
  for (const [database, folder] of Object.entries(DATABASES)) {
    await sql(database, 'create-database')
    await sql(database, 'setup-schema', '--version', '0.0')
    await sql(database, 'update-schema', '--schema-dir', join(schema, folder, 'versioned'))
  }
}

type Ports = Record<TemporalService, { grpcPort: number; membershipPort: number }>

async function configure(folder: string, { address, user, password }: Login, ports: Ports): Promise<void> {
  const store = (databaseName: string, maxConns: number) => ({
    sql: {
      pluginName: 'postgres12',
      databaseName,
      connectAddr: address,
      connectProtocol: 'tcp',
      user,
      password,
      maxConns,
      maxIdleConns: maxConns,
      maxConnLifetime: '1h',
    },
  })
  const services = TEMPORAL_SERVICES.map((name) => [name, { rpc: { ...ports[name], bindOnLocalHost: true } }] as const)
  const config = {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: SHARDS,
      datastores: { default: store('temporal', 10), visibility: store('temporal_visibility', 5) },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: Object.fromEntries(services),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: `127.0.0.1:${ports.frontend.grpcPort}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    publicClient: { hostPort: `127.0.0.1:${ports.frontend.grpcPort}` },
    dynamicConfigClient: { filepath: join(folder, 'dynamic.yaml'), pollInterval: '60s' },
  }
  // The same settings as those of `npm start` and of compose.
  const settings = [...FAST_SETTINGS, ...FAIR_SETTINGS].filter((word) => word.includes('='))
  const dynamic = settings.map((word) => {
    const at = word.indexOf('=')
    return [word.slice(0, at), [{ value: JSON.parse(word.slice(at + 1)) as unknown }]] as const
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'cluster.yaml'), stringify(config))
  writeFileSync(join(folder, 'dynamic.yaml'), stringify(Object.fromEntries(dynamic)))
}

/** Starts the services; each is started again whenever it ends. Data are in two new databases of the PostgreSQL server. */
export async function startTemporalCluster(home: string, login: Login, note: Note): Promise<TemporalCluster> {
  const tools = await goTools('temporal-server', VERSION, [`${MODULE}/cmd/server`, `${MODULE}/cmd/tools/sql`])
  await createDatabases(tools, login)
  const ports = {} as Ports
  for (const name of TEMPORAL_SERVICES) ports[name] = { grpcPort: await freePort(), membershipPort: await freePort() }
  const folder = join(home, 'temporal')
  await configure(folder, login, ports)
  const parts = {} as TemporalCluster['parts']
  const begin = (name: TemporalService): Part =>
    supervise(
      `temporal ${name}`,
      async () =>
        startServer({
          home,
          name: `temporal-${name}`,
          command: join(tools, 'server'),
          args: ['--root', folder, '--config', '.', '--env', 'cluster', '--allow-no-auth', 'start', '--service', name],
          env: { PATH: process.env['PATH'], HOME: home },
          signals: [
            ['SIGTERM', 10_000],
            ['SIGKILL', 5_000],
          ],
        }),
      note,
    )
  for (const name of TEMPORAL_SERVICES) parts[name] = begin(name)
  const stop = async () => void (await Promise.all(Object.values(parts).map((part) => part.stop())))
  const address = `127.0.0.1:${ports.frontend.grpcPort}`
  try {
    await waitUntilReady(address)
  } catch (error) {
    await stop()
    throw error
  }
  return { address, parts, stop }
}

/** Resolves when the server can register and describe namespaces. */
async function waitUntilReady(address: string): Promise<void> {
  const connection = openTemporalConnection({ address })
  try {
    for (const end = Date.now() + READY_MS; ; await wait(250)) {
      try {
        return void (await connection.withDeadline(Date.now() + 2000, () =>
          connection.workflowService.describeNamespace({ namespace: 'temporal-system' }),
        ))
      } catch (error) {
        if (Date.now() > end) throw new Error('Temporal does not answer; see the logs.', { cause: error })
      }
    }
  } finally {
    await connection.close()
  }
}
