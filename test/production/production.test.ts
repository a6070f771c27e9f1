/**
 * `npm run test:production`: the service as operators install it, with real servers and without packages for development. Executes the
 * Dockerfile (test/support/dockerfile.ts), and runs api, worker and mail server as processes of their own from the tree of the image, and
 * from a checkout with `npm ci --omit=dev`.
 */
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../../db/knex.ts'
import { sizeOf } from '../../scripts/slim-packages.ts'
import { freePort } from '../../src/provision/ports.ts'
import { detectLevel } from '../../src/sandbox/isolation.ts'
import { readImage, root } from '../support/compose.ts'
import { buildImage, type Image } from '../support/dockerfile.ts'
import { aMailbox, type Mailbox } from '../support/mailbox.ts'
import { startPart, type PartProcess } from '../support/part-process.ts'
import { testS3, type TestS3 } from '../support/s3.ts'
import { work } from './work.ts'

const MINUTES = 60_000
/** In the image; the Dockerfile fails above it, too. */
const MEGABYTES = 700
const ADMIN = 'admin@example.org'
const PASSWORD = 'Kv7-quorlbast-93-Wenz'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-production-'))
const checkout = join(folder, 'checkout')
let image: Image
let s3: TestS3
let sink: Mailbox

/** Makes a checkout with the packages of `npm ci --omit=dev` and the screen that was built before. */
function makeCheckout(): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files
    .split('\0')
    .filter((name) => name && !/^(test|bench)\//.test(name) && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true })
    cpSync(join(root, file), join(checkout, file))
  }
  execFileSync('cp', ['-al', join(image.stage('packages'), 'sheaf/node_modules'), join(checkout, 'node_modules')])
  cpSync(join(image.stage('screen'), 'sheaf/web/dist'), join(checkout, 'web/dist'), { recursive: true })
}

beforeAll(async () => {
  image = await buildImage(folder)
  makeCheckout()
  s3 = await testS3()
  sink = await aMailbox()
}, 40 * MINUTES)
afterAll(async () => {
  await s3?.stop()
  await sink?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}, 5 * MINUTES)

/** Returns what a library or program is made for, from its first bytes: `linux-x64`, or undefined for other files. */
function platformOf(file: string): string | undefined {
  const head = Buffer.alloc(20)
  const handle = openSync(file, 'r')
  readSync(handle, head, 0, 20, 0)
  closeSync(handle)
  const machines: Record<number, string> = { 0x3e: 'x64', 0xb7: 'arm64' }
  if (head.subarray(0, 4).equals(Buffer.from('\x7fELF'))) return `linux-${machines[head.readUInt16LE(18)] ?? 'other'}`
  if (head.subarray(0, 2).equals(Buffer.from('MZ'))) return 'win32'
  return [0xfeedfacf, 0xcafebabe].includes(head.readUInt32LE(0)) || head.readUInt32BE(0) === 0xcafebabe
    ? 'darwin'
    : undefined
}

describe('the image', () => {
  const modules = () => join(image.folder, 'sheaf/node_modules')

  it(`has at most ${MEGABYTES} MB of packages`, () => {
    const megabytes = sizeOf(modules()) / 2 ** 20
    console.log(`node_modules of the image: ${Math.ceil(megabytes)} MB`)
    expect(megabytes).toBeGreaterThan(100)
    expect(megabytes).toBeLessThanOrEqual(MEGABYTES)
  })

  it('has no library for another platform, no second Node and no package for builds', () => {
    const found = readdirSync(modules(), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(node|dylib|dll|exe|so(\.\d+)*)$|\/bin\/[\w-]+$/.test(name))
      .map((name) => join(modules(), name))
      .filter((file) => statSync(file).isFile())
      .map((file) => [platformOf(file), file] as const)
    const own = `${process.platform}-${process.arch}`
    expect(found.filter(([platform]) => platform === own).length).toBeGreaterThan(3)
    expect(found.filter(([platform]) => platform && platform !== own)).toEqual([])
    for (const name of ['node', 'typescript', 'vite', 'vitest', 'vue'])
      expect([name, existsSync(join(modules(), name))]).toEqual([name, false])
  })

  it('has the screen, the models, and the system packages that the sandbox needs', () => {
    for (const file of [
      'sheaf/web/dist/index.html',
      'usr/share/sheaf/models/pp-ocrv6-small-rec.onnx',
      'usr/local/bin/sheaf',
    ])
      expect(existsSync(join(image.folder, file)), file).toBe(true)
    const installed = image
      .calls()
      .filter((call) => call.startsWith('apt-get install'))
      .join(' ')
    for (const name of ['bubblewrap', 'tesseract-ocr', 'tini']) expect(installed).toContain(name)
    expect(image.calls()).toContainEqual(expect.stringMatching(/^chown node:node \S+\/var\/lib\/sheaf/))
  })
})

interface Installation {
  root: string
  /** The file that runs commands. */
  program: string
  settings: Record<string, string>
}

