import { Transform, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { migrationNames } from '../../db/migrate.ts'
import { messageOf, ProvisionError } from '../provision/problem.ts'
import { FORMAT, type Keys, type Manifest } from './format.ts'

export interface Backup {
  manifest: Manifest
  /** Null in a backup without keys. */
  keys: Keys | null
  /** Opens `database/<table>.copy`. */
  table(name: string): Promise<Readable>
  /** Yields the blobs. A key that occurs twice changed during the backup; the last one is current. */
  blobs(): AsyncIterable<{ key: string; body: Readable }>
  close(): void
}

const BLOBS = 'blobs/'

/** Opens a backup. Throws ProvisionError if the file is not a complete backup, or was written by a newer release. */
export async function openBackup(file: string): Promise<Backup> {
  const zip = await open(file)
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) if (!entry.fileName.startsWith(BLOBS)) entries.set(entry.fileName, entry)
    const read = async (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw new ProvisionError(`${file} is not a complete backup: it contains no ${name}.`)
      return checked(zip, entry, file)
    }
    const json = async (name: string): Promise<unknown> => JSON.parse((await buffer(await read(name))).toString())
    const manifest = (await json('manifest.json')) as Manifest
    await requireKnown(manifest, file)
    const keys = entries.has('secrets.json') ? ((await json('secrets.json')) as Keys) : null
    return {
      manifest,
      keys,
      table: (name) => read(`database/${name}.copy`),
      blobs: () => blobsOf(file),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function open(file: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(file, { autoClose: false })
  } catch (error) {
    throw new ProvisionError(`${file} is not a complete backup (${messageOf(error)}).`)
  }
}

async function requireKnown({ format, migrations }: Manifest, file: string): Promise<void> {
  const known = await migrationNames()
  if (format > FORMAT || migrations.some((name) => !known.includes(name)))
    throw new ProvisionError(`${file} was written by a newer release; restore it with that release.`)
}

/** Reads the list of entries again, so that it is never in memory as a whole. */
async function* blobsOf(file: string): AsyncGenerator<{ key: string; body: Readable }> {
  const zip = await open(file)
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.startsWith(BLOBS)) continue
      yield { key: entry.fileName.slice(BLOBS.length), body: await checked(zip, entry, file) }
    }
  } finally {
    zip.close()
  }
}

/** Returns the content of an entry, which fails with ProvisionError at its end if its checksum differs. */
async function checked(zip: ZipFile, entry: Entry, file: string): Promise<Readable> {
  const content = await zip.openReadStreamPromise(entry)
  let sum = 0
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush(done) {
      done(sum === entry.crc32 ? null : new ProvisionError(`${file} is damaged at ${entry.fileName}.`))
    },
  })
  content.on('error', (error) => check.destroy(error))
  // The reader of a small entry may begin after its end; it finds the error in the stream.
  check.on('error', () => undefined)
  return content.pipe(check)
}
