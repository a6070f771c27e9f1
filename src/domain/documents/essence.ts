/** Reads the parts of a stored file that determine its type, without the whole file in memory. */
import { buffer } from 'node:stream/consumers'
import type { Deps } from '../../deps.ts'
import { COMPOUND_STREAMS, isArchived, sniff } from '@sheaf/extraction/sniff'

/** The end record of a zip archive with a comment of maximum length. */
const ZIP_END = 22 + 65_535
/** Limit for the directory of a zip archive, which is enough for about ten thousand files. */
const MAX_DIRECTORY = 2 * 2 ** 20
/** The first bytes of an archive: they contain the type of an OpenDocument file. */
const MAX_SIGNATURE = 256
const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06])

type Store = Pick<Deps, 'blobs'>

/**
 * Returns bytes for which `recogniseFile` has the same result as for the whole file: usually `head`, its first bytes. The kind of an office
 * document depends on names further back: a zip archive lists them in the directory at its end, a compound file may contain them anywhere.
 */
export async function essenceOf(deps: Store, key: string, head: Buffer, size: number): Promise<Buffer> {
  if (head.length >= size) return head
  const type = sniff(head)
  if (type === 'ole') return Buffer.concat([head, await streamNames(deps, key)])
  return isArchived(head) ? zipDirectory(deps, key, head.subarray(0, MAX_SIGNATURE), size) : head
}

/** Returns the archive's beginning and directory without its files, or only its beginning if the directory is not found. */
async function zipDirectory({ blobs }: Store, key: string, signature: Buffer, size: number): Promise<Buffer> {
  const tail = await buffer(await blobs.stream(key, { start: Math.max(0, size - ZIP_END) }))
  const end = tail.lastIndexOf(END_SIGNATURE, tail.length - 22)
  if (end < 0) return signature
  const record = Buffer.from(tail.subarray(end))
  const start = record.readUInt32LE(16)
  if (start >= size) return signature
  const last = Math.min(start + MAX_DIRECTORY, size) - 1
  const directory = await buffer(await blobs.stream(key, { start, end: last }))
  record.writeUInt32LE(signature.length, 16)
  return Buffer.concat([signature, directory, record])
}

/** Returns the names of streams in the file that distinguish the kinds of compound files. */
async function streamNames({ blobs }: Store, key: string): Promise<Buffer> {
  const wanted = Object.keys(COMPOUND_STREAMS).map((name) => Buffer.from(name, 'utf16le'))
  const longest = Math.max(...wanted.map((name) => name.length))
  const found = new Set<Buffer>()
  let rest: Buffer = Buffer.alloc(0)
  const chunks: AsyncIterable<Buffer> = await blobs.stream(key)
  for await (const chunk of chunks) {
    const text = Buffer.concat([rest, chunk])
    for (const name of wanted) if (text.includes(name)) found.add(name)
    rest = text.subarray(Math.max(0, text.length - longest + 1))
  }
  return Buffer.concat([...found])
}
