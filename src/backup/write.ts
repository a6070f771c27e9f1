import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ZipFile } from 'yazl'
import { openClient } from '../../db/client.ts'
import { endClient } from '../../db/end-client.ts'
import { BlobNotFound, type Blobs } from '../blobs/index.ts'
import { ProvisionError } from '../provision/problem.ts'
import { copySource, FORMAT, hashesOf, type Keys, type Manifest } from './format.ts'

export interface BackupSource {
  databaseUrl: string
  keys: Keys
  /** Null leaves the files of documents out. */
  blobs: Blobs | null
}

export interface BackupOptions {
  /** Whether the backup contains the keys themselves and not only their hashes. */
  withKeys: boolean
  /** Receives progress messages. */
  note: (sentence: string) => void
}

/** Clocks of the store and of this machine may differ by this time, in milliseconds. */
const CLOCK_SKEW_MS = 60_000
const NOTE_AFTER = 1_000

/**
 * Writes a backup of the database, the files of documents and the keys to `file`, readable by its owner only. Safe while the service runs:
 * blobs are copied before the snapshot of the database, and those written in the meantime after it, so that every document of the
 * snapshot has its files unless it was removed during the backup. The file appears when it is complete. Returns the number of blobs.
 * Throws ProvisionError if the file exists.
 */
export async function writeBackup(
  source: BackupSource,
  file: string,
  { withKeys, note }: BackupOptions,
): Promise<{ blobs: number }> {
  if (existsSync(file)) throw new ProvisionError(`${file} exists; name another file or move it.`)
  const draft = `${file}.part`
  const client = openClient(source.databaseUrl, 'sheaf-backup', 'maintenance')
  const zip = new ZipFile()
  // Not a file that others have prepared: they could read it.
  await rm(draft, { force: true })
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600 })
  const written = pipeline(zip.outputStream as Readable, output)
  // Without a handler, an error before the first `add` would end the process.
  written.catch(() => undefined)
  const add: Add = async (stream, name, compress) => {
    zip.addReadStream(stream, name, { compress, mode: 0o600 })
    // Rejects with the error of either side: an unwritable file would leave the stream waiting.
    await Promise.race([ended(stream), written.then(() => Promise.reject(new Error(`${draft} ended early.`)))])
  }
  try {
    await client.connect()
    const addBlobs = source.blobs ? blobCopier(source.blobs, add, note) : () => Promise.resolve(0)
    await addBlobs()
    note('Copying the database.')
    const database = await addDatabase(client, add)
    const blobs = await addBlobs()
    const manifest: Manifest = { ...database, keys: hashesOf(source.keys), blobs: source.blobs !== null }
    if (withKeys) addJson(zip, 'secrets.json', source.keys)
    addJson(zip, 'manifest.json', manifest)
    zip.end()
    await written
    await rename(draft, file)
    return { blobs }
  } catch (error) {
    output.destroy()
    await rm(draft, { force: true })
    throw error
  } finally {
    await endClient(client)
  }
}

type Add = (stream: Readable, name: string, compress: boolean) => Promise<void>

const addJson = (zip: ZipFile, name: string, value: unknown) =>
  zip.addBuffer(Buffer.from(JSON.stringify(value, null, 1)), name, { mode: 0o600 })

const ended = (stream: Readable): Promise<void> =>
  new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject))

/** Returns a function that adds the blobs it has not added yet, or that changed since, and returns the number of different blobs. */
function blobCopier(store: Blobs, add: Add, note: BackupOptions['note']): () => Promise<number> {
  const copied = new Set<string>()
  const since = new Date(Date.now() - CLOCK_SKEW_MS)
  const isCurrent = async (key: string) => {
    if (!copied.has(key)) return false
    const facts = await store.head(key)
    return facts === null || facts.modified < since
  }
  return async () => {
    for await (const key of store.list('')) {
      if (await isCurrent(key)) continue
      const stream = await store.stream(key).catch((error: unknown) => {
        // It was removed after it was listed.
        if (error instanceof BlobNotFound) return null
        throw error
      })
      if (!stream) continue
      await add(stream, `blobs/${key}`, false)
      copied.add(key)
      if (copied.size % NOTE_AFTER === 0) note(`Copied ${copied.size} files.`)
    }
    return copied.size
  }
}

/** Adds all tables as of one moment. */
async function addDatabase(client: pg.Client, add: Add): Promise<Omit<Manifest, 'keys' | 'blobs'>> {
  await client.query('begin isolation level repeatable read read only')
  // The service's limit on statements may be set on the role; a large table takes longer.
  await client.query('set local statement_timeout = 0')
  const { rows: tables } = await client.query<Manifest['tables'][number]>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'
      group by c.relname order by c.relname`,
  )
  const { rows: done } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  for (const table of tables)
    await add(client.query(copyTo(`copy ${copySource(table)} to stdout`)), `database/${table.name}.copy`, true)
  // Sequences have no snapshot: read after the tables, they are at least as high as any id there.
  const { rows: sequences } = await client.query<Manifest['sequences'][number]>(
    `select sequencename as name, last_value::text from pg_sequences where schemaname = 'public'`,
  )
  await client.query('commit')
  return {
    format: FORMAT,
    created_at: new Date().toISOString(),
    migrations: done.map(({ name }) => name),
    tables,
    sequences,
  }
}
