import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type SandboxLevel = 'namespaces' | 'process'

const root = join(import.meta.dirname, '..', '..')

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

let detected: SandboxLevel | undefined

/** Returns whether bubblewrap is installed and may create namespaces (some containers forbid it). Tested once per process by running it. */
export function detectLevel(): SandboxLevel {
  if (detected) return detected
  const [command, ...parameters] = confine([process.execPath, '--version'], [])
  const tried = spawnSync(command!, parameters, { timeout: 10_000, stdio: 'ignore', env: CHILD_ENVIRONMENT })
  detected = tried.status === 0 ? 'namespaces' : 'process'
  return detected
}

let tied: boolean | undefined

/**
 * Returns the command line for a child without namespaces. If util-linux is installed, the kernel kills the child when this process dies,
 * even if the child is stuck in a loop, and no program that it starts can gain privileges.
 */
export function tie(command: string[]): string[] {
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
export function confine(command: string[], readable: string[]): string[] {
  const node = realpathSync(process.execPath)
  const own = [join(root, 'package.json'), join(root, 'src'), join(root, 'node_modules')]
  const mounts = new Set([...own, dirname(node), ...readable])
  const resolved = join(root, 'node_modules')
  if (existsSync(resolved)) mounts.add(realpathSync(resolved))
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
