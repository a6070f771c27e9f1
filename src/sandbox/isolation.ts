import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { existingModuleFolders, root } from './program.ts'
import { asUser, unusedUser } from './users.ts'

/**
 * How a child is separated from the service; SECURITY.md lists what each level guards. `namespaces`: bubblewrap. `container`: a child of the
 * reader (src/sandbox/reader.ts) in another container. `user`: a user of its own. `process`: the user of the service.
 */
export type SandboxLevel = 'namespaces' | 'container' | 'user' | 'process'

/** Levels at which a child runs on this machine, as opposed to behind the socket of the reader. */
export type LocalLevel = Exclude<SandboxLevel, 'container'>

/** What the children load. */
const PROGRAM = [join(root, 'package.json'), join(root, 'src'), join(root, 'packages'), ...existingModuleFolders()]

/** System files that programs need to start; missing ones are skipped. */
const SYSTEM = [
  '/usr',
  '/lib',
  '/lib32',
  '/lib64',
  '/bin',
  '/sbin',
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/fonts',
]

/** Size of the in-memory folder for temporary files of a child. */
const TMP_BYTES = 256 * 2 ** 20

const works = ([command, ...parameters]: string[]): boolean =>
  spawnSync(command!, parameters, { timeout: 10_000, stdio: 'ignore', env: CHILD_ENVIRONMENT, cwd: '/' }).status === 0

let hasNamespaces: boolean | undefined

/** Exits with an error unless all files in its arguments are readable. */
const CAN_READ = "for (const path of process.argv.slice(1)) require('fs').accessSync(path, 4)"

/**
 * Returns the best level of this machine, tested by running a program at it. `namespaces` if bubblewrap is installed and may create
 * namespaces (many containers forbid it). Otherwise `user` if this process may change its user and another user can read the runtime, the
 * project and `readable`. Otherwise `process`.
 */
export function detectLevel(readable: string[] = []): LocalLevel {
  hasNamespaces ??= works(confine([process.execPath, '--version'], []))
  if (hasNamespaces) return 'namespaces'
  const user = unusedUser()
  const needed = [...PROGRAM, ...readable]
  return user && works(asUser(user, [process.execPath, '-e', CAN_READ, ...needed])) ? 'user' : 'process'
}

/** Returns the command line that runs `command` at a level. At level `user` each call selects another user. */
export function isolate(level: LocalLevel, command: string[], readable: string[]): string[] {
  if (level === 'namespaces') return confine(command, readable)
  if (level === 'process') return tie(command)
  const user = unusedUser()
  if (!user) throw new Error('The service may not change the user of its child processes.')
  return asUser(user, command)
}

let tied: boolean | undefined

/**
 * Returns the command line for a child without namespaces. If util-linux is installed, the kernel kills the child when this process dies,
 * even if the child is stuck in a loop, and no program that it starts can gain privileges.
 */
function tie(command: string[]): string[] {
  const prefix = ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--']
  tied ??= spawnSync(prefix[0]!, [...prefix.slice(1), 'true'], { stdio: 'ignore', env: CHILD_ENVIRONMENT }).status === 0
  return tied ? [...prefix, ...command] : command
}

/** The complete environment of a child. Fewer arenas reduce the freed memory that the process retains. */
export const CHILD_ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
  MALLOC_ARENA_MAX: '2',
  OMP_THREAD_LIMIT: '1',
}

/**
 * Returns the command line that runs `command` in its own namespaces: no network, no visible other processes, the runtime and the project's
 * sources read-only, a private /tmp, no capabilities. Data folders of the service are not mounted.
 */
function confine(command: string[], readable: string[]): string[] {
  const node = realpathSync(process.execPath)
  const linked = existingModuleFolders().map((folder) => realpathSync(folder))
  const mounts = new Set([...PROGRAM, dirname(node), ...readable, ...linked])
  return [
    'bwrap',
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    ...SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--size',
    String(TMP_BYTES),
    '--tmpfs',
    '/tmp',
    ...[...mounts].flatMap((path) => ['--ro-bind-try', path, path]),
    '--chdir',
    '/',
    '--',
    ...command,
  ]
}
