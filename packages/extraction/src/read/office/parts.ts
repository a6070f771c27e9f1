/** Unpacks parts of office documents that are zip archives. */
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { ReadError } from '../../types.ts'
import { MAX_UNPACKED_BYTES, MAX_XML_BYTES } from './limits.ts'

/** The record at the end of an archive, without its comment. */
const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1')
const END_SIZE = 22

/**
 * Returns the texts of the parts whose names match. Throws `ReadError`: `too_large` for parts that unpack to more than the limits, and `damaged` for an archive
 * that cannot be read or that has a part twice.
 */
export async function unpackParts(
  bytes: Buffer,
  names: RegExp,
  damaged: () => ReadError,
): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  // Counted here too: `listZip` reads fewer entries than this library, such as none of a directory in ZIP64.
  let unpacked = 0
  try {
    // Names are compared only, so those of other files may be invalid. More bytes than an entry declares are an error.
    const options = { decodeStrings: false, validateEntrySizes: true }
    const archive = await fromBufferPromise(withoutTrailer(bytes), options)
    for await (const entry of archive.eachEntry()) {
      const name = (entry.fileName as unknown as Buffer).toString('latin1')
      if (!names.test(name)) continue
      // Entries may share their bytes, so that a small file repeats a large part any number of times.
      if (files.has(name)) throw damaged()
      unpacked += entry.uncompressedSize
      if (entry.uncompressedSize > MAX_XML_BYTES || unpacked > MAX_UNPACKED_BYTES)
        throw new ReadError('too_large', 'The unpacked document contains too much text.')
      files.set(name, await readEntry(archive, entry))
    }
  } catch (error) {
    if (error instanceof ReadError) throw error
    throw damaged()
  }
  return files
}

async function readEntry(archive: ZipFile, entry: Entry): Promise<string> {
  return (await buffer(await archive.openReadStreamPromise(entry))).toString('utf8')
}

/** Some mail servers and web forms append bytes to a file, such as a line end; office programs ignore them. */
function withoutTrailer(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(END_SIGNATURE)
  if (end < 0 || end + END_SIZE > bytes.length) return bytes
  return bytes.subarray(0, end + END_SIZE + bytes.readUInt16LE(end + END_SIZE - 2))
}
