/** What tells the type of a stored file, read without the whole file in memory. */
import { buffer } from 'node:stream/consumers'
import type { Deps } from '../../deps.ts'
import { sniff, type FileType } from '../../extraction/sniff.ts'
import { COMPOUND_STREAMS } from './file-type.ts'

/** The end record of a zip archive with its longest comment. */
const ZIP_END = 22 + 65_535
/** Of the directory of a zip archive; it lists some ten thousand files in that. */
const MAX_DIRECTORY = 2 * 2 ** 20
const ZIPS: ReadonlySet<FileType> = new Set(['zip', 'docx', 'xlsx'])
const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06])

type Store = Pick<Deps, 'blobs'>

/**
 * Bytes of which `recogniseFile` says what it says of the whole file: usually `head`, its first bytes. The kind of an office document is
 * told by names further back: those of a zip archive are in the directory at its end, those of a compound file may be anywhere.
 */
export async function essenceOf(deps: Store, key: string, head: Buffer, size: number): Promise<Buffer> {
  if (head.length >= size) return head
  const type = sniff(head)
  if (type === 'ole') return Buffer.concat([head, await streamNames(deps, key)])
  return ZIPS.has(type) ? zipDirectory(deps, key, head.subarray(0, 4), size) : head
}

/** The archive as if it held no files, only the directory of them; without a directory that is there, its signature. */
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

/** The names of streams that tell the kinds of compound files apart, as far as they are in the file. */
async function streamNames({ blobs }: Store, key: string): Promise<Buffer> {
  const wanted = COMPOUND_STREAMS.map((name) => Buffer.from(name, 'utf16le'))
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
