import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import {
  codeOf,
  deleteDrafts,
  DRAFTS,
  draftsOf,
  filesIn,
  formerPlaceOf,
  isFolder,
  keyOf,
  linkIfAbsent,
  makeFolders,
  placeOf,
  prepareFolder,
  subfolderOf,
  syncFolder,
  writeDurably,
} from './folder-files.ts'
import { relay } from './relay.ts'
import {
  BlobNotFound,
  BlobUnavailable,
  checkKey,
  contentOf,
  reasonOf,
  REMAINS_AFTER_MS,
  SourceError,
  type BlobFacts,
  type Blobs,
  type ByteRange,
  type PutOptions,
} from './types.ts'

/**
 * Stores blobs as files in one folder, distributed by a hash of the key over two levels of 256 subfolders each, so that no folder grows
 * large. Keys of three or more segments are distributed by their first two, so that `list` with such a prefix reads one subfolder. The file
 * name is the key with `~` in place of `/`. Several processes may use the same folder.
 */
export class FolderBlobs implements Blobs {
  readonly #folder: string
  #prepared: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(key: string, body: Uint8Array | Readable, options: PutOptions = {}): Promise<boolean> {
    if (!(body instanceof Readable)) return this.#write(key, body, options)
    return this.#write(key, contentOf(body), options).finally(() => body.destroy())
  }

  async #write(
    key: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    { ifAbsent = false }: PutOptions,
  ): Promise<boolean> {
    const path = this.#pathOf(key)
    return this.#attempt(key, async () => {
      const draft = join(this.#folder, DRAFTS, draftsOf(key) + randomUUID())
      try {
        await writeDurably(draft, content)
        await makeFolders(path)
        if (!ifAbsent) await rename(draft, path)
        else if (!(await linkIfAbsent(draft, path))) return false
        await syncFolder(dirname(path))
        return true
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

  async head(key: string): Promise<BlobFacts | null> {
    const path = this.#pathOf(key)
    return this.#attempt(key, async () => {
      const { size, mtime } = await stat(path)
      return { size, modified: mtime }
    }).catch((error: unknown) => {
      if (error instanceof BlobNotFound) return null
      throw error
    })
  }

  async delete(keys: string | readonly string[]): Promise<void> {
    const places = [keys].flat().flatMap((key) => {
      const former = formerPlaceOf(key)
      return [this.#pathOf(key), ...(former ? [join(this.#folder, former)] : [])].map((path) => ({ key, path }))
    })
    for (const { key, path } of places)
      await this.#attempt(key, () => unlink(path)).catch((error: unknown) => {
        if (!(error instanceof BlobNotFound)) throw error
      })
  }

  async discard(key: string): Promise<void> {
    await this.delete(key)
    await this.#attempt(key, async () => {
      for (const name of await readdir(join(this.#folder, DRAFTS)))
        if (name.startsWith(draftsOf(key))) await rm(join(this.#folder, DRAFTS, name), { force: true })
    })
  }

  async *list(prefix: string): AsyncGenerator<string> {
    const start = prefix.replaceAll('/', '~')
    for await (const name of this.#names(prefix)) if (name.startsWith(start)) yield keyOf(name)
  }

  async *#names(prefix: string): AsyncGenerator<string> {
    const only = subfolderOf(prefix)
    if (only) {
      const found = await this.#attempt(prefix, () => readdir(join(this.#folder, ...only))).catch((error: unknown) => {
        if (error instanceof BlobNotFound) return []
        throw error
      })
      yield* found
      return
    }
    await this.#attempt(prefix, async () => undefined)
    try {
      for await (const { name } of filesIn(this.#folder)) yield name
    } catch (error) {
      throw this.#unavailable(error)
    }
  }

  async deleteRemains(): Promise<number> {
    return this.#attempt('', () => deleteDrafts(this.#folder, REMAINS_AFTER_MS))
  }

  async create(): Promise<boolean> {
    if (await isFolder(this.#folder)) return false
    await this.#attempt('', async () => undefined)
    return true
  }

  async check(): Promise<void> {
    const probe = join(this.#folder, DRAFTS, randomUUID())
    await this.#attempt('', async () => {
      await writeDurably(probe, Buffer.from('ok'))
      await unlink(probe)
    })
  }

  #pathOf(key: string): string {
    checkKey(key)
    return join(this.#folder, placeOf(key))
  }

  /** The folder is created once. If it disappears later (an unmounted volume), it is not created again. */
  #prepare(): Promise<void> {
    this.#prepared ??= prepareFolder(this.#folder, REMAINS_AFTER_MS).catch((error: unknown) => {
      this.#prepared = undefined
      throw error
    })
    return this.#prepared
  }

  /** Runs `act`, and converts its errors to the errors of the interface. */
  async #attempt<T>(key: string, act: () => Promise<T>): Promise<T> {
    try {
      await this.#prepare()
      return await act()
    } catch (error) {
      // An error of the caller's stream is not an error of the store.
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
