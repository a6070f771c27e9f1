/**
 * Servers that accept connections and never answer. "Before it continues" is not measured: a request that is awaited while its server
 * is frozen either ends or makes the test time out.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/knex.ts'
import { migrateUp } from '../../db/migrate.ts'
import { freeze } from '../../scripts/chaos/freeze.ts'
import { createToken } from '../../src/domain/people/credentials.ts'
import { createOrganization } from '../../src/domain/people/organizations.ts'
import { freePort } from '../../src/provision/ports.ts'
import { startPostgres, type RunningPostgres } from '../../src/provision/postgres.ts'
import { resolveTemporal } from '../../src/provision/temporal-binary.ts'
import { prepareNamespace } from '../../src/provision/temporal-namespace.ts'
import { startTemporal, type RunningTemporal } from '../../src/provision/temporal-server.ts'
import { openTemporalConnection } from '../../src/temporal-connection.ts'
import { forwardTo, type Forwarder } from '../support/forwarder.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { aMailbox, type Mailbox } from '../support/mailbox.ts'
import { startPart, type PartProcess } from '../support/part-process.ts'
import { testS3, type TestS3 } from '../support/s3.ts'
import { until } from '../workflows/harness.ts'

const USER = 'frozen@sheaf.example'
const PASSWORD = 'a password of frozen servers'
const JSON_BODY = { 'Content-Type': 'application/json' }

const home = mkdtempSync(join(tmpdir(), 'sheaf-frozen-'))
let postgres: RunningPostgres
let temporal: RunningTemporal
let s3: TestS3
let store: Forwarder
let mailbox: Mailbox
let mailServer: Forwarder
let settings: Record<string, string>
let api: PartProcess
let worker: PartProcess
let root: string
let token: string
let queue: number
let content: string
let thaw: () => void = () => undefined

/** Each kind of server, and how it is frozen; the last two behind a forwarder that stops, because their processes are this one. */
const FREEZE = {
  postgres: () => freeze(postgres.server.pid),
  temporal: () => freeze(temporal.server.pid),
  store: () => (store.freeze(), () => store.thaw()),
  mail: () => (mailServer.freeze(), () => mailServer.thaw()),
}

beforeAll(async () => {
  postgres = await startPostgres({ home, port: await freePort(), password: 'frozen' })
  const choice = await resolveTemporal({ home, note: () => undefined })
  if (choice.kind !== 'binary') throw new Error('This test freezes the server, so it needs the program.')
  temporal = await startTemporal({ home, binary: choice.path, port: await freePort(), inMemory: true })
  s3 = await testS3()
  store = await forwardTo(Number(new URL(s3.blobs.endpoint).port))
  mailbox = await aMailbox()
  mailServer = await forwardTo(mailbox.port)
  const port = await freePort()
  root = `http://127.0.0.1:${port}/api/v1`
  settings = {
    SHEAF_HOME: home,
    PORT: String(port),
    DATABASE_URL: postgres.url,
    TEMPORAL_ADDRESS: temporal.address,
    S3_BUCKET: s3.blobs.bucket,
    S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    S3_REGION: s3.blobs.region,
    S3_ACCESS_KEY_ID: s3.blobs.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.blobs.secretAccessKey,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailServer.port),
    SMTP_TLS: 'off',
    SMTP_FROM: 'sheaf@sheaf.example',
    SECRET_KEY: 'a secret of more than thirty-two characters',
    SECRETS_KEY: 'another secret of more than thirty-two characters',
    DOCUMENT_PROCESSES: '1',
    REQUIRE_SANDBOX: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'info',
  }
  const db = openDatabase(postgres.url, { poolMax: 2 })
  await migrateUp(db)
  const names = { template_name: 'Tax Invoice EU Demo Template', name: 'Frozen', user_fullname: 'Frozen' }
  const made = await createOrganization(db, { ...names, user_email: USER, user_password: PASSWORD })
  queue = made.queue_id
  token = await createToken(db, made.who.user_id)
  await db.destroy()
  const connection = openTemporalConnection({ address: temporal.address })
  await prepareNamespace(connection, 'default', 1).finally(() => connection.close())
  await start()
  content = await imported(await upload('before'))
})

afterEach(() => {
  thaw()
  thaw = () => undefined
})

afterAll(async () => {
  thaw()
  await Promise.all([api, worker].map((part) => part?.stop()))
  await Promise.all([store, mailServer].map((forwarder) => forwarder?.close()))
  await mailbox?.close()
  await s3?.stop()
  await temporal?.stop()
  await postgres?.stop()
  rmSync(home, { recursive: true, force: true })
})

async function start(): Promise<void> {
  api = startPart('api', { settings, cwd: home })
  worker = startPart('worker', { settings: { ...settings, PORT: '' }, cwd: home })
  await Promise.all([api.printed('api is ready'), worker.printed('the worker is ready')])
}

