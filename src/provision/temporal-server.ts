import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openTemporalConnection } from '../temporal-connection.ts'
import { requireFreePort } from './ports.ts'
import { ProvisionError } from './problem.ts'
import type { ServerProcess } from './processes.ts'
import { endLeftover, startServer } from './processes.ts'

const SIGNALS: [NodeJS.Signals, number][] = [
  ['SIGTERM', 10_000],
  ['SIGKILL', 5_000],
]

/** What every workflow carries, for the lists of Temporal's UI. */
export const SEARCH_ATTRIBUTES = {
  SheafOrganization: 'Int',
  SheafQueue: 'Int',
  SheafAnnotation: 'Int',
  SheafStatus: 'Keyword',
  SheafFile: 'Text',
} as const

/**
 * The dev server's defaults let its queues load 20 times a second and its timers fire on whole seconds. With these a workflow
 * of three activities takes about a tenth of the time (`npm run bench:workflow` measures it).
 */
export const FAST_SETTINGS: readonly string[] = [
  ...['transfer', 'timer', 'visibility', 'outbound'].map((queue) => `history.${queue}ProcessorMaxPollRPS=5000`),
  'history.timerProcessorMaxTimeShift="20ms"',
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
  'system.enableActivityEagerExecution=true',
].flatMap((setting) => ['--dynamic-config-value', setting])

/** Postgres is the truth and `reconcile` mends what a power cut takes from Temporal, so it need not wait for the disk. */
export const SQLITE_SETTINGS: readonly string[] = ['journal_mode=wal', 'synchronous=normal'].flatMap((pragma) => [
  '--sqlite-pragma',
  pragma,
])

export interface TemporalOptions {
  home: string
  /** The `temporal` program, as `resolveTemporal` found it. */
  binary: string
  port: number
  /** Undefined: no UI. */
  uiPort?: number
  /** Made at the start, each with the search attributes; `default` is always there. */
  namespaces?: string[]
  /** Data in memory instead of under `home/temporal`. */
  inMemory?: boolean
  /** False leaves the server's own settings, for the benchmark that compares the two. */
  fast?: boolean
}

export function serverArguments(options: TemporalOptions): string[] {
  const { home, port, uiPort, namespaces = [], inMemory, fast = true } = options
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--log-level', 'error'],
    ...(uiPort === undefined ? ['--headless'] : ['--ui-ip', '127.0.0.1', '--ui-port', String(uiPort)]),
    ...(inMemory ? [] : ['--db-filename', join(home, 'temporal', 'temporal.sqlite')]),
    ...namespaces.flatMap((name) => ['--namespace', name]),
    ...Object.entries(SEARCH_ATTRIBUTES).flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`]),
    ...(fast ? [...FAST_SETTINGS, ...(inMemory ? [] : SQLITE_SETTINGS)] : []),
  ]
}

export interface RunningTemporal {
  /** `host:port` of its gRPC service. */
  address: string
  uiUrl?: string
  server: ServerProcess
  stop(): Promise<void>
}

/** Ends a server that an earlier run of this home left behind. */
export const endTemporalLeftover = (home: string): Promise<void> => endLeftover(home, 'temporal', SIGNALS)

/** Resolves when the namespaces can be used; throws when the server has ended or a minute is over. */
async function waitUntilReady(address: string, namespaces: string[], server: ServerProcess): Promise<void> {
  const connection = openTemporalConnection({ address })
  try {
    for (const end = Date.now() + 60_000; ; await wait(50)) {
      if (server.hasEnded()) {
        throw new ProvisionError(`Temporal's server could not start (${await server.ended}): ${reasonIn(server.log())}`)
      }
      try {
        const asked = connection.withDeadline(Date.now() + 2000, async () => {
          for (const namespace of namespaces) await connection.workflowService.describeNamespace({ namespace })
        })
        // One that ends while it is asked is noticed above, without waiting for the deadline.
        const over = await Promise.race([asked, server.ended])
        if (over === undefined) return
      } catch {
        if (Date.now() > end)
          throw new ProvisionError(`Temporal's server did not answer within a minute: ${reasonIn(server.log())}`)
      }
    }
  } finally {
    await connection.close()
  }
}

const reasonIn = (log: string): string =>
  log
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /error|fatal|panic|failed/i.test(line))
    .at(-1) ?? 'no reason given.'

/**
 * Starts Temporal's dev server on the loopback interface, its data under `home/temporal`; ends what an earlier run left
 * behind. Throws ProvisionError with one sentence.
 */
export async function startTemporal(options: TemporalOptions): Promise<RunningTemporal> {
  const { home, binary, port, uiPort, namespaces = [] } = options
  mkdirSync(join(home, 'temporal'), { recursive: true })
  await endTemporalLeftover(home)
  await requireFreePort('127.0.0.1', port, 'TEMPORAL_PORT', 'Temporal')
  if (uiPort !== undefined) await requireFreePort('127.0.0.1', uiPort, 'TEMPORAL_UI_PORT', "Temporal's UI")
  const args = serverArguments(options)
  // Its own environment only: a TEMPORAL_ADDRESS or profile of the person must not reach it.
  const env = { PATH: process.env['PATH'], HOME: home, TEMPORAL_CONFIG_FILE: join(home, 'temporal', 'none.toml') }
  const server = startServer({ home, name: 'temporal', command: binary, args, env, signals: SIGNALS })
  const address = `127.0.0.1:${port}`
  try {
    await waitUntilReady(address, ['default', ...namespaces], server)
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    address,
    ...(uiPort === undefined ? {} : { uiUrl: `http://127.0.0.1:${uiPort}` }),
    server,
    stop: () => server.stop(),
  }
}
