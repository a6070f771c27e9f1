import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/provision/ports.ts'
import { testDatabase } from '../support/database.ts'
import { logged, startPart } from '../support/part-process.ts'
import { testTemporal } from '../support/temporal.ts'

// Each component as a separate process, configured by its environment, as in docker-compose.yml.

const { url, drop } = await testDatabase()
const temporal = await testTemporal()
const folder = mkdtempSync(join(tmpdir(), 'sheaf-parts-'))
const secret = join(folder, 'secret-key')
const port = await freePort()
const env = {
  SHEAF_HOME: join(folder, 'home'),
  DATABASE_URL: url,
  TEMPORAL_ADDRESS: temporal.address,
  TEMPORAL_NAMESPACE: temporal.namespace,
  TEMPORAL_RETENTION_DAYS: '1',
  BLOBS_FOLDER: join(folder, 'blobs'),
  SECRET_KEY_FILE: secret,
  SECRETS_KEY_FILE: `${secret}-2`,
  PORT: String(port),
  DOCUMENT_PROCESSES: '1',
}
const running: { stop(): Promise<unknown> }[] = []

afterAll(async () => {
  await Promise.all(running.map((part) => part.stop()))
  await temporal.close()
  await drop()
  rmSync(folder, { recursive: true, force: true })
})

const start = (file: string, settings: Record<string, string>, args: string[] = []) => {
  const part = startPart(file, { settings, args, cwd: folder })
  running.push(part)
  return part
}

describe('the components as separate processes', () => {
  it.each(['api', 'worker'])('%s reports all missing settings', async (file) => {
    const { code, output } = await start(file, { PORT: 'many' }).ended
    expect(code).toBe(1)
    const names = ['PORT', 'DATABASE_URL', 'TEMPORAL_ADDRESS', 'SECRET_KEY', 'SECRETS_KEY', 'S3_BUCKET']
    expect(logged(output).map((line) => line.split(' ', 2).join(' '))).toEqual(names.map((name) => `error: ${name}`))
  })

  it('migrate reports missing settings and its result', async () => {
    expect(await start('db/migrate-cli.ts', {}).ended).toMatchObject({ code: 1 })
    const { code, output } = await start('db/migrate-cli.ts', { DATABASE_URL: url }).ended
    expect({ code, output }).toEqual({ code: 0, output: 'Nothing to migrate.\n' })
  })

  it('the set-up creates a secret once and prepares database and namespace', async () => {
    const setUp = () =>
      start('setup', { ...env, SECRET_KEY_FILE: '', SECRETS_KEY_FILE: '' }, [
        '--secret-key',
        secret,
        '--secrets-key',
        `${secret}-2`,
      ]).ended
    expect(await setUp()).toEqual({
      code: 0,
      output: `${[
        'Nothing to change: the schema of the database.',
        "Nothing to change: Temporal's namespace and search attributes.",
        'Created the store of files.',
        ...['reviews', 'lifetimes', 'mailboxes', 'exports', 'expired'].map(
          (name) => `Created the schedule sweep/sheaf/${name} in Temporal.`,
        ),
      ].join('\n')}\n`,
    })
    const created = readFileSync(secret, 'utf8')
    expect(statSync(secret).mode & 0o077).toBe(0)
    expect(statSync(`${secret}-2`).mode & 0o077).toBe(0)
    expect(readFileSync(`${secret}-2`, 'utf8')).not.toBe(created)
    expect(await setUp()).toMatchObject({ code: 0 })
    expect(readFileSync(secret, 'utf8')).toBe(created)
  })

  it('api and worker run, report their health and stop on request', async () => {
    const health = () => start('worker-health', env).ended
    expect(await health()).toEqual({ code: 1, output: 'No worker of this host polls Temporal.\n' })

    const api = start('api', env)
    const worker = start('worker', env)
    await Promise.all([api.printed('api is ready'), worker.printed('the worker is ready')])
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/health`)
    expect(answer.status).toBe(200)
    await expect.poll(async () => (await health()).code, { timeout: 30_000 }).toBe(0)

    expect(await api.stop()).toMatchObject({ code: 0 })
    expect(await worker.stop()).toMatchObject({ code: 0 })
  })

  it('the api waits for a database that starts after it', async () => {
    const target = new URL(url)
    const late = new URL(url)
    late.host = `127.0.0.1:${await freePort()}`
    const api = start('api', { ...env, DATABASE_URL: late.href })
    await api.printed('the database is not ready')
    const sockets = new Set<Socket>()
    const proxy = createServer((client) => {
      const server = connect(Number(target.port || 5432), target.hostname)
      for (const [socket, other] of [
        [client, server],
        [server, client],
      ] as const)
        sockets.add(socket.on('error', () => other.destroy()).on('close', () => other.destroy()))
      client.pipe(server).pipe(client)
    })
    try {
      await new Promise<void>((resolve) => proxy.listen(Number(late.port), '127.0.0.1', resolve))
      await api.printed('api is ready')
      expect((await fetch(`http://127.0.0.1:${port}/api/v1/health`)).status).toBe(200)
      expect(await api.stop()).toMatchObject({ code: 0 })
    } finally {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    }
  })
})
