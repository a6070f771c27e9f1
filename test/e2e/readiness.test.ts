/** What `/health/ready`, `sheaf setup` and the start of the services say about everything that can be missing. */
import { describe, expect, it } from 'vitest'
import type { Part } from '../../src/domain/readiness/index.ts'
import { freePort } from '../../src/provision/ports.ts'
import { testDatabase } from '../support/database.ts'
import { logged, withoutBubblewrap } from '../support/part-process.ts'
import {
  blocked,
  problems,
  run,
  start,
  store,
  temporal,
  usePreparedServers,
  whileTaken,
  wrongDatabase,
  wrongPassword,
} from '../support/prepared-servers.ts'

usePreparedServers()

describe('readiness', () => {
  it('misses nothing of prepared servers but workers', async () => {
    expect(await problems('database')).toEqual([])
    expect(await problems('temporal')).toEqual([])
    expect(await problems('blobs')).toEqual([])
    expect(await problems('workers')).toEqual([
      'No worker has polled the queues orchestration, documents, hooks for a minute, so documents wait. Start one with `sheaf worker`.',
    ])
  })

  it.each<[string, Part, () => Record<string, string>, RegExp]>([
    ['a wrong password', 'database', () => ({ DATABASE_URL: wrongPassword() }), /refuses the password of DATABASE_URL/],
    ['a wrong database', 'database', () => ({ DATABASE_URL: wrongDatabase() }), /does not exist on its server/],
    [
      'no server',
      'database',
      () => ({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }),
      /^The database does not answer/,
    ],
    ['no Temporal server', 'temporal', () => ({ TEMPORAL_ADDRESS: '127.0.0.1:1' }), /^Temporal does not answer/],
    [
      'no namespace',
      'temporal',
      () => ({ TEMPORAL_NAMESPACE: 'no-such-namespace' }),
      /does not have the namespace.*`sheaf setup`/,
    ],
    ['no bucket', 'blobs', store, /^Files cannot be written/],
    ['a folder that cannot be made', 'blobs', blocked, /^Files cannot be written/],
  ])('says what is missing: %s', async (_, part, settings, sentence) => {
    const found = await problems(part, settings())
    expect(found).toEqual([expect.stringMatching(sentence)])
    // Anyone may read these: they name no host, user or bucket.
    expect(found[0]).not.toMatch(/127\.0\.0\.1|postgres:|a-bucket|no-such/)
  })

  it('reports missing migrations and a missing schema', async () => {
    const other = await testDatabase()
    try {
      await other.db('schema_migrations').where('name', 'like', '0171%').delete()
      expect(await problems('database', { DATABASE_URL: other.url })).toEqual([
        'The schema of the database lacks a migration of this release. Run `sheaf setup`.',
      ])
      await other.db.schema.dropTable('schema_migrations')
      expect(await problems('database', { DATABASE_URL: other.url })).toEqual([
        'The database has no schema. Run `sheaf setup`.',
      ])
    } finally {
      await other.drop()
    }
  })

  it('reports missing search attributes, which the set-up adds', async () => {
    const namespace = `${temporal.namespace}-bare`
    const retention = { seconds: 86_400 } as never
    const { workflowService } = temporal.client
    await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: retention })
    const settings = { TEMPORAL_NAMESPACE: namespace, TEMPORAL_RETENTION_DAYS: '1' }
    await expect
      .poll(() => problems('temporal', settings))
      .toEqual([expect.stringMatching(/^Temporal lacks the search attributes SheafOrganization, .*`sheaf setup`\.$/)])
    const { code, output } = await run('setup', settings)
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Added the search attributes Sheaf') })
    expect(await problems('temporal', settings)).toEqual([])
  })

  it('is served by the api, which also says that it is not ready', async () => {
    const port = String(await freePort())
    const api = start('api', { PORT: port, TEMPORAL_NAMESPACE: 'no-such-namespace' })
    try {
      await api.printed('does not have the namespace')
      const at = `http://127.0.0.1:${port}/api/v1/health`
      expect((await fetch(`${at}/live`)).status).toBe(200)
      const ready = await fetch(`${at}/ready`)
      expect(ready.status).toBe(503)
      expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await ready.json()).toEqual({
        status: 'not_ready',
        problems: [expect.stringMatching(/does not have the namespace/)],
      })
      expect(await (await fetch(at)).json()).toMatchObject({ status: 'degraded', temporal: { status: 'down' } })
    } finally {
      const { output } = await api.stop()
      expect(logged(output).join('\n')).not.toContain('ready')
    }
  })
})