const freezeServer = (name: keyof typeof FREEZE) => (thaw = FREEZE[name]())

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${root}/${path}`, { ...init, headers: { Authorization: `Bearer ${token}`, ...init.headers } })

const post = (path: string, body: object) =>
  call(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

async function upload(number: string): Promise<Response> {
  const body = new FormData()
  body.append('content', new Blob([new Uint8Array(await invoicePdf(number))]), `${number}.pdf`)
  return call(`uploads?queue=${queue}`, { method: 'POST', body })
}

const json = async (answer: Response): Promise<Record<string, unknown>> => (await answer.json()) as never

/** Waits until the document of an accepted upload is imported; returns the path of its file. */
async function imported(accepted: Response): Promise<string> {
  expect(accepted.status).toBe(202)
  const task = String((await json(accepted)).url).split('/v1/')[1]!
  const done = await until(
    async (): Promise<Record<string, unknown>> => json(await call(`${task}?no_redirect=true`)).catch(() => ({})),
    ({ status }) => status === 'succeeded',
    120,
  )
  expect(done.status).toBe('succeeded')
  const { results } = (await json(await call(`documents?ordering=-id&page_size=1`))) as { results: { id: number }[] }
  return `documents/${results[0]!.id}/content`
}

const statusOf = async (answer: Promise<Response>) => {
  const found = await answer
  await found.arrayBuffer()
  return { status: found.status, retryAfter: found.headers.get('Retry-After') }
}

/** Waits until the check answers with this status: its results are reused for some seconds. */
const becomes = (wanted: number, path = 'health/ready') =>
  until(
    async () => (await call(path)).status,
    (status) => status === wanted,
  )

describe('a frozen PostgreSQL', () => {
  const LATER = { status: 503, retryAfter: expect.stringMatching(/^[1-9]\d?$/) as string }
  const requests: [string, () => Promise<Response>][] = [
    ['a list', () => call('annotations')],
    ['one object', () => call(`queues/${queue}`)],
    ['a write', () => post('labels', { name: 'Frozen' })],
    ['a change', () => call(`queues/${queue}`, { method: 'PATCH', body: '{"name":"Frozen"}', headers: JSON_BODY })],
    ['an upload', () => upload('frozen')],
    ['a file', () => call(content)],
    ['an export', () => call(`queues/${queue}/export?format=csv&status=to_review`)],
    ['a login', () => post('auth/login', { username: USER, password: PASSWORD })],
    [
      'a request without credentials',
      () => fetch(`${root}/annotations`, { headers: { Authorization: 'Bearer none' } }),
    ],
  ]

  it('makes every request end with 503 before it continues, and needs no restart', { timeout: 180_000 }, async () => {
    await becomes(200)
    freezeServer('postgres')
    // Three of each: more than the pool has connections.
    const answers = [...requests, ...requests, ...requests].map(async ([name, ask]) => ({
      name,
      ...(await statusOf(ask())),
    }))
    const failures = () =>
      api
        .output()
        .split('\n')
        .filter((line) => line.includes('request failed'))
        .join('\n')
    for (const answer of await Promise.all(answers))
      expect(answer, answer.status === 500 ? failures() : '').toEqual({ name: answer.name, ...LATER })
    for (const path of ['health', 'health/ready']) await becomes(503, path)
    // And on new connections, after the old ones were given up.
    for (const [name, ask] of requests.slice(0, 3))
      expect({ name, ...(await statusOf(ask())) }).toEqual({ name, ...LATER })
    thaw()
    await becomes(200)
    await imported(await upload('after-postgres'))
  })
})

describe('a frozen store of files', () => {
  it(
    'makes requests that need it end with 503 before it continues, and needs no restart',
    { timeout: 180_000 },
    async () => {
      await becomes(200)
      freezeServer('store')
      const answers = await Promise.all([upload('frozen'), call(content)].map((answer) => statusOf(answer)))
      expect(answers.map(({ status }) => status)).toEqual([503, 503])
      await becomes(503)
      expect((await call('annotations')).status).toBe(200)
      thaw()
      await becomes(200)
      expect((await call(content)).status).toBe(200)
      await imported(await upload('after-store'))
    },
  )
})

describe('a frozen Temporal', () => {
  it('does not prevent uploads, which are imported when it continues', { timeout: 180_000 }, async () => {
    await becomes(200)
    freezeServer('temporal')
    await becomes(503)
    const accepted = await upload('while-temporal')
    expect(accepted.status).toBe(202)
    expect(await json(await call('health'))).toMatchObject({ status: 'degraded' })
    thaw()
    await imported(accepted)
    await becomes(200)
  })
})

describe('a frozen mail server', () => {
  it('holds no request, and gets the messages when it continues', { timeout: 180_000 }, async () => {
    freezeServer('mail')
    expect((await post('auth/password/reset', { email: USER })).status).toBe(200)
    await imported(await upload('while-mail'))
    thaw()
    const { letters } = mailbox
    await until(
      () => Promise.resolve(letters.length),
      (count) => count > 0,
      120,
    )
    expect(letters.map(({ to }) => to)).toEqual([[USER]])
  })
})

describe('a stop of the processes', () => {
  it.each(['postgres', 'temporal', 'store'] as const)(
    'ends them while this server is frozen: %s',
    { timeout: 180_000 },
    async (name) => {
      freezeServer(name)
      for (const { code, output } of await Promise.all([api.stop(), worker.stop()])) expect(code, output).toBe(0)
      thaw()
      await start()
    },
  )
})
