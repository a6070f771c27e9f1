/** Every process that a process of the service starts and that does not end by itself: what becomes of it after `kill -9` of its parent. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endProcess, isRunning, markOf, type ProcessMark } from '../../src/provision/processes.ts'
import { openReader, type RunningReader } from '../../src/sandbox/reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-killed-'))
const socket = join(folder, 'socket')
const src = join(import.meta.dirname, '../../src')
const parents: ChildProcess[] = []
const started: ProcessMark[] = []
let reader: RunningReader

beforeAll(async () => {
  reader = await openReader({ socket }, { level: 'process' })
})
afterAll(async () => {
  for (const parent of parents) parent.kill('SIGKILL')
  // What a failed test has left.
  for (const mark of started) await endProcess(mark, [['SIGKILL', 5_000]])
  await reader.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

/** Starts a process that runs this program, which prints the id of a process that it has started. */
async function startParent(program: string): Promise<{ parent: ChildProcess; mark: ProcessMark }> {
  const script = `${program}\nconsole.log(pid)\nsetInterval(() => undefined, 1000)`
  const parent = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', script],
    {
      cwd: src,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  parents.push(parent)
  const [printed] = (await once(parent.stdout!, 'data')) as [Buffer]
  const mark = markOf(Number(printed.toString()))
  expect(mark).toBeDefined()
  started.push(mark!)
  return { parent, mark: mark! }
}

const module = (path: string) => JSON.stringify(join(src, path))
const functionChild = (settings: string) => `
  import { FunctionChild } from ${module('sandbox/functions/child.ts')}
  const child = new FunctionChild(${settings})
  await child.ready
  const { pid } = child`
const documentChild = (level: string) => `
  import { SandboxChild } from ${module('sandbox/child.ts')}
  import { DOCUMENT_CHILD } from ${module('sandbox/documents.ts')}
  const limits = { memoryMb: 1000, timeoutMs: 60_000, outputBytes: 1e6 }
  const child = new SandboxChild({ ...limits, script: DOCUMENT_CHILD, level: '${level}', readable: [], socket: '${socket}' })
  await child.ready
  const { pid } = child`

const PROCESSES: Record<string, string> = {
  PostgreSQL: `
  import { startPostgres } from ${module('provision/postgres.ts')}
  import { freePort } from ${module('provision/ports.ts')}
  const { server: { pid } } = await startPostgres({ home: '${folder}/database', port: await freePort(), password: 'only here' })`,
  "Temporal's server": `
  import { startTemporal } from ${module('provision/temporal-server.ts')}
  import { resolveTemporal } from ${module('provision/temporal-binary.ts')}
  import { freePort } from ${module('provision/ports.ts')}
  const home = '${folder}/temporal'
  const { path } = await resolveTemporal({ home, env: { ...process.env, TEMPORAL_ADDRESS: '' } })
  const { server: { pid } } = await startTemporal({ home, binary: path, port: await freePort(), inMemory: true })`,
  'a process for documents': documentChild('process'),
  'the relay of a process for documents': documentChild('container'),
  'a process for JavaScript functions': functionChild(`{ runtime: 'nodejs22.x', level: 'process' }`),
  'a process for Python functions': functionChild(`{ runtime: 'python3.12', level: 'process' }`),
  'the relay of a process for functions': functionChild(
    `{ runtime: 'nodejs22.x', level: 'container', socket: '${socket}.nodejs22.x' }`,
  ),
}

describe('after kill -9 of its parent', { timeout: 180_000 }, () => {
  it.each(Object.entries(PROCESSES))('%s ends', async (_, program) => {
    const { parent, mark } = await startParent(program)
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    await expect.poll(() => isRunning(mark), { timeout: 60_000 }).toBe(false)
  })
})