const INSTALLATIONS: Record<string, () => Installation> = {
  'the image, with an S3 store': () => ({
    root: join(image.folder, 'sheaf'),
    program: 'src/cli/main.ts',
    settings: {
      ...readImage().env,
      SHEAF_MODELS: join(image.folder, 'usr/share/sheaf/models'),
      S3_ENDPOINT: s3.blobs.endpoint,
      S3_BUCKET: s3.blobs.bucket,
      S3_ACCESS_KEY_ID: s3.blobs.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.blobs.secretAccessKey,
    },
  }),
  'npm ci --omit=dev, with a folder': () => ({
    root: checkout,
    program: 'bin/sheaf.mjs',
    settings: { BLOBS_FOLDER: join(folder, 'files') },
  }),
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

describe.each(Object.entries(INSTALLATIONS))('%s', (name, installation) => {
  const database = `sheaf_production_${randomBytes(4).toString('hex')}`
  const running: PartProcess[] = []
  const home = join(folder, database)
  const ports = { api: 0, smtp: 0 }
  let install: Installation
  let settings: Record<string, string>

  async function asAdmin(statement: string): Promise<void> {
    const admin = openDatabase(inject('postgresAdminUrl'), { poolMax: 1, name: 'sheaf-test-production' })
    await admin.raw(statement)
    await admin.destroy()
  }

  beforeAll(async () => {
    install = installation()
    Object.assign(ports, { api: await freePort(), smtp: await freePort() })
    await asAdmin(`create database ${database}`)
    mkdirSync(home)
    settings = {
      ...install.settings,
      DATABASE_URL: inject('postgresAdminUrl').replace(/\/postgres$/, `/${database}`),
      TEMPORAL_ADDRESS: inject('temporalAddress'),
      TEMPORAL_NAMESPACE: database.replaceAll('_', '-'),
      SECRET_KEY: randomBytes(32).toString('hex'),
      SECRETS_KEY: randomBytes(32).toString('hex'),
      SHEAF_HOME: home,
      HOST: '127.0.0.1',
      PORT: String(ports.api),
      PUBLIC_BASE_URL: `http://127.0.0.1:${ports.api}/api`,
      MAIL_DOMAIN: 'in.example.org',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(sink.port),
      SMTP_TLS: 'off',
      SMTP_FROM: 'sheaf@example.org',
      // The level of this machine: what the sandbox guards is tested elsewhere.
      REQUIRE_SANDBOX: { namespaces: '1', user: 'user', process: '0' }[detectLevel()],
    }
  })
  afterAll(async () => {
    await Promise.all(running.map((part) => part.stop()))
    await asAdmin(`drop database if exists ${database} with (force)`)
  }, 3 * MINUTES)

  function sheaf(args: string[], more: Record<string, string> = {}): PartProcess {
    const part = startPart(install.program, { settings: { ...settings, ...more }, args, cwd: home, root: install.root })
    running.push(part)
    return part
  }
  const health = async (role: string) => (await sheaf(['health', role], { MAIL_PORT: String(ports.smtp) }).ended).code

  it('prepares empty servers and the first organization', { timeout: 5 * MINUTES }, async () => {
    const prepared = await sheaf(['setup']).ended
    expect(prepared, prepared.output).toMatchObject({ code: 0 })
    const template = ['--template', 'Tax Invoice EU Demo Template']
    const made = await sheaf(['organization', 'create', 'Example', '--admin', ADMIN, ...template], {
      SHEAF_PASSWORD: PASSWORD,
    }).ended
    expect(made, made.output).toMatchObject({ code: 0 })
  })

  it(
    'runs a document, both kinds of functions, mail in and out, and an export',
    { timeout: 15 * MINUTES },
    async () => {
      const parts = {
        api: sheaf(['api']),
        worker: sheaf(['worker']),
        smtp: sheaf(['smtp'], { MAIL_PORT: String(ports.smtp) }),
      }
      await parts.api.printed('api is ready')
      await parts.worker.printed('the worker is ready')
      await parts.smtp.printed('smtp is ready')
      for (const role of Object.keys(parts)) expect([role, await health(role)]).toEqual([role, 0])
      const api = `http://127.0.0.1:${ports.api}/api/v1`
      await work({ api, username: ADMIN, password: PASSWORD, mailPort: ports.smtp, sink })
      for (const path of ['/app/', '/api/docs', '/api/docs/scalar.js'])
        expect([path, (await fetch(`http://127.0.0.1:${ports.api}${path}`)).status]).toEqual([path, 200])
      expect(existsSync(join(install.root, 'node_modules/vitest'))).toBe(false)

      await parts.smtp.stop()
      expect(await health('smtp')).toBe(1)
      parts.api.kill('SIGKILL')
      await parts.api.ended
      // Of bin/sheaf.mjs, this is the process that has started the api.
      await expect.poll(() => answers(ports.api), { timeout: MINUTES }).toBe(false)
      expect([name, await health('api')]).toEqual([name, 1])
    },
  )
})
