/** `sheaf backup` and `sheaf restore` of a whole installation. */
import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../db/knex.ts'
import { rotateKeys } from '../../src/domain/requests/rotate-keys.ts'
import { DEMO_PASSWORD, DEMO_USER } from '../../src/domain/people/demo.ts'
import type { HomeSecrets } from '../../src/provision/secrets.ts'
import { as, type Client } from '../support/as.ts'
import { removeHome, stackEnvironment, startUp, type StackProcess } from '../support/stack-process.ts'

const INVOICE = join(import.meta.dirname, '../../examples/documents/alder-finch-invoice.pdf')
const folder = mkdtempSync(join(tmpdir(), 'sheaf-backup-'))
const file = join(folder, 'whole.zip')
const homes: Record<string, string>[] = []

async function newHome(): Promise<Record<string, string>> {
  const env = await stackEnvironment()
  homes.push(env)
  return env
}

/** Runs a command of `sheaf`. */
function run(
  command: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; out: string }> {
  const path = join(import.meta.dirname, '../../src/cli/main.ts')
  const child = spawn(process.execPath, [path, command, ...args], { env: { ...process.env, ...env }, cwd: folder })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out })))
}

async function logIn(env: Record<string, string>): Promise<Client> {
  const root = `http://127.0.0.1:${env['PORT']}/api/v1`
  const { body } = await as(root).post('/auth/login', { username: DEMO_USER, password: DEMO_PASSWORD })
  return as(root, body.key)
}

const secretsOf = (env: Record<string, string>) =>
  JSON.parse(readFileSync(join(env['SHEAF_HOME']!, 'secrets.json'), 'utf8')) as HomeSecrets

const addressOf = (env: Record<string, string>, database = 'sheaf') =>
  `postgres://postgres:${secretsOf(env).postgres_password}@127.0.0.1:${env['POSTGRES_PORT']}/${database}`

/** Uploads the invoice and returns the path of its annotation once it is in review. */
async function importInvoice(client: Client): Promise<string> {
  const queue = (await client.get('/queues')).body.results[0].id as number
  const before = await newest(client)
  const form = new FormData()
  form.append('content', new Blob([readFileSync(INVOICE)], { type: 'application/pdf' }), 'invoice.pdf')
  expect((await client.post(`/uploads?queue=${queue}`, form)).status).toBe(202)
  await vi.waitUntil(async () => (await newest(client)) > before, { timeout: 30_000, interval: 100 })
  const path = `/annotations/${await newest(client)}`
  await reaches(client, path, 'to_review')
  return path
}

const newest = async (client: Client): Promise<number> =>
  (await client.get('/annotations?ordering=-id&page_size=1')).body.results[0]?.id ?? 0

const reaches = (client: Client, path: string, status: string) =>
  vi.waitUntil(async () => (await client.get(path)).body.status === status, { timeout: 90_000, interval: 100 })

