import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDocumentSandbox } from '../../src/sandbox/documents.ts'
import { openReader } from '../../src/sandbox/reader.ts'
import { limitationOf, suffices } from '../../src/sandbox/requirement.ts'

const script = join(import.meta.dirname, '..', 'hostile', 'children', 'hostile-child.ts')

async function open(options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-reader-'))
  const socket = join(folder, 'socket')
  const reader = await openReader({ socket }, { script, level: 'process', memoryMb: 400 })
  const sandbox = openDocumentSandbox({ processes: 1, timeoutMs: 20_000, socket, ...options })
  onTestFinished(async () => {
    await sandbox.close()
    await reader.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const ask = async (text: string) => {
    const document = await sandbox.read(Buffer.from(text), {})
    return (document as unknown as { result: { pid: number; text: string } }).result
  }
  return { ask, sandbox, reader, socket }
}

const FILLED_MS = 120_000

const failure = (code: string) => expect.objectContaining({ name: 'ReadError', code })

describe('the reader', () => {
  it.each([
    ['hang', 'timeout', { timeoutMs: 1000 }],
    // On a busy machine, filling the memory takes longer than other commands may.
    ['eat', 'out_of_memory', { timeoutMs: FILLED_MS }],
    ['fill-heap', 'out_of_memory', { timeoutMs: FILLED_MS }],
    ['exit', 'crashed', {}],
    ['flood', 'too_large', {}],
  ])('fails only the document with the command %s', { timeout: 2 * FILLED_MS }, async (what, code, options) => {
    const { ask } = await open(options)
    const [failed, next] = await Promise.allSettled([ask(what), ask('hello')])
    expect(failed).toEqual({ status: 'rejected', reason: failure(code) })
    expect(next).toMatchObject({ value: { text: 'hello' } })
  })

  it('passes large documents in both directions', async () => {
    const { ask } = await open()
    const text = 'x'.repeat(10 * 2 ** 20)
    expect((await ask(text)).text === text).toBe(true)
  })

  it('ends its child when the service closes', async () => {
    const { ask, sandbox } = await open()
    expect(sandbox.level).toBe('container')
    const { pid } = await ask('hello')
    expect(sandbox.pids).not.toContain(pid)
    await sandbox.close()
    await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), 30_000)
  })

  it('is reached only by the owner and the group of its socket', async () => {
    const { socket } = await open()
    expect(statSync(socket).mode & 0o777).toBe(0o660)
  })

  it('reports that there is none', async () => {
    const { ask, reader, sandbox } = await open()
    await ask('hello')
    await reader.close()
    await vi.waitFor(() => expect(sandbox.pids).toEqual([]), 30_000)
    await expect(ask('hello')).rejects.toThrow('The reader cannot be used')
  })
})

describe('the required level', () => {
  it.each([
    ['namespaces', true, true],
    ['container', true, true],
    ['user', false, true],
    ['process', false, false],
  ] as const)('"%s" keeps the network out: %s, secrets: %s', (level, full, user) => {
    expect(suffices(level, 'full')).toBe(full)
    expect(suffices(level, 'user')).toBe(user)
    expect(suffices(level, 'none')).toBe(true)
    expect(limitationOf(level) === null).toBe(full)
  })
})
