/** An entry of a zip archive in its central directory. */
export interface ZipEntry {
  name: string
  /** Sizes as declared by the archive; zip bombs declare less, so unpacking counts the bytes. */
  compressedSize: number
  size: number
  encrypted: boolean
}

const END = 0x06054b50
const ENTRY = 0x02014b50

/** Values in the record at the end whose real ones are in a record of ZIP64. */
const [COUNT_IN_ZIP64, OFFSET_IN_ZIP64] = [0xffff, 0xffffffff]

/**
 * Returns the entries of a zip archive without unpacking it; undefined if no directory is found, or only one in ZIP64. Stops at 20,000 entries,
 * which is enough to determine the type of a file.
 */
export function listZip(bytes: Uint8Array): ZipEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = -1
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 65_535); at--) {
    if (view.getUint32(at, true) === END) {
      end = at
      break
    }
  }
  if (end < 0) return undefined
  const total = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  // Other readers follow ZIP64, to a directory that may differ from the one that seems to be here.
  if (total === COUNT_IN_ZIP64 || at === OFFSET_IN_ZIP64) return undefined
  const count = Math.min(total, 20_000)
  const entries: ZipEntry[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) break
    const flags = view.getUint16(at + 8, true)
    const nameLength = view.getUint16(at + 28, true)
    const name = bytes.subarray(at + 46, at + 46 + nameLength)
    entries.push({
      name: Buffer.from(name).toString(flags & 0x800 ? 'utf8' : 'latin1'),
      compressedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      encrypted: (flags & 1) === 1,
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}
