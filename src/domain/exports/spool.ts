/** Temporary files of exports: complete before the first byte is sent, so that an export that fails sends nothing. */
import { createHash, randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ApiError, ExpectedError } from '../../errors.ts'
import { openQuota } from '../../work/quota.ts'

/** Room in the folder for temporary files: for one organization, and for all. */
const files = openQuota({ each: 2e9, all: 8e9 })

const tooLarge = () =>
  new ApiError(
    429,
    'rate_limited',
    'The exports in progress of your organization need too much space. Export fewer documents at once, or wait until they have ended.',
    {},
    { 'Retry-After': '30' },
  )

/** Bytes that are read at once. */
const CHUNK = 64 * 1024

/** A file without a name, which the system removes when it is closed. */
export interface Spool {
  size: number
  /** Hexadecimal. */
  sha256: string
  /** Reads from the beginning. */
  read(): Readable
  close(): Promise<void>
}

/** A file has more bytes than its destination takes. */
export class FileTooLarge extends ExpectedError {}

/**
 * Writes pieces to a temporary file. Nothing of it is left if one of them throws, or if it gets more than `most` bytes, which throws
 * FileTooLarge.
 */
export async function spool(
  organization_id: number,
  pieces: AsyncIterable<Uint8Array>,
  most = Infinity,
): Promise<Spool> {
  const path = join(tmpdir(), `sheaf-export-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  const hash = createHash('sha256')
  let size = 0
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    files.give(organization_id, size)
    await file.close()
  }
  try {
    await unlink(path)
    for await (const piece of pieces) {
      if (size + piece.byteLength > most) throw new FileTooLarge(`The file has more than ${most} bytes.`)
      if (!files.take(organization_id, piece.byteLength)) throw tooLarge()
      size += piece.byteLength
      hash.update(piece)
      await file.appendFile(piece)
    }
    return {
      size,
      sha256: hash.digest('hex'),
      // Not a stream of the file, which would either close it or end without the event `close`.
      read: () => Readable.from(chunksOf(file, size), { objectMode: false, highWaterMark: CHUNK }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function* chunksOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, Math.min(CHUNK, size - at), at)
    if (bytesRead === 0) throw new Error('The file of an export ended early.')
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}