describe('sheaf setup', () => {
  it('creates the bucket, and changes nothing when it runs again', async () => {
    const first = await run('setup', store())
    expect(first).toEqual({ code: 0, output: expect.stringContaining('Created the store of files.') })
    expect(await problems('blobs', store())).toEqual([])
    const { code, output } = await run('setup', store())
    expect(code).toBe(0)
    for (const line of output.trim().split('\n')) expect(line).toMatch(/^Nothing to change: /)
  })

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['a wrong password', () => ({ DATABASE_URL: wrongPassword() }), /^The database refuses the password/],
    ['a wrong database', () => ({ DATABASE_URL: wrongDatabase() }), /^The database of DATABASE_URL does not exist/],
    ['a folder that cannot be made', blocked, /Files cannot be written/],
  ])('reports %s in one sentence', async (_, settings, sentence) => {
    const { code, output } = await run('setup', settings())
    expect({ code, last: output.trim().split('\n').at(-1) }).toEqual({ code: 1, last: expect.stringMatching(sentence) })
    expect(output).not.toMatch(/^\s+at /m)
  })
})

describe('the start of a service', () => {
  it.each<[string, string, () => Record<string, string>, RegExp]>([
    ['a wrong password', 'api', () => ({ DATABASE_URL: wrongPassword() }), /refuses the password/],
    ['a wrong password', 'worker', () => ({ DATABASE_URL: wrongPassword() }), /refuses the password of DATABASE_URL/],
    ['wrong settings', 'worker', () => ({ LOG_LEVEL: 'loud' }), /^error: LOG_LEVEL must/],
  ])('reports %s in one line of the log: %s', async (_, file, settings, sentence) => {
    const { code, output } = await run(file, settings())
    // The OCR models may be missing.
    const lines = logged(output).filter((line) => !line.includes('OCR'))
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(sentence)] })
    expect(output).not.toMatch(/\\n\s+at /)
  })

  it.each<[string, string, () => Record<string, string>, string]>([
    ['the database', 'api', () => ({ DATABASE_URL: wrongDatabase() }), 'The database of DATABASE_URL does not exist'],
    [
      'the database',
      'worker',
      () => ({ DATABASE_URL: wrongDatabase() }),
      'The database of DATABASE_URL does not exist',
    ],
    [
      'Temporal',
      'worker',
      () => ({ TEMPORAL_ADDRESS: '127.0.0.1:1' }),
      'cannot serve its queues; trying again: Temporal',
    ],
  ])('waits for %s, with one warning without a stack trace: %s', async (_, file, settings, text) => {
    const part = start(file, { ...settings(), LOG_LEVEL: 'debug' })
    await part.printed(text)
    const { output } = await part.stop()
    const warnings = logged(output).filter((line) => /^(warn|error)/.test(line) && line.includes(text))
    expect(warnings).toEqual([expect.stringContaining('warn: ')])
    const printed = output.split('\n').filter((line) => /"level":"(warn|error)"/.test(line))
    expect(printed.filter((line) => /\\n\s+at /.test(line))).toEqual([])
  })

  it.each(['api', 'worker'])('reports missing bubblewrap: %s', async (file) => {
    const { code, output } = await start(file, { REQUIRE_SANDBOX: '1' }, { before: withoutBubblewrap() }).ended
    const errors = logged(output).filter((line) => line.startsWith('error: '))
    expect({ code, errors }).toEqual({ code: 1, errors: [expect.stringMatching(/Install bubblewrap/)] })
  })

  it('reports a port in use', async () => {
    await whileTaken(0, async (port) => {
      const { code, output } = await run('api', { PORT: String(port) })
      expect({ code, errors: logged(output).filter((line) => line.startsWith('error')) }).toEqual({
        code: 1,
        errors: [`error: Port ${port} is in use by another program; set another port, or stop that program.`],
      })
    })
  })
})
