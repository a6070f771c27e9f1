import { ReadError } from '../types.ts'

/** The library walks the whole list of pages several times for each page that is read. */
const MAX_PAGES = 10_000

/**
 * Throws `ReadError` `too_large` for a TIFF with more than 10,000 pages; ignores other files. Walks the directories of the file, which form a linked list, without
 * reading their entries; a list that ends outside of the file, or contains itself, is left to the library.
 */
export function checkTiff(bytes: Uint8Array): void {
  if (bytes.length < 16) return
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = bytes[0] === 0x49 && bytes[1] === 0x49
  if (!little && !(bytes[0] === 0x4d && bytes[1] === 0x4d)) return
  const version = view.getUint16(2, little)
  if (version !== 42 && version !== 43) return
  const [countSize, entrySize, linkSize] = version === 43 ? [8, 20, 8] : [2, 12, 4]
  const readNumber = (at: number, size: number): number => {
    if (at + size > bytes.length) return 0
    if (size === 2) return view.getUint16(at, little)
    return size === 4 ? view.getUint32(at, little) : Number(view.getBigUint64(at, little))
  }
  const seen = new Set<number>()
  let at = readNumber(version === 43 ? 8 : 4, linkSize)
  while (at > 0 && !seen.has(at)) {
    seen.add(at)
    if (seen.size > MAX_PAGES)
      throw new ReadError('too_large', 'The TIFF file has more than 10,000 pages; fewer are allowed.')
    at = readNumber(at + countSize + readNumber(at, countSize) * entrySize, linkSize)
  }
}
