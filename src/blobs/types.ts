import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, both included and counted from 0, as in HTTP; without `end` to the last. */
export type ByteRange = { start: number; end?: number }

/** Where files are kept. Every method fails with `BlobUnavailable` when the store itself is in trouble. */
export interface Blobs {
  /**
   * Writes all or nothing: readers see the old bytes or the new ones. With `ifAbsent` a blob that is there already stays.
   * An error of the given stream is thrown as it is. Answers whether the bytes were written.
   */
  put(key: string, body: Uint8Array | Readable, options?: PutOptions): Promise<boolean>
  /** All bytes; `BlobNotFound` when there are none under this key. */
  get(key: string): Promise<Buffer>
  /** The bytes as a stream; `BlobNotFound` before it begins, `RangeError` when the range begins beyond the end. */
  stream(key: string, range?: ByteRange): Promise<Readable>
  head(key: string): Promise<{ size: number } | null>
  /** Keys without a blob are no error. */
  delete(keys: string | readonly string[]): Promise<void>
  /** Deletes the blob and what a process that was killed while it wrote the key has left. Nothing may be writing it. */
  discard(key: string): Promise<void>
  /** The keys that begin with `prefix`, in no promised order. */
  list(prefix: string): AsyncIterable<string>
  /** Succeeds when blobs can be written and read. */
  check(): Promise<void>
}

export type PutOptions = { contentType?: string; ifAbsent?: boolean }

/** No blob has this key. */
export class BlobNotFound extends Error {
  readonly key: string

  constructor(key: string) {
    super(`There is no blob "${key}".`)
    this.name = 'BlobNotFound'
    this.key = key
  }
}

/** The store cannot be reached, is full or refuses; trying again later may help. */
export class BlobUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'BlobUnavailable'
  }
}

/** Keys are ours: segments of letters, digits and `._-`, none of them only dots, so that none can leave its folder. */
const keyPattern = /^(?!.*(?:^|\/)\.+(?:\/|$))[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/
const maxKeyLength = 200

/** Throws `TypeError`: a wrong key is an error of the caller, not of the store. */
export function checkKey(key: string): void {
  if (key.length > maxKeyLength || !keyPattern.test(key)) throw new TypeError(`"${key}" cannot be the key of a blob.`)
}

/** The text of a system or SDK error; some carry only a code or a name. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code || error.name : String(error)
