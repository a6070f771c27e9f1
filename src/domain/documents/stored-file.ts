/** Files before they have rows: named, typed, hashed and written to the blob store. */
import { createHash, randomBytes } from 'node:crypto'
import { BlobUnavailable } from '../../blobs/index.ts'
import type { Deps } from '../../deps.ts'
import { unavailable } from '../../errors.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import type { Document, RowOf } from '../../models/index.ts'
import { recogniseFile } from './file-type.ts'
import { discardPending, documentKey, notePending, takePending } from './pending-files.ts'

export { documentKey } from './pending-files.ts'

/** A file created in memory. */
export interface UploadFile {
  name: string
  bytes: Buffer
  /** As declared by the client; the content takes precedence. */
  mime?: string | null
}

/** Returns a new, unguessable name. */
export const newS3Name = (): string => randomBytes(16).toString('hex')

/** The columns of a document that describe its file. */
export interface StoredFile {
  name: string
  s3_name: string
  mime_type: string
  /** Bytes. */
  size: number
  /** Hexadecimal, like `md5`. */
  sha256: string
  md5: string
  /** The content, if it still has to be written; absent if the blob store has it. */
  bytes?: Buffer
}

/** Removes null characters, which PostgreSQL cannot store; all other characters are kept. */
export const storableName = (name: string): string => name.replaceAll('\0', '') || 'unnamed'

/** `s3Name` is set for files that must get the same name on a retry. */
export function describeFile(file: UploadFile, s3Name = newS3Name()): StoredFile & { bytes: Buffer } {
  const name = storableName(file.name)
  return {
    name,
    bytes: file.bytes,
    size: file.bytes.length,
    s3_name: s3Name,
    mime_type: recogniseFile(file.bytes, name, file.mime),
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    md5: createHash('md5').update(file.bytes).digest('hex'),
  }
}

/** Returns the whole content of a file, from memory or from the blob store. */
export const bytesOf = async ({ blobs }: Pick<Deps, 'blobs'>, file: StoredFile): Promise<Buffer> =>
  file.bytes ?? Buffer.from(await blobs.get(documentKey(file.s3_name)))

/**
 * Returns the content of a document. Throws BlobUnavailable if the store has less of it than was accepted: an interrupted write that is
 * repeated must not look like an empty or damaged file of the user.
 */
export async function contentOfDocument(
  { blobs }: Pick<Deps, 'blobs'>,
  { s3_name, size }: Pick<RowOf<Document>, 's3_name' | 'size'>,
): Promise<Buffer> {
  const bytes = Buffer.from(await blobs.get(documentKey(s3_name)))
  if (bytes.length < size)
    throw new BlobUnavailable(`The store has ${bytes.length} of ${size} bytes of the document "${s3_name}".`)
  return bytes
}

/**
 * Writes the files that are not in the blob store yet, then runs `insert`, which creates a row for each file, in a transaction. If either
 * fails, the blobs written here are deleted. The request deletes the files it has received.
 */
export async function storeThen<T>(deps: Deps, files: StoredFile[], insert: (tx: Tx) => Promise<T>): Promise<T> {
  const names = files.map((file) => file.s3_name)
  const made = files.filter((file) => file.bytes)
  const madeNames = made.map((file) => file.s3_name)
  await notePending(deps.db, madeNames)
  try {
    await write(deps, made)
    return await transact(deps, async (tx) => {
      const result = await insert(tx)
      await takePending(tx, names)
      return result
    })
  } catch (error) {
    await discardPending(deps, madeNames)
    throw error
  }
}

async function write(deps: Deps, files: StoredFile[]): Promise<void> {
  const written = await Promise.allSettled(
    files.map((file) => deps.blobs.put(documentKey(file.s3_name), file.bytes!, { contentType: file.mime_type })),
  )
  const failed = written.find((result) => result.status === 'rejected')
  if (!failed) return
  throw storeFailed(deps, failed.reason)
}

/** Logs the reason and returns the client's error for a failed write to the blob store. */
export function storeFailed({ log }: Pick<Deps, 'log'>, reason: unknown): Error {
  log.error({ err: reason }, 'blob store: write failed')
  return unavailable('The file store is unavailable; nothing was imported.')
}
