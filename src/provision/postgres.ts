import { execFile } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openClient } from '../../db/client.ts'
import { endClient } from '../../db/end-client.ts'
import { letEnter, makeHome } from './home.ts'
import { requireFreePort } from './ports.ts'
import type { Account } from './postgres-files.ts'
import { asAccount, postgresAccount, postgresPrograms } from './postgres-files.ts'
import { codeOf, messageOf, ProvisionError } from './problem.ts'
import type { ServerProcess } from './processes.ts'
import { endLeftover, endProcess, markOf, startServer } from './processes.ts'

export interface PostgresOptions {
  home: string
  port: number
  password: string
  /** Additional server settings, `name → value`. */
  settings?: Record<string, string>
}

export interface RunningPostgres {
  /** The database `sheaf`, created if missing. */
  url: string
  /** The maintenance database, for `create database`. */
  adminUrl: string
  server: ServerProcess
  stop(): Promise<void>
}

/** Fast shutdown (ends sessions without data loss), immediate shutdown, then SIGKILL. */
const SIGNALS: [NodeJS.Signals, number][] = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
]
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // A socket file would require a folder that both users can access, and its path is limited to 107 characters.
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
}

async function initialise(folder: string, account: Account | undefined, password: string): Promise<void> {
  const { initdb } = postgresPrograms()
  // Created under a temporary name and renamed when complete, so that an interrupted start leaves no incomplete database.
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  const secret = mkdtempSync(join(tmpdir(), 'sheaf-'))
  const passwordFile = join(secret, 'password')
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  try {
    if (account) for (const path of [fresh, secret, passwordFile]) chownSync(path, account.uid, account.gid)
    const start = asAccount(account, [initdb, fresh], initdb, [
      `--pgdata=${fresh}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ])
    const { command, args, ...ids } = start
    await promisify(execFile)(command, args, { ...ids, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C' } })
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    const { stderr } = error as { stderr?: string }
    throw new ProvisionError(
      `PostgreSQL could not create its data folder ${folder}: ${lastLine(stderr) ?? messageOf(error)}.`,
    )
  } finally {
    rmSync(secret, { recursive: true, force: true })
  }
}

const lastLine = (text = ''): string | undefined =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .at(-1)
    ?.replace(/\.$/, '')

/** Creates the data folder if missing. Throws if it contains no database of this version. */
async function prepareFolder(folder: string, account: Account | undefined, password: string): Promise<void> {
  const info = statSync(folder, { throwIfNoEntry: false })
  if (!info || (info.isDirectory() && readdirSync(folder).length === 0)) {
    if (info) rmSync(folder, { recursive: true })
    return initialise(folder, account, password)
  }
  const advice = 'Restore it from a backup, or rename it to start with an empty database.'
  if (!info.isDirectory() || !existsSync(join(folder, 'PG_VERSION'))) {
    throw new ProvisionError(`The data folder ${folder} contains no PostgreSQL database. ${advice}`)
  }
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== '18') {
    throw new ProvisionError(`The data folder ${folder} was created by PostgreSQL "${version}", not 18. ${advice}`)
  }
}

/** Stops a server that an earlier run of this home left running. */
export async function endPostgresLeftover(home: string): Promise<void> {
  await endLeftover(home, 'postgres', SIGNALS)
  await clearLockFile(join(home, 'postgres'))
}

/** Stops a server that still uses this folder, and removes its lock file. */
async function clearLockFile(folder: string): Promise<void> {
  const lock = join(folder, 'postmaster.pid')
  if (!existsSync(lock)) return
  const mark = markOf(Number(readFileSync(lock, 'utf8').split('\n')[0]))
  // Another process may have this id by now (in a container ids restart from 1), so check that it is the postgres of this folder.
  if (mark && commandLine(mark.pid).includes(folder)) await endProcess(mark, SIGNALS)
  rmSync(lock, { force: true })
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Tries to connect once. Throws ProvisionError if a connection can never succeed. */
async function probe(url: string): Promise<'up' | 'starting'> {
  const client = openClient(url, 'sheaf-start', 'requests')
  try {
    await client.connect()
    await client.query('select 1')
    return 'up'
  } catch (error) {
    if (codeOf(error) === '28P01') {
      throw new ProvisionError(
        'The password in secrets.json does not match the PostgreSQL data folder next to it; they come from different installations.',
      )
    }
    return 'starting'
  } finally {
    await endClient(client)
  }
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const client = openClient(adminUrl, 'sheaf-start', 'maintenance')
  try {
    await client.connect()
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await endClient(client)
  }
}

function explain(folder: string, server: ServerProcess): ProvisionError {
  const line = server
    .log()
    .split('\n')
    .filter((text) => /FATAL|PANIC|ERROR|error while loading/.test(text))
    .at(-1)
  const reason = line?.replace(/^.*?(?:FATAL|PANIC|ERROR):\s*/, '') ?? lastLine(server.log()) ?? 'no reason given'
  return new ProvisionError(
    `PostgreSQL cannot start with the data folder ${folder}: ${reason}. Restore it from a backup, or rename it to start with an empty database.`,
  )
}

/**
 * Starts PostgreSQL 18 on the loopback interface with its data under `home/postgres`, as an ordinary user or as root (with the
 * account `postgres`). Stops a server left by an earlier run. Throws ProvisionError with one sentence.
 */
export async function startPostgres({
  home,
  port,
  password,
  settings = {},
}: PostgresOptions): Promise<RunningPostgres> {
  const folder = join(home, 'postgres')
  makeHome(home)
  await endPostgresLeftover(home)
  const account = postgresAccount(folder)
  if (account) letEnter(home)
  await prepareFolder(folder, account, password)
  await requireFreePort('127.0.0.1', port, 'POSTGRES_PORT', 'PostgreSQL')
  const { postgres } = postgresPrograms()
  const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = asAccount(account, [postgres, folder], postgres, ['-D', folder, '-p', String(port), ...flags])
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' }
  const base = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}`
  const launch = () => startServer({ home, name: 'postgres', ...start, env, signals: SIGNALS })
  let server = launch()
  try {
    // Recovery after a crash may take long on a large database; while the server runs, it makes progress.
    for (let tries = 0; (await probe(`${base}/postgres`)) === 'starting'; await wait(30)) {
      if (!server.hasEnded()) continue
      // Sessions of a killed server take a moment to end.
      if (!/shared memory block .* still in use/.test(server.log()) || ++tries > 100) throw explain(folder, server)
      await wait(100)
      await clearLockFile(folder)
      server = launch()
    }
    await createDatabase(`${base}/postgres`, 'sheaf')
  } catch (error) {
    await server.stop()
    throw error
  }
  return { url: `${base}/sheaf`, adminUrl: `${base}/postgres`, server, stop: () => server.stop() }
}
