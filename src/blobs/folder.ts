import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { relay } from './relay.ts'
import {
  BlobNotFound,
  BlobUnavailable,
  checkKey,
  reasonOf,
  type Blobs,
  type ByteRange,
  type PutOptions,
} from './types.ts'

const temporary = '.tmp'
/** Temporary files older than this were left by a process that crashed while writing. */
const staleAfterMs = 24 * 3_600_000

/** Returns the prefix of the draft names of a key; no other key has the same prefix. */
const draftsOf = (key: string) => `${key.replaceAll('/', '~')}~~`

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/**
 * Stores blobs as files in one folder, distributed by a hash of the key over two levels of 256 subfolders each, so that no folder grows
 * large. The file name is the key with `~` in place of `/`. Several processes may use the same folder.
 */
export class FolderBlobs implements Blobs {
  readonly #folder: string
  #prepared: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(key: string, body: Uint8Array | Readable, { ifAbsent = false }: PutOptions = {}): Promise<boolean> {
    const path = this.#pathOf(key)
    return this.#attempt(key, async () => {
      const draft = join(this.#folder, temporary, draftsOf(key) + randomUUID())
      try {
        await writeDurably(draft, body)
        await this.#makeFolders(path)
        if (!ifAbsent) await rename(draft, path)
        else if (!(await linkIfAbsent(draft, path))) return false
        await syncFolder(dirname(path))
        return true
      } catch (error) {
        // An error of the caller's stream is not an error of the store.
        if (body instanceof Readable && body.errored === error) throw new SourceError(error)
        throw error
      } finally {
        await rm(draft, { force: true }).catch(() => undefined)
      }
    })
  }

  async get(key: string): Promise<Buffer> {
    const path = this.#pathOf(key)
    return this.#attempt(key, () => readFile(path))
  }

  async stream(key: string, range?: ByteRange): Promise<Readable> {
    const path = this.#pathOf(key)
    return this.#attempt(key, async () => {
      const file = await open(path)
      const { size } = await file.stat()
      if (range && range.start >= size) {
        await file.close()
        throw new RangeError(`The blob "${key}" has only ${size} bytes.`)
      }
      return relay(createReadStream(path, { fd: file, ...range }), (error) => this.#unavailable(error))
    })
  }

  async head(key: string): Promise<{ size: number } | null> {
    const path = this.#pathOf(key)
    return this.#attempt(key, async () => ({ size: (await stat(path)).size })).catch((error: unknown) => {
      if (error instanceof BlobNotFound) return null
      throw error
    })
  }

  async delete(keys: string | readonly string[]): Promise<void> {
    const paths = [keys].flat().map((key) => [key, this.#pathOf(key)] as const)
    for (const [key, path] of paths) {
      await this.#attempt(key, () => unlink(path)).catch((error: unknown) => {
        if (!(error instanceof BlobNotFound)) throw error
      })
    }
  }

  async discard(key: string): Promise<void> {
    await this.delete(key)
    await this.#attempt(key, async () => {
      for (const name of await readdir(join(this.#folder, temporary)))
        if (name.startsWith(draftsOf(key))) await rm(join(this.#folder, temporary, name), { force: true })
    })
  }

  async *list(prefix: string): AsyncGenerator<string> {
    const start = prefix.replaceAll('/', '~')
    const read = (...parts: string[]) => this.#attempt(prefix, () => readdir(join(this.#folder, ...parts)))
    for (const first of await read()) {
      if (first === temporary) continue
      for (const second of await read(first)) {
        for (const name of await read(first, second)) if (name.startsWith(start)) yield name.replaceAll('~', '/')
      }
    }
  }

  async check(): Promise<void> {
    const probe = join(this.#folder, temporary, randomUUID())
    await this.#attempt('', async () => {
      await writeDurably(probe, Buffer.from('ok'))
      await unlink(probe)
    })
  }

  #pathOf(key: string): string {
    checkKey(key)
    const hash = createHash('sha256').update(key).digest('hex')
    return join(this.#folder, hash.slice(0, 2), hash.slice(2, 4), key.replaceAll('/', '~'))
  }

  /** The folder is created once. If it disappears later (an unmounted volume), it is not created again. */
  #prepare(): Promise<void> {
    this.#prepared ??= prepareFolder(this.#folder).catch((error: unknown) => {
      this.#prepared = undefined
      throw error
    })
    return this.#prepared
  }

  async #makeFolders(path: string): Promise<void> {
    for (const folder of [dirname(dirname(path)), dirname(path)]) {
      await mkdir(folder).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error
      })
    }
  }

  /** Runs `act`, and converts its errors to the errors of the interface. */
  async #attempt<T>(key: string, act: () => Promise<T>): Promise<T> {
    try {
      await this.#prepare()
      return await act()
    } catch (error) {
      if (error instanceof SourceError) throw error.cause
      if (error instanceof RangeError) throw error
      if (codeOf(error) === 'ENOENT' && (await isFolder(this.#folder))) throw new BlobNotFound(key)
      throw this.#unavailable(error)
    }
  }

  #unavailable(error: unknown): BlobUnavailable {
    return new BlobUnavailable(`The blob folder (${this.#folder}) cannot be used: ${reasonOf(error)}`, error)
  }
}

class SourceError extends Error {
  constructor(cause: unknown) {
    super('The source of a blob failed.', { cause })
  }
}

async function prepareFolder(folder: string): Promise<void> {
  const drafts = join(folder, temporary)
  await mkdir(drafts, { recursive: true })
  const oldest = Date.now() - staleAfterMs
  for (const name of await readdir(drafts)) {
    const found = await stat(join(drafts, name)).catch(() => null)
    if (found && found.mtimeMs < oldest) await rm(join(drafts, name), { force: true })
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Writes a file and flushes it to disk. */
async function writeDurably(path: string, body: Uint8Array | Readable): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(body)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Creates a hard link atomically; returns false if the path exists. */
async function linkIfAbsent(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Flushes a folder to disk; without it, a new file name may not survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
