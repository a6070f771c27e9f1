import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { homeSecrets } from '../../src/provision/secrets.ts'
import { openDocumentSandbox } from '../../src/sandbox/documents.ts'
import type { SandboxLevel } from '../../src/sandbox/isolation.ts'
import type { Targets } from './children/probe-child.ts'

const root = resolve(import.meta.dirname, '../..')
const script = join(import.meta.dirname, 'children', 'probe-child.ts')
const READER_CAPABILITIES = ['SETUID', 'SETGID', 'SETPCAP', 'KILL']

// Which levels this machine has, tested without the code of the sandbox.
const run = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore', cwd: '/' }).status === 0
const hasNamespaces = run('bwrap', '--unshare-all', '--ro-bind', '/', '/', process.execPath, '--version')
const isRoot = run('setpriv', '--reuid', '61000', '--clear-groups', '--', 'test', '-r', join(root, 'package.json'))
const levels: SandboxLevel[] = [
  'process',
  ...(isRoot ? (['user'] as const) : []),
  ...(isRoot && hasNamespaces ? (['container'] as const) : []),
  ...(hasNamespaces ? (['namespaces'] as const) : []),
]

/** What a child at each level reaches: the table in SECURITY.md. */
const REACHED: Record<SandboxLevel, string[]> = {
  process: [
    'blobs',
    'changes of the program',
    'environment of the service',
    'memory of other children',
    'memory of the service',
    'network',
    'secrets in the home',
    'signals to the service',
    'sockets of the service',
  ],
  user: ['network'],
  container: [],
  namespaces: [],
}

/** Folders of a service, all but the files with secrets open to other users. */
const home = mkdtempSync(join(tmpdir(), 'sheaf-levels-'))
const blob = join(home, 'blobs', 'a~document')
const socket = join(home, 'private', 'database')
const listener = createServer((connection) => connection.end())

beforeAll(async () => {
  chmodSync(home, 0o755)
  homeSecrets(home)
  mkdirSync(dirname(blob))
  writeFileSync(blob, 'a document', { mode: 0o600 })
  mkdirSync(dirname(socket), { mode: 0o700 })
  listener.listen(socket)
  await once(listener, 'listening')
})

afterAll(() => {
  listener.close()
  rmSync(home, { recursive: true })
})

/**
 * Starts a reader like that of docker-compose.yml: as root with four capabilities, with only the program and the folder of the socket, its
 * own processes and no network.
 */
async function startContainer(folder: string): Promise<string> {
  const path = join(folder, 'socket')
  const program = ['/usr', '/lib', '/lib64', '/bin', '/etc', root].flatMap((name) => ['--ro-bind-try', name, name])
  const parents = root.split('/').map((_, index, names) => names.slice(0, index).join('/'))
  const folders = parents.filter(Boolean).flatMap((name) => ['--perms', '0755', '--dir', name])
  const reader = spawn(
    'bwrap',
    [
      ...['--unshare-net', '--unshare-pid', '--unshare-ipc', '--die-with-parent', '--clearenv', '--cap-drop', 'ALL'],
      ...READER_CAPABILITIES.flatMap((name) => ['--cap-add', `CAP_${name}`]),
      ...[
        '--tmpfs',
        '/tmp',
        ...folders,
        ...program,
        '--bind',
        folder,
        folder,
        '--proc',
        '/proc',
        '--dev',
        '/dev',
        '--',
      ],
      ...[process.execPath, join(import.meta.dirname, 'children', 'reader.ts'), path, script],
    ],
    { stdio: 'inherit' },
  )
  onTestFinished(() => void reader.kill())
  await vi.waitFor(() => expect(existsSync(path)).toBe(true), 20_000)
  return path
}

interface Found {
  reached: string[]
  rights: Record<string, number>
}

async function attackFrom(level: SandboxLevel): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-reader-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = level === 'container' ? await startContainer(folder) : undefined
  const sandbox = openDocumentSandbox({ processes: 2, ...(path ? { socket: path } : {}) }, { script, level })
  onTestFinished(() => sandbox.close())
  const targets: Targets = {
    service: process.pid,
    otherChildren: [],
    files: { 'secrets in the home': join(home, 'secrets.json'), blobs: blob },
    folder: join(root, 'src'),
    port: Number(new URL(inject('postgresAdminUrl')).port),
    socket,
  }
  const read = async () => {
    const document = await sandbox.read(Buffer.from(JSON.stringify({ ...targets, otherChildren: sandbox.pids })), {})
    return (document as unknown as { result: Found }).result
  }
  return read()
}

describe.each(levels)('a hostile child at level "%s"', (level) => {
  it('reaches only what SECURITY.md lists', async () => {
    const { reached, rights } = await attackFrom(level)
    expect(reached.toSorted()).toEqual(REACHED[level])
    if (level === 'process') return
    expect(rights).toEqual({ CapEff: 0, CapPrm: 0, CapInh: 0, CapAmb: 0, NoNewPrivs: 1 })
  })
})
