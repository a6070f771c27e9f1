/** Changes pictures in their headers: chunks of PNG (with correct checksums), segments of JPEG, directories of TIFF. */
import { crc32 } from 'node:zlib'
import { below, NUMBERS, pick, type Change } from './mutate-bytes.ts'

const someNumber = (random: () => number): number => pick(NUMBERS, random) >>> 0

const changePng: Change = (file, random) => {
  const chunks: { start: number; length: number }[] = []
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at)
    if (at + 12 + length > file.length) break
    chunks.push({ start: at, length })
    at += 12 + length
  }
  if (chunks.length === 0) return file
  const { start, length } = random() < 0.5 ? chunks[0]! : pick(chunks, random)
  const end = start + 12 + length
  const kind = below(4, random)
  if (kind === 0) return Buffer.concat([file.subarray(0, start), file.subarray(end)])
  if (kind === 1) return Buffer.concat([file.subarray(0, end), file.subarray(start)])
  if (length > 0) {
    const at = start + 8 + below(Math.min(length, 32), random)
    if (kind === 2 && at + 4 <= end - 4) file.writeUInt32BE(someNumber(random), at)
    else file[at] = below(256, random)
  }
  file.writeUInt32BE(crc32(file.subarray(start + 4, end - 4)), end - 4)
  return file
}

const changeJpeg: Change = (file, random) => {
  const segments: number[] = []
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== 0xda;) {
    segments.push(at)
    at += 2 + file.readUInt16BE(at + 2)
  }
  if (segments.length === 0) return file
  const start = pick(segments, random)
  const length = 2 + file.readUInt16BE(start + 2)
  const kind = below(3, random)
  if (kind === 0) return Buffer.concat([file.subarray(0, start), file.subarray(start + length)])
  if (kind === 1) return Buffer.concat([file.subarray(0, start + length), file.subarray(start)])
  const at = Math.min(file.length - 2, start + 1 + below(Math.min(length, 24), random))
  file.writeUInt16BE(someNumber(random) & 0xffff, at)
  return file
}

const changeTiff: Change = (file, random) => {
  if (file.length < 16) return file
  const little = file[0] === 0x49
  const read16 = (at: number): number => (little ? file.readUInt16LE(at) : file.readUInt16BE(at))
  const read32 = (at: number): number => (little ? file.readUInt32LE(at) : file.readUInt32BE(at))
  const write32 = (value: number, at: number): number =>
    little ? file.writeUInt32LE(value, at) : file.writeUInt32BE(value, at)
  const start = read32(4)
  if (start + 2 > file.length) return file
  const count = read16(start)
  // An entry has tag, type, count and value; after the entries follows the place of the next directory.
  const at = start + 2 + 12 * below(count + 1, random) + pick([0, 4, 8], random)
  if (at + 4 <= file.length) write32(random() < 0.3 ? start : someNumber(random), at)
  return file
}

export const PICTURE_CHANGES = { png: changePng, jpeg: changeJpeg, tiff: changeTiff } as const
