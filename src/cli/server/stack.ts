import { setTimeout as wait } from 'node:timers/promises'
import { anyInbox } from '../../domain/mail/accept.ts'
import { disableDemo, seedDemo } from '../../domain/people/demo.ts'
import { openDatabase } from '../../../db/knex.ts'
import { migrateUp } from '../../../db/migrate.ts'
import { startWorker } from '../../worker/main.ts'
import { startApi } from '../../api/main.ts'
import { startSmtp, type RunningSmtp } from '../../api/smtp/server.ts'
import type { Config } from '../../config.ts'
import { homeOf, isDemo, readConfig } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { openDeps } from '../../open-deps.ts'
import { openTemporalConnection } from '../../temporal-connection.ts'
import { requireFreePort } from '../../provision/ports.ts'
import { endPostgresLeftover, startPostgres } from '../../provision/postgres.ts'
import { ProvisionError } from '../../provision/problem.ts'
import type { ServerProcess } from '../../provision/processes.ts'
import { ensureScreen } from '../../provision/screen.ts'
import { homeSecrets } from '../../provision/secrets.ts'
import { lockHome } from '../../provision/stack-lock.ts'
import type { TemporalChoice } from '../../provision/temporal-binary.ts'
import { resolveTemporal } from '../../provision/temporal-binary.ts'
import { prepareNamespace } from '../../provision/temporal-namespace.ts'
import { endTemporalLeftover, startTemporal } from '../../provision/temporal-server.ts'
import { ownServers, portsOf } from './stack-ports.ts'

export interface StackOptions {
  /** Default: the environment of this process. */
  env?: NodeJS.ProcessEnv
  /** Receives progress messages, one sentence at a time. */
  note?: (sentence: string) => void
}

export interface StackUrls {
  /** The review screen. */
  screen: string
  /** Start of the API's URLs, e.g. http://127.0.0.1:8090/api */
  api: string
  docs: string
  health: string
  temporal: string
  temporalUi?: string
  postgres: string
  /** Where mail for inboxes is received. */
  smtp: { host: string; port: number; inbox: string | null }
}

export interface Stack {
  config: Config
  deps: Deps
  urls: StackUrls
  /** Whether the demo login works, which is public in the documentation. */
  hasDemo: boolean
  /** Resolves with a sentence if one of the servers ends unexpectedly; the caller should then stop the stack. */
  failed: Promise<string>
  stop(): Promise<void>
}

/** For homes in which the demo login exists. */
const DEMO_DISABLED =
  'The demo login is disabled, because its password is public and other machines may reach the service; a start on the loopback interface enables it again.'

type Undo = () => unknown

/** Stops the started parts, newest first; a failure does not prevent the other parts from stopping. */
async function undoAll(undos: Undo[], note: (sentence: string) => void): Promise<void> {
  for (const undo of undos.reverse()) {
    try {
      await undo()
    } catch (error) {
      note(`A part did not stop properly: ${String(error)}`)
    }
  }
}

/** Provides PostgreSQL with the newest schema: an embedded server, or the server of DATABASE_URL. */
async function provideDatabase(
  config: Config,
  isOwn: boolean,
  password: string,
  undos: Undo[],
): Promise<ServerProcess | undefined> {
  const postgres = isOwn ? await startPostgres({ home: config.home, port: config.postgresPort, password }) : undefined
  if (postgres) undos.push(() => postgres.stop())
  const db = openDatabase(config.databaseUrl, { poolMax: 2, name: 'sheaf-migrate' })
  try {
    await migrateUp(db)
  } finally {
    await db.destroy()
  }
  return postgres?.server
}

async function provideTemporal(
  config: Config,
  choice: TemporalChoice,
  undos: Undo[],
): Promise<ServerProcess | undefined> {
  const { home, temporalPort: port, temporalUiPort: uiPort } = config
  const own = choice.kind === 'binary' ? await startTemporal({ home, binary: choice.path, port, uiPort }) : undefined
  if (own) undos.push(() => own.stop())
  const connection = openTemporalConnection(config.temporal)
  try {
    await prepareNamespace(connection, config.temporal.namespace, config.temporal.retentionDays)
  } finally {
    await connection.close()
  }
  return own?.server
}

