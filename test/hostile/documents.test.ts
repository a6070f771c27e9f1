import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDocumentSandbox } from '../../src/sandbox/documents.ts'
import { detectLevel, type SandboxLevel } from '../../src/sandbox/isolation.ts'
import type { DocumentSandboxOptions } from '../../src/sandbox/types.ts'

const script = join(import.meta.dirname, 'children', 'hostile-child.ts')
/** Whether bubblewrap can create namespaces on this machine, tested without the code of the sandbox. */
const namespacesAvailable =
  spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', process.execPath, '--version']).status === 0
/** Whether children can have users of their own: as root, if other users can read the project. */
const usersAvailable =
  spawnSync('setpriv', ['--reuid', '61000', '--clear-groups', '--', 'test', '-r', import.meta.filename]).status === 0
const levels: SandboxLevel[] = [
  'process',
  ...(usersAvailable ? (['user'] as const) : []),
  ...(namespacesAvailable ? (['namespaces'] as const) : []),
]

let opened: ReturnType<typeof openDocumentSandbox> | undefined
afterEach(async () => {
  await opened?.close()
})

function open(level: SandboxLevel, options: Partial<DocumentSandboxOptions> = {}, documentsPerChild?: number) {
  opened = openDocumentSandbox(
    { processes: 1, timeoutMs: 20_000, memoryMb: 400, ...options },
    { script, level, ...(documentsPerChild ? { documentsPerChild } : {}) },
  )
  return async (text: string): Promise<unknown> => {
    // The hostile child returns its result in place of a document.
    const document = await opened!.read(Buffer.from(text), {})
    return (document as unknown as { result: unknown }).result
  }
}

/** Returns whether the process runs; a zombie does not. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const FILLED_MS = 120_000

const failure = (code: string) => expect.objectContaining({ name: 'ReadError', code })

describe('the sandbox level of this machine', () => {
  it('is "namespaces" if bubblewrap can create namespaces, otherwise "user" or "process"', () => {
    const expected = levels.at(-1)
    const problem = `bubblewrap ${namespacesAvailable ? 'can' : 'cannot'} create namespaces here, but the sandbox selects`
    expect(detectLevel(), `${problem} level "${detectLevel()}"`).toBe(expected)
    opened = openDocumentSandbox({ processes: 1 }, { script })
    expect(opened.level).toBe(expected)
  })
})

describe.each(levels)('a child at level "%s"', (level) => {
  it.each([
    ['hang', 'timeout', { timeoutMs: 1000 }],
    ['wait', 'timeout', { timeoutMs: 1000 }],
    ['dawdle', 'timeout', { timeoutMs: 500 }],
    // On a busy machine, filling the memory takes longer than other commands may.
    ['eat', 'out_of_memory', { timeoutMs: FILLED_MS }],
    ['fill-heap', 'out_of_memory', { timeoutMs: FILLED_MS }],
    ['abort', 'crashed', {}],
    ['exit', 'crashed', {}],
    ['throw', 'crashed', {}],
    ['flood', 'too_large', {}],
  ])('fails only its own document on the command %s', { timeout: 2 * FILLED_MS }, async (what, code, options) => {
    const ask = open(level, options)
    const [failed, next] = await Promise.allSettled([ask(what), ask('hello')])
    expect(failed).toEqual({ status: 'rejected', reason: failure(code) })
    expect(next).toMatchObject({ value: { text: 'hello' } })
  })

  it(`cannot read environment and open files of the service, ${level === 'process' ? 'but' : 'nor'} its folders`, async () => {
    process.env['SHEAF_TEST_SECRET'] = 'secret'
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-sandbox-'))
    const file = join(folder, 'secret.txt')
    writeFileSync(file, 'secret')
    const descriptor = openSync(file, 'r')
    try {
      const seen = (await open(level)(`look ${file}`)) as Record<string, unknown>
      expect(Object.keys(seen['environment'] as object).sort()).toEqual(
        expect.not.arrayContaining(['SHEAF_TEST_SECRET', 'HOME', 'USER']),
      )
      expect(seen['descriptors']).not.toContain(file)
      const refused =
        level === 'namespaces' ? { secret: 'ENOENT', written: 'EROFS' } : { secret: 'EACCES', written: 'EACCES' }
      expect(seen).toMatchObject(level === 'process' ? { secret: 'secret' } : refused)
    } finally {
      delete process.env['SHEAF_TEST_SECRET']
      closeSync(descriptor)
      rmSync(folder, { recursive: true })
      rmSync(join(import.meta.dirname, '..', '..', 'src', 'written-by-child'), { force: true })
    }
  })

  it('ends when the service is killed, even in an endless loop', async () => {
    const owner = fork(join(import.meta.dirname, 'children', 'owner.ts'), [level, script], { stdio: 'ignore' })
    const [pid] = (await once(owner, 'message')) as [number]
    expect(existsSync(`/proc/${pid}`)).toBe(true)
    owner.kill('SIGKILL')
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 30_000)
  })

  it('ends when the sandbox is closed', async () => {
    const ask = open(level)
    await ask('hello')
    const pids = opened!.pids
    expect(pids).toHaveLength(1)
    await opened!.close()
    await vi.waitFor(() => expect(pids.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]), 30_000)
    await expect(ask('hello')).rejects.toThrow('closed')
  })

  it(`${level === 'namespaces' ? 'cannot' : 'can'} connect to a port of this machine`, async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const result = await open(level)(`reach ${port}`)
    await new Promise((resolve) => server.close(resolve))
    expect(result === 'connected').toBe(level !== 'namespaces')
  })
})

describe('the pool', () => {
  it('uses the same child for consecutive documents', async () => {
    const ask = open('process')
    const first = (await ask('hello')) as { pid: number }
    expect(await ask('again')).toMatchObject({ pid: first.pid })
  })

  it('replaces a child after the configured number of documents', async () => {
    const ask = open('process', {}, 2)
    const pids = new Set<number>()
    for (let n = 0; n < 6; n++) pids.add(((await ask('hello')) as { pid: number }).pid)
    expect(pids.size).toBe(3)
  })

  it('replaces a child that retains too much memory', async () => {
    const ask = open('process', { memoryMb: 500 })
    const greedy = (await ask('hold 350')) as { pid: number }
    expect(((await ask('hello')) as { pid: number }).pid).not.toBe(greedy.pid)
  })

  it('processes more documents than it has children, each with its own result', async () => {
    const ask = open('process', { processes: 2 })
    const texts = Array.from({ length: 40 }, (_, n) => `document-${n}`)
    const answers = (await Promise.all(texts.map(ask))) as { text: string; pid: number }[]
    expect(answers.map((answer) => answer.text)).toEqual(texts)
    expect(opened!.pids).toHaveLength(2)
    expect(opened!.pids).toEqual(expect.arrayContaining([...new Set(answers.map((answer) => answer.pid))]))
  })

  it('reports why children cannot start, and stops retrying', async () => {
    const broken = openDocumentSandbox({ processes: 1 }, { script: '/does/not/exist.ts', level: 'process' })
    await expect(broken.read(Buffer.from('x'), {})).rejects.toThrow('could not start')
    await expect(broken.read(Buffer.from('x'), {})).rejects.toThrow('could not start')
    await broken.close()
  })
})
