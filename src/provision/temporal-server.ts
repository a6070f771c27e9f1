import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openTemporalConnection } from '../temporal-connection.ts'
import { searchAttributes } from '../workflows/contract.ts'
import { freePort, requireFreePort } from './ports.ts'
import { ProvisionError } from './problem.ts'
import type { ServerProcess } from './processes.ts'
import { endLeftover, startServer } from './processes.ts'
import { hiddenHost, startUiProxy, type UiAddress } from './ui-proxy.ts'

const SIGNALS: [NodeJS.Signals, number][] = [
  ['SIGTERM', 10_000],
  ['SIGKILL', 5_000],
]

/** The server's names of the types of search attributes. */
const TYPE_NAMES = {
  TEXT: 'Text',
  KEYWORD: 'Keyword',
  INT: 'Int',
  DATETIME: 'Datetime',
  KEYWORD_LIST: 'KeywordList',
} as const
type TypeName = (typeof TYPE_NAMES)[keyof typeof TYPE_NAMES]

/** Name → type of the search attributes of all workflows. */
export const SEARCH_ATTRIBUTES: Record<string, TypeName> = Object.fromEntries(
  Object.values(searchAttributes).map(({ name, type }) => [name, TYPE_NAMES[type]]),
)

/**
 * By default, the dev server polls its queues 20 times per second and fires timers on whole seconds. With these settings, a workflow
 * with three activities takes about a tenth of the time (`npm run bench:workflow` measures it).
 */
export const FAST_SETTINGS: readonly string[] = [
  ...['transfer', 'timer', 'visibility', 'outbound'].map((queue) => `history.${queue}ProcessorMaxPollRPS=5000`),
  'history.timerProcessorMaxTimeShift="20ms"',
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
  'system.enableActivityEagerExecution=true',
].flatMap((setting) => ['--dynamic-config-value', setting])

/** Organizations share each task queue: one with many tasks waiting does not delay the others (src/domain/outbox/workflow-starter.ts). */
export const FAIR_SETTINGS: readonly string[] = ['matching.useNewMatcher=true', 'matching.enableFairness=true'].flatMap(
  (setting) => ['--dynamic-config-value', setting],
)

/** Temporal need not wait for the disk: PostgreSQL is authoritative, and `reconcile` repairs what a power failure takes from Temporal. */
export const SQLITE_SETTINGS: readonly string[] = ['journal_mode=wal', 'synchronous=normal'].flatMap((pragma) => [
  '--sqlite-pragma',
  pragma,
])

export interface TemporalOptions {
  home: string
  /** The `temporal` program, as `resolveTemporal` found it. */
  binary: string
  port: number
  /** Port of the proxy before the UI (ui-proxy.ts); undefined: no UI. */
  uiPort?: number
  /** Namespaces to create at the start, with the search attributes; `default` always exists. */
  namespaces?: string[]
  /** Keeps data in memory instead of under `home/temporal`. */
  inMemory?: boolean
  /** False keeps the server's default settings, for the benchmark that compares them. */
  fast?: boolean
}

/** `ui` is where the UI itself listens; undefined: no UI. */
export function serverArguments(options: Omit<TemporalOptions, 'uiPort'>, ui?: UiAddress): string[] {
  const { home, port, namespaces = [], inMemory, fast = true } = options
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--log-level', 'error'],
    ...(ui === undefined ? ['--headless'] : ['--ui-ip', ui.host, '--ui-port', String(ui.port)]),
    ...(inMemory ? [] : ['--db-filename', join(home, 'temporal', 'temporal.sqlite')]),
    ...namespaces.flatMap((name) => ['--namespace', name]),
    ...Object.entries(SEARCH_ATTRIBUTES).flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`]),
    ...FAIR_SETTINGS,
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

/** Stops a server that an earlier run of this home left running. */
export const endTemporalLeftover = (home: string): Promise<void> => endLeftover(home, 'temporal', SIGNALS)

/** Resolves when the namespaces are usable. Throws if the server ends, or after a minute. */
async function waitUntilReady(address: string, namespaces: string[], server: ServerProcess): Promise<void> {
  const connection = openTemporalConnection({ address })
  try {
    for (const end = Date.now() + 60_000; ; await wait(50)) {
      if (server.hasEnded()) {
        throw new ProvisionError(`Temporal's server could not start (${await server.ended}): ${reasonIn(server.log())}`)
      }
      try {
        const described = connection.withDeadline(Date.now() + 2000, async () => {
          for (const namespace of namespaces) await connection.workflowService.describeNamespace({ namespace })
        })
        // If the server ends during the request, the check above reports it without waiting for the deadline.
        const ended = await Promise.race([described, server.ended])
        if (ended === undefined) return
      } catch {
        if (Date.now() > end)
          throw new ProvisionError(`Temporal's server did not respond within a minute: ${reasonIn(server.log())}`)
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
 * Starts Temporal's dev server on the loopback interface with its data under `home/temporal`. Stops a server left by an earlier
 * run. Throws ProvisionError with one sentence.
 */
export async function startTemporal(options: TemporalOptions): Promise<RunningTemporal> {
  const { home, binary, port, uiPort, namespaces = [] } = options
  mkdirSync(join(home, 'temporal'), { recursive: true, mode: 0o700 })
  await endTemporalLeftover(home)
  await requireFreePort('127.0.0.1', port, 'TEMPORAL_PORT', 'Temporal')
  if (uiPort !== undefined) await requireFreePort('127.0.0.1', uiPort, 'TEMPORAL_UI_PORT', "Temporal's UI")
  const ui = uiPort === undefined ? undefined : { host: hiddenHost(), port: await freePort() }
  const args = serverArguments(options, ui)
  // A minimal environment, so that a TEMPORAL_ADDRESS or profile of the user does not affect the server.
  const env = { PATH: process.env['PATH'], HOME: home, TEMPORAL_CONFIG_FILE: join(home, 'temporal', 'none.toml') }
  const server = startServer({ home, name: 'temporal', command: binary, args, env, signals: SIGNALS })
  const address = `127.0.0.1:${port}`
  let proxy: Awaited<ReturnType<typeof startUiProxy>> | undefined
  try {
    await waitUntilReady(address, ['default', ...namespaces], server)
    if (uiPort !== undefined && ui) proxy = await startUiProxy(uiPort, ui)
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    address,
    ...(uiPort === undefined ? {} : { uiUrl: `http://127.0.0.1:${uiPort}` }),
    server,
    stop: async () => {
      await proxy?.close()
      await server.stop()
    },
  }
}
