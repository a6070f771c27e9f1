import { createHash } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { describeFile } from '../documents/stored-file.ts'
import type { StoredFile, UploadFile } from '../documents/stored-file.ts'

/**
 * Returns the files of a zip archive. Unpacking it again produces the same names. Nested archives are not unpacked.
 * Rejects with `ReadError` if the archive cannot be read.
 */
export async function unpackArchive(
  deps: Pick<Deps, 'documents'>,
  archive: UploadFile & { s3_name: string },
): Promise<(StoredFile & { bytes: Buffer })[]> {
  const members = await deps.documents.unpack(archive.bytes)
  return members.map((member, index) =>
    describeFile(
      { name: member.name, bytes: Buffer.from(member.bytes) },
      createHash('sha256').update(`${archive.s3_name}/${index}`).digest('hex').slice(0, 32),
    ),
  )
}