describe('a backup', () => {
  let source: Record<string, string>
  let restored: Record<string, string>
  let stack: StackProcess
  /** What the API shows of the annotation before the backup. */
  let before: { path: string; content: unknown; changes: unknown; file: Buffer; hook: number }

  const read = async (client: Client, path: string) => {
    const { body } = await client.get(path)
    const content = (await client.get(`${path}/content`)).body
    const changes = (await client.get(`/value_changes?annotation=${path.split('/').at(-1)}`)).body.results
    return { content, changes, file: (await client.get(`${body.document}/content`)).body as Buffer }
  }

  /** Changes of values of this month and of one for which the restored database has no partition. */
  async function addChanges(): Promise<void> {
    const db = new pg.Client({ connectionString: addressOf(source) })
    await db.connect()
    await db.query(
      `insert into value_changes (organization_id, annotation_id, origin, after, "timestamp")
       select organization_id, a.id, 'user', 'kept', now() - make_interval(months => n) from annotations a, unnest('{5, 0}'::int[]) n`,
    )
    await db.end()
  }

  beforeAll(async () => {
    source = await newHome()
    restored = await newHome()
    stack = startUp(source)
    await stack.ready
    const client = await logIn(source)
    const hook = await client.post('/hooks', {
      name: 'Signed',
      type: 'webhook',
      events: ['annotation_content'],
      config: { url: 'https://hooks.example/', secret: 'shared secret' },
      queues: [],
    })
    expect(hook.status).toBe(201)
    const path = await importInvoice(client)
    await addChanges()
    before = { path, hook: hook.body.id as number, ...(await read(client, path)) }
    expect(await run('backup', [file], source)).toEqual({
      code: 0,
      out: expect.stringMatching(/whole\.zip: the database and \d+ files, with keys\n$/),
    })
    expect((await stack.stop()).code).toBe(0)
  }, 180_000)

  afterAll(async () => {
    await stack.stop()
    homes.forEach(removeHome)
    rmSync(folder, { recursive: true, force: true })
  })

  it('is readable by its owner only and replaces no file', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const again = await run('backup', [file], source)
    expect(again).toEqual({ code: 2, out: `${file} exists; name another file or move it.\n` })
  })

  it('can be made of an installation that is not running, and without files and keys', async () => {
    const small = join(folder, 'small.zip')
    const { code, out } = await run('backup', [small, '--without-blobs', '--without-keys'], source)
    expect([code, out.split('\n').at(-2)]).toEqual([0, `${small}: the database`])
    expect(readFileSync(small).includes(secretsOf(source).secrets_key)).toBe(false)
    expect(readFileSync(file).includes(before.file)).toBe(true)
    expect(readFileSync(small).includes(before.file)).toBe(false)
    const refused = await run('restore', [small], await newHome())
    expect(refused).toMatchObject({ code: 2, out: expect.stringContaining('SECRETS_KEY is not the key of the backup') })
  })

  it('restores into an empty home, where imports and reviews continue', { timeout: 180_000 }, async () => {
    const { code, out } = await run('restore', [file], restored)
    expect([code, out]).toEqual([0, expect.stringMatching(/^Restored the database of .* and \d+ files\.$/m)])
    const keys = ({ secret_key, secrets_key }: HomeSecrets) => ({ secret_key, secrets_key })
    expect(keys(secretsOf(restored))).toEqual(keys(secretsOf(source)))

    stack = startUp(restored)
    await stack.ready
    const client = await logIn(restored)
    const here = (value: unknown) =>
      JSON.parse(JSON.stringify(value).replaceAll(`:${source['PORT']}/`, `:${restored['PORT']}/`)) as unknown
    expect(await read(client, before.path)).toEqual({
      content: here(before.content),
      changes: before.changes,
      file: before.file,
    })
    expect(before.changes).toHaveLength(2)
    const db = openDatabase(addressOf(restored), { poolMax: 2, name: 'test' })
    const { secrets_key: secretsKey } = secretsOf(restored)
    const found = await rotateKeys(db, { secretsKey, secretsKeyPrevious: 'another' }, () => undefined)
    await db.destroy()
    expect(found.flatMap(({ unreadable }) => unreadable)).toEqual([])
    expect(found.reduce((sum, { current }) => sum + current, 0)).toBeGreaterThan(0)

    // Its workflow is in the Temporal of the source; the worker starts it here.
    await client.post(`${before.path}/start`)
    expect((await client.post(`${before.path}/confirm`)).status).toBe(204)
    await reaches(client, before.path, 'exported')
    expect(Number((await importInvoice(client)).split('/').at(-1))).toBeGreaterThan(
      Number(before.path.split('/').at(-1)),
    )
    expect(
      (
        await client.post('/hooks', {
          name: 'Next',
          type: 'webhook',
          config: { url: 'https://hooks.example/' },
          queues: [],
        })
      ).body.id,
    ).toBeGreaterThan(before.hook)
  })

  it('restores into the empty database of DATABASE_URL if the keys are the same', { timeout: 120_000 }, async () => {
    const admin = new pg.Client({ connectionString: addressOf(restored, 'postgres') })
    await admin.connect()
    await admin.query('create database copied')
    const { secrets_key } = secretsOf(source)
    const [secretFile, secretsFile] = [join(folder, 'secret-key'), join(folder, 'secrets-key')]
    const keyFiles = ['--secret-key', secretFile, '--secrets-key', secretsFile]
    const env = {
      DATABASE_URL: addressOf(restored, 'copied'),
      BLOBS_FOLDER: join(folder, 'blobs'),
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      PUBLIC_BASE_URL: 'https://sheaf.example',
      SHEAF_HOME: folder,
    }
    writeFileSync(secretsFile, 'another key, which is long enough')
    const wrong = await run('restore', [file, ...keyFiles], env)
    expect(wrong).toMatchObject({ code: 2, out: expect.stringContaining('SECRETS_KEY is not the key of the backup') })
    rmSync(secretsFile)
    expect(await run('restore', [file, ...keyFiles], env)).toMatchObject({ code: 0 })
    expect([readFileSync(secretsFile, 'utf8'), statSync(secretsFile).mode & 0o777]).toEqual([secrets_key, 0o600])
    expect(await run('restore', [file, ...keyFiles], env)).toEqual({
      code: 2,
      out: 'The database contains tables; restore into an empty database.\n',
    })
    await admin.query('create database second')
    const full = await run('restore', [file, ...keyFiles], { ...env, DATABASE_URL: addressOf(restored, 'second') })
    expect(full).toMatchObject({ code: 2, out: expect.stringContaining('The blob store contains files') })
    await admin.end()
  })

  it('is not restored into an installation that runs or has other keys', async () => {
    expect(await run('restore', [file], restored)).toMatchObject({
      code: 2,
      out: expect.stringContaining('already running'),
    })
    const other = await newHome()
    writeFileSync(join(other['SHEAF_HOME']!, 'secrets.json'), JSON.stringify({ secret_key: 'a', secrets_key: 'b' }))
    const { code, out } = await run('restore', [file], other)
    expect([code, out]).toEqual([2, expect.stringContaining('SECRETS_KEY is not the key of the backup')])
    expect(existsSync(join(other['SHEAF_HOME']!, 'postgres'))).toBe(false)
  })

  it('is refused if it is damaged or incomplete', async () => {
    const damaged = join(folder, 'damaged.zip')
    const bytes = readFileSync(file)
    bytes[bytes.indexOf(before.file) + 100]! ^= 1
    writeFileSync(damaged, bytes)
    const { code, out } = await run('restore', [damaged], await newHome())
    expect([code, out]).toEqual([
      2,
      expect.stringMatching(/^The restore failed: .*damaged\.zip is damaged at blobs\//m),
    ])
    copyFileSync(file, damaged)
    truncateSync(damaged, bytes.length - 1000)
    const cut = await run('restore', [damaged], await newHome())
    expect(cut).toEqual({ code: 2, out: expect.stringContaining('damaged.zip is not a complete backup') })
    expect(await run('restore', [join(folder, 'none.zip')], await newHome())).toMatchObject({ code: 2 })
  })
})