async function waitUntilReady(url: string): Promise<void> {
  for (const end = Date.now() + 60_000; ; await wait(50)) {
    const problems = await fetch(url)
      .then(async (answer) => ((await answer.json()) as { problems: string[] }).problems)
      .catch((error: unknown) => [`The API does not answer: ${String(error)}.`])
    if (problems.length === 0) return
    if (Date.now() > end) throw new ProvisionError(`Sheaf did not become ready. ${problems.join(' ')}`)
  }
}

/**
 * Starts the whole service on one machine: PostgreSQL and Temporal as child processes, API and worker in this process. Uses the
 * servers of DATABASE_URL, S3_BUCKET or TEMPORAL_ADDRESS instead of embedded ones if set. Stores data in SHEAF_HOME. Throws ConfigError
 * or ProvisionError with a message for the user, and leaves nothing running then.
 */
export async function startStack({ env = process.env, note = () => undefined }: StackOptions = {}): Promise<Stack> {
  const home = homeOf(env)
  // Secrets are created only when nothing refuses the start, so that a refused one leaves no files.
  const settings = readConfig(env, { mode: 'embedded' })
  const api = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${settings.port}/api`
  const lock = await lockHome(home, api)
  const undos: Undo[] = [() => lock.release()]
  try {
    const own = ownServers(env)
    await Promise.all([endPostgresLeftover(home), endTemporalLeftover(home)])
    // Before anything is started, so that a port in use is reported immediately.
    for (const port of portsOf(settings, own)) await requireFreePort(...port)
    const secrets = homeSecrets(home)
    const config = readConfig(env, { mode: 'embedded', secrets })
    const [postgres, temporal] = await allOrFirstError([
      provideDatabase(config, own.database, secrets.postgres_password, undos),
      resolveTemporal({ home, env, note }).then((choice) => provideTemporal(config, choice, undos)),
      ensureScreen(note),
    ])
    const deps = await openDeps(config)
    undos.push(() => deps.close())
    const hasDemo = isDemo(config) && (await seedDemo(deps.db))
    if (!isDemo(config) && (await disableDemo(deps.db))) note(DEMO_DISABLED)
    const worker = await startWorker(config, deps)
    undos.push(() => worker.stop())
    const server = await startApi(config, deps)
    undos.push(() => server.stop())
    const smtp = await serveMail(config, deps)
    undos.push(() => smtp.stop())
    const health = `${api}/v1/health`
    await waitUntilReady(`${health}/ready`)
    let stopped: Promise<void> | undefined
    const stop = () => {
      if (!stopped) lock.markStopping()
      return (stopped ??= undoAll(undos, note))
    }
    const failed = new Promise<string>((resolve) => {
      void postgres?.ended.then((how) => stopped ?? resolve(`PostgreSQL has stopped: ${how}.`))
      void temporal?.ended.then((how) => stopped ?? resolve(`Temporal has stopped: ${how}.`))
    })
    const urls = {
      screen: api.replace(/api$/, 'app/'),
      api,
      docs: `${api}/docs`,
      health,
      temporal: config.temporal.address,
      ...(config.temporal.uiUrl ? { temporalUi: config.temporal.uiUrl } : {}),
      postgres: config.databaseUrl,
      smtp: { host: config.mail.host, port: smtp.port, inbox: await anyInbox(deps.db) },
    }
    return { config, deps, urls, hasDemo, failed, stop }
  } catch (error) {
    await undoAll(undos, note)
    throw error
  }
}

/** Of the stack on this machine, unless MAIL_PORT is set; another free port if it is in use. */
const MAIL_PORT = 2525

async function serveMail(config: Config, deps: Deps): Promise<RunningSmtp> {
  if (config.mail.port !== undefined) return startSmtp(deps, config.mail.port)
  return startSmtp(deps, MAIL_PORT).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return startSmtp(deps, 0)
  })
}

/** Like Promise.all, but waits for the others before it rejects, so that nothing starts after the clean-up. */
async function allOrFirstError<T extends unknown[]>(promises: [...{ [K in keyof T]: Promise<T[K]> }]): Promise<T> {
  await Promise.allSettled(promises)
  return Promise.all(promises) as Promise<T>
}
