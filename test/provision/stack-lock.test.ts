import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProcessMark } from '../../src/provision/processes.ts'
import { isRunning, markOf, writeMark } from '../../src/provision/processes.ts'
import { lockHome, runningStack } from '../../src/provision/stack-lock.ts'

const url = 'http://127.0.0.1:8090/api'
let home: string
let other: ChildProcess

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sheaf-lock-'))
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(other, 'spawn')
})
afterEach(() => {
  other.kill('SIGKILL')
  rmSync(home, { recursive: true })
})

const GONE: ProcessMark = { pid: 2 ** 22, started: 'long ago' }
const otherMark = () => markOf(other.pid!)!

describe('lockHome', () => {
  it('reports a file in the place of the home', async () => {
    const file = join(home, 'file')
    writeFileSync(file, '')
    await expect(lockHome(file, url)).rejects.toThrow(/^SHEAF_HOME, .*file, cannot be created/)
  })

  it('records the URL of the running stack until it is released', async () => {
    const lock = await lockHome(home, url)
    expect(runningStack(home)).toMatchObject({ pid: process.pid, url })
    lock.release()
    expect(runningStack(home)).toBeUndefined()
  })

  it('replaces the lock of a stopped process, even if its id is in use again', async () => {
    writeMark(home, 'stack', { ...otherMark(), started: 'another life', url })
    await lockHome(home, url)
    expect(isRunning(otherMark())).toBe(true)
    expect(runningStack(home)?.pid).toBe(process.pid)
  })

  it('stops a stack whose npm script was killed', async () => {
    const mark = otherMark()
    writeMark(home, 'stack', { ...mark, url, launcher: GONE })
    await lockHome(home, url)
    expect(isRunning(mark)).toBe(false)
  })

  it('waits for a stack that is stopping', async () => {
    const mark = otherMark()
    writeMark(home, 'stack', { ...mark, url, stopping: true })
    await lockHome(home, url)
    expect(isRunning(mark)).toBe(false)
  })

  it('refuses a home in use and reports the running stack', async () => {
    const mark = otherMark()
    writeMark(home, 'stack', { ...mark, url, launcher: markOf(process.pid) })
    await expect(lockHome(home, url)).rejects.toThrow(
      `Sheaf is already running in ${home} (process ${mark.pid}, ${url}); stop it first, or set SHEAF_HOME to another folder.`,
    )
    expect(isRunning(mark)).toBe(true)
  })

  it('ignores a damaged file', async () => {
    writeMark(home, 'other', {})
    writeFileSync(join(home, 'run', 'stack.json'), '{"pid":')
    await lockHome(home, url)
    expect(runningStack(home)?.pid).toBe(process.pid)
  })
})
