/** Files on their way into the blob store: named, typed and hashed, written before their rows. */
import { createHash, randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { unavailable } from '../../errors.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { recogniseFile } from './file-type.ts'
import { discardPending, documentKey, notePending, takePending } from './pending-files.ts'

export { documentKey } from './pending-files.ts'

/** A file that is made here, in memory. */
export interface UploadFile {
  name: string
  bytes: Buffer
  /** As the client declares it; the content is believed more. */
  mime?: string | null
}

/** A new name, which nobody can guess. */
export const newS3Name = (): string => randomBytes(16).toString('hex')

/** What the row of a document says about its file. */
export interface StoredFile {
  name: string
  s3_name: string
  mime_type: string
  /** Bytes. */
  size: number
  /** In hexadecimal digits, like `md5`. */
  sha256: string
  md5: string
  /** The content, while it still has to be written; absent when the blob store has it. */
  bytes?: Buffer
}

/** PostgreSQL cannot store a zero character; everything else a name may hold is kept. */
export const storableName = (name: string): string => name.replaceAll('\0', '') || 'unnamed'

/** `s3Name` is given for files whose name must be the same on a second try. */
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

/** The content of a file, wherever it is; the whole of it in memory. */
export const bytesOf = async ({ blobs }: Pick<Deps, 'blobs'>, file: StoredFile): Promise<Buffer> =>
  file.bytes ?? Buffer.from(await blobs.get(documentKey(file.s3_name)))

/**
 * Writes what is not in the blob store yet, then runs `insert`, which makes a row for each of the files, in a transaction. When either fails, the blobs
 * written here are deleted; received files are deleted by the request that received them.
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

/** The error for clients when the blob store has refused a file; the reason goes to the log. */
export function storeFailed({ log }: Pick<Deps, 'log'>, reason: unknown): Error {
  log.error({ err: reason }, 'blob store: write failed')
  return unavailable('The file store cannot be reached; nothing was imported.')
}
