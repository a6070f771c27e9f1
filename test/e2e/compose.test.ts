/** The services of docker-compose.yml without Docker: the tree of the image, and each command with the environment that compose gives it. */
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../../db/knex.ts'
import { freePort } from '../../src/provision/ports.ts'
import { buildTree, readImage, resolveCompose, root, type Compose } from '../support/compose.ts'
import { startPart, type PartProcess } from '../support/part-process.ts'
import { testS3, type TestS3 } from '../support/s3.ts'
import { testTemporal, type TestTemporal } from '../support/temporal.ts'

const PASSWORD = 'a-password-of-compose'
/** The password of the demo is too weak for an administrator. */
const ADMIN_PASSWORD = 'Kv7-quorlbast-93-Wenz'
const folder = mkdtempSync(join(tmpdir(), 'sheaf-compose-'))
const tree = join(folder, 'sheaf')
const running: PartProcess[] = []
let compose: Compose
let s3: TestS3
let temporal: TestTemporal
let port: number
/** What differs from containers: names of hosts, folders and ports. */
let places: [string, string][]

async function asAdmin(statements: string[]): Promise<void> {
  const admin = openDatabase(inject('postgresAdminUrl'), { poolMax: 1, name: 'sheaf-test-compose' })
  for (const statement of statements) await admin.raw(statement)
  await admin.destroy()
}

beforeAll(async () => {
  buildTree(tree)
  s3 = await testS3()
  temporal = await testTemporal()
  port = await freePort()
  // The server of the tests has an empty one, which belongs to its administrator.
  await asAdmin([
    'drop database if exists sheaf',
    `create role sheaf login password '${PASSWORD}'`,
    'create database sheaf owner sheaf',
  ])
  compose = resolveCompose(
    [
      `POSTGRES_PASSWORD=${PASSWORD}`,
      `S3_ACCESS_KEY_ID=${s3.blobs.accessKeyId}`,
      `S3_SECRET_ACCESS_KEY=${s3.blobs.secretAccessKey}`,
      // Settings that only env_file passes on.
      `TEMPORAL_NAMESPACE=${temporal.namespace}-compose`,
      'LOG_LEVEL=info',
    ].join('\n'),
  )
  const { host } = new URL(inject('postgresAdminUrl'))
  places = [
    ['@postgres:5432', `@${host}`],
    ['temporal:7233', temporal.address],
    ['http://store:7070', s3.blobs.endpoint],
    ['/run/sheaf', join(folder, 'run')],
    ['/run/documents', join(folder, 'documents')],
    ['/var/lib/sheaf', join(folder, 'home')],
    ['/usr/share/sheaf/models', join(folder, 'models')],
    ['8090', String(port)],
    ['2525', String(await freePort())],
    ['0.0.0.0', '127.0.0.1'],
  ]
  for (const name of ['run', 'documents', 'home']) mkdirSync(join(folder, name))
})
afterAll(async () => {
  await Promise.all(running.map((part) => part.stop()))
  await asAdmin(['drop database if exists sheaf with (force)', 'drop role if exists sheaf'])
  await s3.stop()
  await temporal.close()
  rmSync(folder, { recursive: true, force: true })
})

/** In one pass: a free port may contain the digits of another one. */
const place = (text: string): string => {
  const there = places.map(([name]) => (/^\d+$/.test(name) ? `\\b${name}\\b` : name.replaceAll('.', '[.]')))
  return text.replace(new RegExp(there.join('|'), 'g'), (found) => places.find(([name]) => name === found)![1])
}

/** The environment of a service: that of the image, then that of compose. */
function environmentOf(name: string): Record<string, string> {
  const given = { ...readImage().env, ...compose.services[name]!.environment }
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, place(String(value))]))
}

/** Runs a command in the container of a service. */
function inService(name: string, [program, ...args]: string[], settings: Record<string, string> = {}): PartProcess {
  const [file, ...others] = program === 'sheaf' ? ['src/cli/main.ts', ...args] : args
  // The image links `sheaf` to this file.
  if (program !== 'sheaf' && program !== 'node') throw new Error(`The image has no program ${program}.`)
  const part = startPart(file!, {
    settings: { ...environmentOf(name), ...settings },
    args: others.map(place),
    cwd: tree,
    root: tree,
  })
  running.push(part)
  return part
}

const start = (name: string) => inService(name, compose.services[name]!.command!)

/** Returns the exit code of the health check of a service. */
async function healthOf(name: string): Promise<number | null> {
  const [, ...command] = compose.services[name]!.healthcheck.test!
  if (command[1] !== '-e') return (await inService(name, command).ended).code
  return promisify(execFile)(process.execPath, ['-e', place(command[2]!)])
    .then(() => 0)
    .catch(({ code }: { code: number }) => code)
}

