/**
 * `npm run test:production -- image`: the image without Docker, with real servers. Executes the Dockerfile (test/support/dockerfile.ts), and runs api,
 * worker and mail server as processes of their own from its tree.
 */
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../scripts/slim-packages.ts'
import { readImage } from '../support/compose.ts'
import { buildImage, type Image } from '../support/dockerfile.ts'
import { testS3, type TestS3 } from '../support/s3.ts'
import { describeInstallation, MINUTES } from './installation.ts'

/** In the image; the Dockerfile fails above it, too. */
const MEGABYTES = 700

const folder = mkdtempSync(join(tmpdir(), 'sheaf-production-'))
let image: Image
let s3: TestS3

beforeAll(async () => {
  image = await buildImage(folder)
  s3 = await testS3()
}, 40 * MINUTES)
afterAll(async () => {
  await s3?.stop()
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
    for (const name of ['node', 'typescript', 'vite', 'vitest', 'vue', 'papaparse'])
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

describeInstallation('the image, with an S3 store', folder, () => ({
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
}))
