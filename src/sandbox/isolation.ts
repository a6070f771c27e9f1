import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type SandboxLevel = 'namespaces' | 'process'

const root = join(import.meta.dirname, '..', '..')

/** What the system needs to start a program; whatever of it a machine does not have is left out. */
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

/** Room for temporary files of a child, which is in memory. */
const TMP_BYTES = 256 * 2 ** 20

let detected: SandboxLevel | undefined

/**
 * Whether bubblewrap is here and may make namespaces (some containers forbid it). Found out once per process, by
 * starting something in them.
 */
export function detectLevel(): SandboxLevel {
  if (detected) return detected
  const [command, ...parameters] = confine([process.execPath, '--version'], [])
  const tried = spawnSync(command!, parameters, { timeout: 10_000, stdio: 'ignore', env: CHILD_ENVIRONMENT })
  detected = tried.status === 0 ? 'namespaces' : 'process'
  return detected
}

let tied: boolean | undefined

/**
 * The command line for a child without namespaces: where util-linux is there, the kernel ends the child with us, even
 * when we are killed while it is stuck in a loop, and nothing it starts can gain privileges.
 */
export function tie(command: string[]): string[] {
  const prefix = ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--']
  tied ??= spawnSync(prefix[0]!, [...prefix.slice(1), 'true'], { stdio: 'ignore', env: CHILD_ENVIRONMENT }).status === 0
  return tied ? [...prefix, ...command] : command
}

/** All that a child gets to know of the environment. Fewer arenas keep freed memory from staying with the process. */
export const CHILD_ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
  MALLOC_ARENA_MAX: '2',
  OMP_THREAD_LIMIT: '1',
}

/**
 * The command line that runs `command` in namespaces of its own: no network, no other processes to be seen, the
 * runtime and our sources read-only, a private /tmp, no capabilities. Data folders of the service are not mounted.
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
