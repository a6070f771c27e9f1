/** Files on their way into the blob store: named, typed and hashed, written before their rows. */
import { createHash, randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { unavailable } from '../../errors.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { recogniseFile } from './file-type.ts'

export interface UploadFile {
  name: string
  bytes: Buffer
  /** As the client declares it; the content is believed more. */
  mime?: string | null
}

/** Where the bytes of a document lie in the blob store. */
export const documentKey = (s3Name: string): string => `documents/${s3Name}`

export interface StoredFile extends UploadFile {
  s3_name: string
  mime_type: string
  sha256: string
  md5: string
}

/** `s3_name` is given for files whose name must be the same on a second try. */
export function describeFile(file: UploadFile, s3Name = randomBytes(16).toString('hex')): StoredFile {
  // PostgreSQL cannot store a zero character; everything else a name may hold is kept.
  const name = file.name.replaceAll('\0', '') || 'unnamed'
  return {
    ...file,
    name,
    s3_name: s3Name,
    mime_type: recogniseFile(file.bytes, name, file.mime),
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    md5: createHash('md5').update(file.bytes).digest('hex'),
  }
}

/** Writes the blobs, then runs `insert` in a transaction; removes the blobs again when either fails. */
export async function storeThen<T>(deps: Deps, files: StoredFile[], insert: (tx: Tx) => Promise<T>): Promise<T> {
  const keys = files.map((file) => documentKey(file.s3_name))
  const written = await Promise.allSettled(
    files.map((file, index) => deps.blobs.put(keys[index]!, file.bytes, { contentType: file.mime_type })),
  )
  const failed = written.find((result) => result.status === 'rejected')
  if (failed) {
    const err: unknown = failed.reason
    deps.log.error({ err }, 'blob store: write failed')
    await removeBlobs(deps, keys)
    throw unavailable('The file store cannot be reached; nothing was imported.')
  }
  try {
    return await transact(deps, insert)
  } catch (error) {
    await removeBlobs(deps, keys)
    throw error
  }
}

/** Best effort: a blob that stays belongs to no row and cannot be reached. */
async function removeBlobs(deps: Deps, keys: string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => deps.blobs.delete(key)))
}
