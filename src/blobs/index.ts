/** The blob store of the files of documents: a folder or an S3 bucket behind one interface. */
import { FolderBlobs } from './folder.ts'
import { S3Blobs, type S3Settings } from './s3.ts'
import type { Blobs } from './types.ts'

export { BlobNotFound, BlobUnavailable, type BlobFacts, type Blobs, type ByteRange, type PutOptions } from './types.ts'

export type BlobsSettings = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Settings)

/** Returns the configured store; it accesses nothing before its first use. */
export const openBlobs = (settings: BlobsSettings): Blobs =>
  settings.kind === 'folder' ? new FolderBlobs(settings.folder) : new S3Blobs(settings)
