/** Processes of the service beside prepared servers, and settings that are wrong in one way each. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '../../db/knex.ts'
import { openBlobs } from '../../src/blobs/index.ts'
import { readConfig } from '../../src/config.ts'
import { CHECKS, type Part } from '../../src/domain/readiness/index.ts'
import { openTemporal } from '../../src/open-deps.ts'
import { freePort } from '../../src/provision/ports.ts'
import { shareBundles } from './caches.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { startPart, type PartProcess } from './part-process.ts'
import { testS3, type TestS3 } from './s3.ts'
import { testTemporal, type TestTemporal } from './temporal.ts'

export let folder: string
export let temporal: TestTemporal
let database: TestDatabase
let s3: TestS3
let env: Record<string, string>
const running: PartProcess[] = []

/** Prepares a database, a namespace of Temporal and a folder of files for the tests of a file, whose processes run in `folder`. */
export function usePreparedServers(): void {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sheaf-prepared-'))
    mkdirSync(join(folder, 'home'))
    shareBundles(join(folder, 'home'))
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
    await Promise.all(running.splice(0).map((part) => part.stop()))
    await s3.stop()
    await temporal.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })
}

const changed = (url: string, change: (url: URL) => void): string => {
  const made = new URL(url)
  change(made)
  return made.href
}
export const wrongPassword = () => changed(database.url, (url) => void (url.password = 'wrong'))
export const wrongDatabase = () => changed(database.url, (url) => void (url.pathname = '/no_such_database'))
/** An S3 server without the bucket. */
export const store = () => {
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
export const blocked = () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  return { BLOBS_FOLDER: join(file, 'blobs') }
}

/** Returns the sentences of a check with these settings. */
export async function problems(part: Part, settings: Record<string, string> = {}): Promise<string[]> {
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

/** Starts a command of `sheaf` with the settings of the prepared servers and these; it is stopped after the tests. */
export function start(
  file: string,
  settings: Record<string, string>,
  options: { args?: string[]; before?: string[] } = {},
) {
  const part = startPart(file, { settings: { ...env, ...settings }, cwd: folder, ...options })
  running.push(part)
  return part
}

/** Runs a command of `sheaf` until it ends. */
export const run = (file: string, settings: Record<string, string> = {}, args: string[] = []) =>
  start(file, settings, { args }).ended

/** Runs `work` while another program uses the port; 0 is any free one. */
export async function whileTaken<T>(port: number, work: (port: number) => Promise<T>): Promise<T> {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  try {
    return await work((other.address() as AddressInfo).port)
  } finally {
    other.close()
  }
}
