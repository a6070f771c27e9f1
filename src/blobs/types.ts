import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, inclusive and counted from 0, as in HTTP; without `end`, to the last byte. */
export type ByteRange = { start: number; end?: number }

/** File store. All methods fail with `BlobUnavailable` if the store is unavailable. */
export interface Blobs {
  /**
   * Writes atomically: readers see either the old or the new bytes. With `ifAbsent`, an existing blob is kept.
   * A given stream is destroyed at the end; its errors are rethrown unchanged. Returns whether the bytes were written.
   */
  put(key: string, body: Uint8Array | Readable, options?: PutOptions): Promise<boolean>
  /** Returns all bytes. Throws `BlobNotFound` if the key does not exist. */
  get(key: string): Promise<Buffer>
  /** Returns the bytes as a stream. Throws `BlobNotFound`, or `RangeError` if the range begins beyond the end. */
  stream(key: string, range?: ByteRange): Promise<Readable>
  head(key: string): Promise<BlobFacts | null>
  /** Deletes blobs; missing keys are ignored. */
  delete(keys: string | readonly string[]): Promise<void>
  /** Deletes the blob, and the remains of interrupted writes of the key. No write of the key may be in progress. */
  discard(key: string): Promise<void>
  /** Deletes what interrupted writes of any key left more than a day ago. Returns the number of files or uploads. */
  deleteRemains(): Promise<number>
  /**
   * Yields the keys that start with `prefix`, in no particular order. Reads only these if the prefix has two complete segments
   * (`pages/NAME/`); other prefixes may read the whole store.
   */
  list(prefix: string): AsyncIterable<string>
  /** Creates the bucket or the folder if it is missing. Returns whether it was. */
  create(): Promise<boolean>
  /** Resolves if blobs can be written and read. */
  check(): Promise<void>
}

/** Size in bytes, and the time of the last write. */
export type BlobFacts = { size: number; modified: Date }

export type PutOptions = { contentType?: string; ifAbsent?: boolean }

/** No write takes this long; what an older one has left belongs to a process that died. */
export const REMAINS_AFTER_MS = 24 * 3_600_000

/** The key does not exist. */
export class BlobNotFound extends Error {
  readonly key: string

  constructor(key: string) {
    super(`The blob "${key}" does not exist.`)
    this.name = 'BlobNotFound'
    this.key = key
  }
}

/** The store is unreachable, full or rejects the request; a later retry may succeed. */
export class BlobUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'BlobUnavailable'
  }
}

/** Keys consist of segments of letters, digits and `._-`. No segment consists of dots only, so that no key can leave its folder. */
const keyPattern = /^(?!.*(?:^|\/)\.+(?:\/|$))[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/
const maxKeyLength = 200

/** Throws `TypeError` for an invalid key, which is an error of the caller, not of the store. */
export function checkKey(key: string): void {
  if (key.length > maxKeyLength || !keyPattern.test(key)) throw new TypeError(`"${key}" is not a valid blob key.`)
}

/** The stream that a caller passed to `put` has failed; `cause` is its error. */
export class SourceError extends Error {
  constructor(cause: unknown) {
    super('The source of a blob failed.', { cause })
  }
}

/**
 * Yields the content of a stream given to `put`. Throws `SourceError` if the stream fails, also before it is read. A store that fails first
 * ends the reading early, which destroys the stream with an `AbortError`: that is no error of the source.
 */
export function contentOf(body: Readable): AsyncIterable<Uint8Array> {
  // Without a listener, an error before the first read would end the process.
  body.on('error', () => undefined)
  return readContent(body)
}

async function* readContent(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk as Uint8Array
  } catch (error) {
    throw new SourceError(body.errored ?? error)
  }
}

/** Returns the message of a system or SDK error; some have only a code or a name. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code || error.name : String(error)
