/** Streams uploaded files into the blob store before the rest of the request is processed. */
import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { BlobUnavailable } from '../../blobs/index.ts'
import type { Deps } from '../../deps.ts'
import { essenceOf } from './essence.ts'
import { recogniseFile } from './file-type.ts'
import { discardPending, documentKey, notePending } from './pending-files.ts'
import { newS3Name, storableName, storeFailed, type StoredFile } from './stored-file.ts'

/** Bytes kept from the beginning of a file to recognize its type. */
const HEAD = 64 * 1024
/** Maximum number of names recorded in one statement. */
const MAX_NAMES = 64

/** The files of one request. `discard` deletes those that no row refers to at its end. */
export class FileReceiver {
  readonly #deps: Pick<Deps, 'db' | 'blobs' | 'log'>
  readonly #noted: string[] = []
  readonly #used = new Set<string>()
  readonly #open = new Set<Promise<unknown>>()
  #lastName: Promise<unknown> = Promise.resolve()

  constructor(deps: Pick<Deps, 'db' | 'blobs' | 'log'>) {
    this.#deps = deps
  }

  /**
   * Returns a stream for the content of a file, and a promise of its metadata after all of it has been stored. `stored` rejects with the
   * error that destroyed the stream, or with 503 if the blob store fails. The stream is then destroyed too, with any error.
   */
  open(name: string): { stream: Transform; stored: Promise<StoredFile> } {
    const stream = new Passing()
    const stored = this.#store(storableName(name), stream).catch((error: Error) => {
      stream.destroy(error)
      throw error
    })
    const settled: Promise<unknown> = stored.catch(() => undefined).finally(() => this.#open.delete(settled))
    this.#open.add(settled)
    // `stored` rejects with the error of a destroyed stream.
    stream.on('error', () => undefined)
    return { stream, stored }
  }

  /** Deletes the files that no row refers to. Open streams must have been ended or destroyed before. */
  async discard(): Promise<void> {
    await Promise.all(this.#open)
    await discardPending(this.#deps, this.#noted, this.#used)
  }

  async #store(name: string, stream: Passing): Promise<StoredFile> {
    const s3_name = await this.#nextName()
    const key = documentKey(s3_name)
    if (stream.errored) throw stream.errored
    try {
      await this.#deps.blobs.put(key, stream)
    } catch (error) {
      throw error instanceof BlobUnavailable ? storeFailed(this.#deps, error) : error
    }
    const { size, head, sha256, md5 } = stream.facts()
    const mime_type = recogniseFile(await essenceOf(this.#deps, key, head, size), name)
    return { name, s3_name, mime_type, size, sha256, md5 }
  }

  /** Returns a recorded name. Names are recorded in growing groups, so that fifty small files do not cost fifty statements. */
  #nextName(): Promise<string> {
    const next = this.#lastName.then(async () => {
      if (this.#used.size === this.#noted.length) {
        const count = Math.min(MAX_NAMES, Math.max(1, this.#noted.length))
        const names = Array.from({ length: count }, newS3Name)
        await notePending(this.#deps.db, names)
        this.#noted.push(...names)
      }
      const name = this.#noted[this.#used.size]!
      this.#used.add(name)
      return name
    })
    this.#lastName = next.catch(() => undefined)
    return next
  }
}

/** Passes bytes through and computes size, hashes and head. */
class Passing extends Transform {
  readonly #sha256 = createHash('sha256')
  readonly #md5 = createHash('md5')
  readonly #head: Buffer[] = []
  #headSize = 0
  #size = 0

  override _transform(chunk: Buffer, _: string, done: TransformCallback): void {
    this.#sha256.update(chunk)
    this.#md5.update(chunk)
    this.#size += chunk.length
    if (this.#headSize < HEAD) {
      const piece = chunk.subarray(0, HEAD - this.#headSize)
      this.#head.push(piece)
      this.#headSize += piece.length
    }
    done(null, chunk)
  }

  /** Metadata of the whole file; may be called once, at its end. */
  facts() {
    return {
      size: this.#size,
      head: Buffer.concat(this.#head),
      sha256: this.#sha256.digest('hex'),
      md5: this.#md5.digest('hex'),
    }
  }
}
