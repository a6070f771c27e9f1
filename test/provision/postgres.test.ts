import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/provision/ports.ts'
import type { RunningPostgres } from '../../src/provision/postgres.ts'
import { startPostgres } from '../../src/provision/postgres.ts'
import { isRunning, markOf } from '../../src/provision/processes.ts'

// mkdtemp creates a folder for its owner only. When started by root, PostgreSQL runs as another user and needs access to it.
const root = mkdtempSync(join(tmpdir(), 'sheaf-postgres-'))
const home = join(root, 'home')
const password = 'pass word/1'
const settings = { fsync: 'off' }
let port: number
let running: RunningPostgres | undefined

beforeAll(async () => {
  port = await freePort()
})
afterEach(async () => {
  await running?.stop()
  running = undefined
})
afterAll(() => rmSync(root, { recursive: true }))

const start = async () => (running = await startPostgres({ home, port, password, settings }))

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

describe('startPostgres', () => {
  it('starts PostgreSQL 18 on the loopback interface and keeps its data', async () => {
    const first = await start()
    expect(await ask(first.url, "select current_setting('server_version') as answer")).toMatch(/^18\./)
    expect(await ask(first.url, "select current_setting('listen_addresses') as answer")).toBe('127.0.0.1')
    await ask(first.url, 'create table kept as select 17 as n')
    await first.stop()
    expect(first.server.hasEnded()).toBe(true)
    const second = await start()
    expect(await ask(second.url, 'select n as answer from kept')).toBe(17)
  })

  it('requires the password', async () => {
    const { url } = await start()
    const wrong = url.replace(/:[^:@]*@/, ':wrong@')
    await expect(ask(wrong, 'select 1 as answer')).rejects.toThrow('password authentication failed')
  })

  it('stops a server left by a killed start, and continues with its data', async () => {
    const first = await start()
    const left = markOf(first.server.pid)!
    // As after a SIGKILL of the stack: the server still runs when the second start begins.
    const second = await start()
    expect(isRunning(left)).toBe(false)
    expect(second.server.pid).not.toBe(left.pid)
    expect(await ask(second.url, 'select n as answer from kept')).toBe(17)
  })

  it('ignores a lock file with the id of another process', async () => {
    writeFileSync(join(home, 'postgres', 'postmaster.pid'), `${process.pid}\n/nowhere\n`)
    const { url } = await start()
    expect(await ask(url, 'select n as answer from kept')).toBe(17)
  })

  it('reports the variable to set when the port is in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    await expect(start()).rejects.toThrow(
      `Port ${port} for PostgreSQL is in use by another program; set POSTGRES_PORT to a free port.`,
    )
    await new Promise((resolve) => other.close(resolve))
  })

  it('distinguishes a wrong password from a failing server', async () => {
    await expect(startPostgres({ home, port, password: 'another', settings })).rejects.toThrow(
      'The password in secrets.json does not match the PostgreSQL data folder next to it; they come from different installations.',
    )
  })

  it('reports a data folder that cannot be opened, and leaves it unchanged', async () => {
    const control = join(home, 'postgres', 'global', 'pg_control')
    writeFileSync(control, Buffer.alloc(8192))
    await expect(start()).rejects.toThrow(/^PostgreSQL cannot start with the data folder .*postgres: .+\. Restore it/)
    expect(readFileSync(control)).toEqual(Buffer.alloc(8192))

    const foreign = join(root, 'foreign')
    mkdirSync(join(foreign, 'postgres'), { recursive: true })
    writeFileSync(join(foreign, 'postgres', 'letter.txt'), 'mine')
    await expect(startPostgres({ home: foreign, port, password })).rejects.toThrow(
      /contains no PostgreSQL database\. Restore it from a backup, or rename it/,
    )
  })
})
