/** ZIP archives of stored files, which are packed while they are read (decision 41). */
import { finished } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Deps } from '../../deps.ts'
import type { Document, RowOf } from '../../models/index.ts'
import { documentKey } from './stored-file.ts'

export interface Archive {
  /** The archive; a file that cannot be read destroys it with the error. */
  stream: Readable
  /** For files that are not stored. */
  zip: ZipFile
  /** Adds a stored file, which is read from the blob store when the consumer of the stream reaches it. */
  add: (name: string, file: Pick<RowOf<Document>, 's3_name' | 'size'>, mtime?: Date) => void
  /** Nothing is added afterwards. */
  end: () => Readable
}

/** Opens an archive, which has to be ended. */
export function openArchive({ blobs }: Pick<Deps, 'blobs'>): Archive {
  const zip = new ZipFile()
  const stream = zip.outputStream
  if (!(stream instanceof Readable)) throw new Error('The output of yazl is not a Readable stream.')
  zip.on('error', (error: Error) => stream.destroy(error))
  return {
    stream,
    zip,
    add: (name, { s3_name, size }, mtime) =>
      // Most documents are already compressed; compressing them again costs time and saves nothing.
      zip.addReadStreamLazy(name, { compress: false, size, ...(mtime ? { mtime } : {}) }, (give) => {
        blobs.stream(documentKey(s3_name)).then(
          (content) => {
            finished(content).catch((error: Error) => stream.destroy(error))
            give(null, content)
          },
          (error: Error) => stream.destroy(error),
        )
      }),
    end: () => {
      zip.end()
      return stream
    },
  }
}
