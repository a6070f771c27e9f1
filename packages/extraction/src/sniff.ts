import { ReadError } from './types.ts'
import type { FileType } from './file-types.ts'
import { isMessage, sniffText } from './sniff-text.ts'
import { sniffZip } from './sniff-zip.ts'

export * from './file-types.ts'

const startsWith = (bytes: Uint8Array, ...head: number[]): boolean => head.every((byte, index) => bytes[index] === byte)

/**
 * Determines the type of a file from its content; its name and declared type are not trusted. `ole` is a compound file of Microsoft Office,
 * whose type `sniffOle` determines.
 */
export function sniff(bytes: Uint8Array): FileType {
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (startsWith(bytes, 0x49, 0x49, 0x2a, 0) || startsWith(bytes, 0x4d, 0x4d, 0, 0x2a)) return 'tiff'
  if (startsWith(bytes, 0x49, 0x49, 0x2b, 0) || startsWith(bytes, 0x4d, 0x4d, 0, 0x2b)) return 'tiff'
  const picture = sniffPicture(bytes)
  if (picture) return picture
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'ole'
  if (isArchived(bytes)) return sniffZip(bytes)
  // The first file of a message may begin in the first kilobyte too.
  if (isMessage(bytes)) return 'eml'
  // Readers accept a PDF whose header is anywhere in the first kilobyte; an executable with such a header is rejected.
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  if (head.includes('%PDF-') && !isExecutable(bytes)) return 'pdf'
  if (head.startsWith('{\\rtf')) return 'rtf'
  return isExecutable(bytes) ? 'unknown' : (sniffText(bytes) ?? 'unknown')
}

/** Returns true for a zip archive, which may be a document. */
export const isArchived = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0x50, 0x4b, 0x05, 0x06)

/** Sizes of the headers that follow the first 14 bytes of a BMP. */
const BMP_HEADERS: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124])

function sniffPicture(bytes: Uint8Array): FileType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64))
  const letters = head.toString('latin1')
  if (/^GIF8[79]a/.test(letters)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(letters)) return 'webp'
  if (letters.startsWith('BM') && head.length >= 18 && BMP_HEADERS.has(head.readUInt32LE(14))) return 'bmp'
  if (!/^....ftyp/s.test(letters)) return null
  // The first brand may be a general one (`mif1`); then the others in the box name the coding (ISO/IEC 23008-12, 10).
  const brands = letters.slice(8, Math.min(head.readUInt32BE(0), 64)).match(/.{4}/gs) ?? []
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) ? 'heic' : null
}

/** Returns true for programs of Windows, Linux and macOS, and for scripts. */
export function isExecutable(bytes: Uint8Array): boolean {
  return (
    startsWith(bytes, 0x4d, 0x5a) ||
    startsWith(bytes, 0x7f, 0x45, 0x4c, 0x46) ||
    startsWith(bytes, 0xcf, 0xfa, 0xed, 0xfe) ||
    startsWith(bytes, 0xca, 0xfe, 0xba, 0xbe) ||
    startsWith(bytes, 0x23, 0x21)
  )
}

/** Names of streams in compound files, at their top level, and what such a file is. */
export const COMPOUND_STREAMS = {
  EncryptedPackage: 'encrypted',
  WordDocument: 'doc',
  Workbook: 'xls',
  Book: 'xls',
  'PowerPoint Document': 'ppt',
  '__properties_version1.0': 'msg',
} as const

/**
 * Returns the type of document in a compound file. Throws `encrypted` for an encrypted DOCX, XLSX or PPTX, which is wrapped in one, and `unsupported`
 * for other types.
 */
export async function sniffOle(bytes: Uint8Array): Promise<'doc' | 'xls' | 'ppt' | 'msg'> {
  const { CFB } = await import('@e965/xlsx')
  let names: Set<string>
  try {
    const container = CFB.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), { type: 'buffer' })
    // Only streams at the top level count, because a Word file may contain a whole workbook.
    names = new Set(
      (container.FullPaths as string[])
        .filter((path) => path.split('/').length === 2)
        .map((path) => path.split('/')[1]!),
    )
  } catch {
    throw new ReadError('damaged', 'The office document is damaged and cannot be read.')
  }
  const type = Object.entries(COMPOUND_STREAMS).find(([name]) => names.has(name))?.[1]
  if (type === 'encrypted') throw isEncrypted('Word, Excel or PowerPoint file')
  if (type) return type
  throw new ReadError('unsupported', 'The file is an office document of an unsupported type.')
}

/** The reason why a file with a password is refused. */
export const isEncrypted = (what: string): ReadError =>
  new ReadError(
    'encrypted',
    `The ${what} is protected with a password. Save it without the password and send that file.`,
  )
