/** What `/health/ready`, `sheaf setup`, `sheaf doctor` and the start of the services say about everything that can be missing. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHECKS, type Part } from '../../src/domain/readiness/index.ts'
import { openBlobs } from '../../src/blobs/index.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../db/knex.ts'
import { openTemporal } from '../../src/open-deps.ts'
import { freePort } from '../../src/provision/ports.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { logged, startPart, withoutBubblewrap, type PartProcess } from '../support/part-process.ts'
import { testS3, type TestS3 } from '../support/s3.ts'
import { testTemporal, type TestTemporal } from '../support/temporal.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-readiness-'))
let database: TestDatabase
let temporal: TestTemporal
let s3: TestS3
let env: Record<string, string>

beforeAll(async () => {
  database = await testDatabase()
  temporal = await testTemporal()
  s3 = await testS3()
  env = {
    SHEAF_HOME: join(folder, 'home'),
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    BLOBS_FOLDER: join(folder, 'blobs'),
    SECRET_KEY: 'a secret of more than thirty-two characters',
    SECRETS_KEY: 'another secret of more than thirty-two characters',
    PORT: String(await freePort()),
    DOCUMENT_PROCESSES: '1',
    REQUIRE_SANDBOX: '0',
  }
})
afterAll(async () => {
  // Those of failed tests.
  await Promise.all(running.map((part) => part.stop()))
  await s3.stop()
  await temporal.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const changed = (url: string, change: (url: URL) => void): string => {
  const made = new URL(url)
  change(made)
  return made.href
}
const wrongPassword = () => changed(database.url, (url) => void (url.password = 'wrong'))
const wrongDatabase = () => changed(database.url, (url) => void (url.pathname = '/no_such_database'))
const store = () => {
  const { bucket: _, endpoint, accessKeyId, secretAccessKey, region } = s3.blobs
  return {
    BLOBS_FOLDER: '',
    S3_BUCKET: 'a-bucket-to-be-made',
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}
/** A folder cannot be made below a file. */
const blocked = () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  return { BLOBS_FOLDER: join(file, 'blobs') }
}

/** Returns the sentences of a check with these settings. */
async function problems(part: Part, settings: Record<string, string> = {}): Promise<string[]> {
  const config = readConfig({ ...env, ...settings })
  const db = openDatabase(config.databaseUrl, { poolMax: 1 })
  const client = openTemporal(config.temporal)
  try {
    const deps = { config, db, temporal: client, blobs: openBlobs(config.blobs), clock: () => new Date() }
    return (await CHECKS[part](deps)).map(({ sentence }) => sentence)
  } finally {
    await client.connection.close()
    await db.destroy()
  }
}
const running: PartProcess[] = []
function start(file: string, settings: Record<string, string>, options: { args?: string[]; before?: string[] } = {}) {
  const part = startPart(file, { settings: { ...env, ...settings }, cwd: folder, ...options })
  running.push(part)
  return part
}
const run = (file: string, settings: Record<string, string> = {}, args: string[] = []) =>
  start(file, settings, { args }).ended

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
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const { code, output } = await run('api', { PORT: String(port) })
    other.close()
    expect({ code, errors: logged(output).filter((line) => line.startsWith('error')) }).toEqual({
      code: 1,
      errors: [`error: Port ${port} is in use by another program; set another port, or stop that program.`],
    })
  })
})

/** Settings of a stack that has never been started. */
const ofAStack = async () => ({
  SHEAF_HOME: join(folder, 'never-started'),
  DATABASE_URL: '',
  TEMPORAL_ADDRESS: '',
  TEMPORAL_NAMESPACE: '',
  PORT: String(await freePort()),
  POSTGRES_PORT: String(await freePort()),
  TEMPORAL_PORT: String(await freePort()),
  TEMPORAL_UI_PORT: String(await freePort()),
})

describe('a stack that does not run', () => {
  it('leaves nothing when its start is refused', async () => {
    const settings = await ofAStack()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(Number(settings.PORT), '127.0.0.1', resolve))
    const { code, output } = await run('up', settings)
    other.close()
    expect({ code, output }).toEqual({ code: 2, output: expect.stringMatching(/^Port \d+ .* is in use/) })
    expect(existsSync(settings.SHEAF_HOME)).toBe(false)
  })

  it.each([
    ['organization', ['create', 'Acme', '--admin', 'ada@example.com']],
    ['groups', []],
    ['reconcile', []],
  ])('is what commands need that work on its database: %s', async (command, args) => {
    const settings = await ofAStack()
    expect(await run(command, settings, args)).toEqual({
      code: 2,
      output: `Sheaf does not run in ${settings.SHEAF_HOME}; start it with \`sheaf up\`, or set SHEAF_HOME.\n`,
    })
    expect(existsSync(settings.SHEAF_HOME)).toBe(false)
  })
})

describe('a misspelled setting in .env', () => {
  const sentence = 'LOG_LEVL in .env is not a setting of Sheaf; did you mean LOG_LEVEL?'
  beforeAll(() => writeFileSync(join(folder, '.env'), 'LOG_LEVL=debug\n'))
  afterAll(() => rmSync(join(folder, '.env')))

  it('is a note of sheaf doctor', async () => {
    const { code, output } = await run('doctor', await ofAStack())
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`note     Settings   ${sentence}\n`) })
    expect(output).not.toContain('All settings are valid')
  })

  it('is a warning at a start: worker', async () => {
    const { output } = await run('worker', { DATABASE_URL: wrongPassword() })
    expect(logged(output).filter((line) => line.includes('LOG_LEVL'))).toEqual([`warn: ${sentence}`])
  })

  it('is a line at a start: up', async () => {
    const settings = await ofAStack()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(Number(settings.PORT), '127.0.0.1', resolve))
    const { output } = await run('up', settings)
    other.close()
    expect(output.split('\n')[0]).toBe(sentence)
  })
})

describe('sheaf doctor', () => {
  it('names what is missing, and how to fix it', async () => {
    const { code, output } = await run('doctor', { DATABASE_URL: wrongPassword(), ...blocked() }, ['--json'])
    const found = JSON.parse(output) as { name: string; status: string; sentence: string }[]
    const missing = found.filter(({ status }) => status === 'missing').map(({ name }) => name)
    expect({ code, missing }).toEqual({ code: 1, missing: ['Database', 'Workers', 'Files'] })
    expect(found.find(({ name }) => name === 'Temporal')).toMatchObject({ status: 'ok' })
  })

  it('reports wrong settings, and missing isolation where it is required', async () => {
    const wrong = await run('doctor', { PORT: 'many' })
    expect(wrong).toEqual({
      code: 1,
      output: expect.stringMatching(/^MISSING {2}Settings {3}PORT must .*, not "many"/),
    })
    const settings = { REQUIRE_SANDBOX: '1' }
    const isolation = await start('doctor', settings, { before: withoutBubblewrap() }).ended
    expect(isolation).toEqual({ code: 1, output: expect.stringMatching(/^MISSING {2}Isolation .*Install bubblewrap/m) })
  })

  it('checks the ports while no stack runs, says what it has not checked, and writes nothing', async () => {
    const settings = await ofAStack()
    const { code, output } = await run('doctor', settings)
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^note {5}Service .*`sheaf up`/m) })
    expect(output).toContain('The database, Temporal, the workers and the store of files were not checked.')
    const npm = { npm_package_name: 'sheaf', npm_lifecycle_event: 'doctor' }
    expect((await run('doctor', { ...settings, ...npm })).output).toMatch(/^note {5}Service .*`npm start`/m)
    expect(existsSync(settings.SHEAF_HOME)).toBe(false)
  })
})