describe('docker-compose.yml, without Docker', () => {
  it('prepares empty servers, and changes nothing the second time', async () => {
    const first = await start('setup').ended
    expect(first).toMatchObject({ code: 0 })
    for (const change of ['Migrated the database', 'Registered the namespace', 'Created the store of files.'])
      expect(first.output).toContain(change)
    const key = readFileSync(join(folder, 'run/secret-key'), 'utf8')
    expect(key.length).toBeGreaterThan(31)
    const second = await start('setup').ended
    expect(second).toMatchObject({ code: 0 })
    for (const line of second.output.trim().split('\n')) expect(line).toMatch(/^Nothing to change: /)
    expect(readFileSync(join(folder, 'run/secret-key'), 'utf8')).toBe(key)
  })

  it('starts reader, api and worker, whose health checks pass', { timeout: 120_000 }, async () => {
    start('reader')
    await expect.poll(() => existsSync(join(folder, 'documents/socket')), { timeout: 30_000 }).toBe(true)
    const [api, worker] = [start('api'), start('worker')]
    await Promise.all([api.printed('api is ready'), worker.printed('the worker is ready')])
    for (const name of ['reader', 'api', 'worker']) await expect.poll(() => healthOf(name), { timeout: 60_000 }).toBe(0)
    // The api reuses results for some seconds, those from before the worker too.
    const ready = async () => (await fetch(`http://127.0.0.1:${port}/api/v1/health/ready`)).json()
    await expect.poll(ready).toEqual({ status: 'ready', problems: [] })
  })

  it('leads from a new organization to an export with the six calls of README', { timeout: 120_000 }, async () => {
    const made = await inService(
      'api',
      ['sheaf', 'organization', 'create', 'Example', '--admin', 'admin@sheaf.example'],
      {
        SHEAF_PASSWORD: ADMIN_PASSWORD,
      },
    ).ended
    expect(made, made.output).toMatchObject({ code: 0 })
    const login = {
      SHEAF_URL: `http://127.0.0.1:${port}/api`,
      SHEAF_USERNAME: 'admin@sheaf.example',
      SHEAF_PASSWORD: ADMIN_PASSWORD,
    }
    const queue = await inService(
      'api',
      ['sheaf', 'queue', 'create', 'Invoices', '--template', 'Tax Invoice EU Demo Template'],
      login,
    ).ended
    expect(queue, queue.output).toMatchObject({ code: 0 })
    mkdirSync(join(folder, 'caller/examples/documents'), { recursive: true })
    const document = 'examples/documents/alder-finch-invoice.pdf'
    copyFileSync(join(root, document), join(folder, 'caller', document))
    const script = readFileSync(join(root, 'examples/first-five-minutes.sh'), 'utf8')
    const sixCalls = script.replaceAll('sheaf-demo-password', ADMIN_PASSWORD)
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', sixCalls], {
      cwd: join(folder, 'caller'),
      env: { ...process.env, API: `http://127.0.0.1:${port}/api/v1` },
    }).catch((error: { stdout: string; stderr: string }) => error)
    expect(stderr, stderr).toBe('')
    expect(stdout).toContain('AF-2026-0417')
  })

  it.each([['reconcile'], ['groups'], ['doctor']])('runs the command of operations %s in the image', async (name) => {
    const { code, output } = await inService('api', ['sheaf', name]).ended
    expect({ code, output }).toMatchObject({ code: 0 })
  })

  it('writes a backup in the image', async () => {
    const file = join(folder, 'sheaf.zip')
    expect(await inService('api', ['sheaf', 'backup', file]).ended).toMatchObject({ code: 0 })
    expect(existsSync(file)).toBe(true)
  })
})

describe('the set-up of compose', () => {
  it('refuses another key than that of the installation', async () => {
    const { code, output } = await inService('setup', compose.services['setup']!.command!, {
      SECRET_KEY: 'another secret of more than thirty-two characters',
    }).ended
    expect({ code, output }).toEqual({
      code: expect.any(Number),
      output: expect.stringMatching(/^SECRET_KEY is not the key in /),
    })
    expect(code).not.toBe(0)
  })

  it('demands passwords in one sentence', () => {
    expect(() => resolveCompose('')).toThrow(/^Set POSTGRES_PASSWORD in \.env, for example/)
    expect(() => resolveCompose('POSTGRES_PASSWORD=x')).toThrow(/^Set S3_SECRET_ACCESS_KEY in \.env, for example/)
  })
})
