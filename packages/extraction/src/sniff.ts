import { ReadError } from './types.ts'
import { listZip } from './read/zip.ts'

export const READABLE_TYPES = ['pdf', 'png', 'jpeg', 'tiff', 'docx', 'doc', 'xlsx', 'xls'] as const
export type ReadableType = (typeof READABLE_TYPES)[number]
export type FileType = ReadableType | 'zip' | 'ole' | 'unknown'

export const MIME_TYPES: Record<ReadableType | 'zip', string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  tiff: 'image/tiff',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  zip: 'application/zip',
}

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
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'ole'
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0x50, 0x4b, 0x05, 0x06)) return sniffZip(bytes)
  // Readers accept a PDF whose header is anywhere in the first kilobyte; an executable with such a header is rejected.
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  if (head.includes('%PDF-') && !isExecutable(bytes)) return 'pdf'
  return 'unknown'
}

function sniffZip(bytes: Uint8Array): FileType {
  const names = new Set((listZip(bytes) ?? []).map((entry) => entry.name))
  if (names.has('word/document.xml') || (names.has('[Content_Types].xml') && hasFolder(names, 'word/'))) return 'docx'
  if (names.has('xl/workbook.xml') || names.has('xl/workbook.bin')) return 'xlsx'
  if (names.has('[Content_Types].xml') && hasFolder(names, 'xl/')) return 'xlsx'
  return 'zip'
}

const hasFolder = (names: Set<string>, folder: string): boolean => [...names].some((name) => name.startsWith(folder))

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

/** Returns the type of document in a compound file. Throws `encrypted` for an encrypted DOCX or XLSX, which is wrapped in one. */
export async function sniffOle(bytes: Uint8Array): Promise<'doc' | 'xls'> {
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
  if (names.has('EncryptedPackage'))
    throw new ReadError('encrypted', 'The office document is protected with a password.')
  if (names.has('WordDocument')) return 'doc'
  if (names.has('Workbook') || names.has('Book')) return 'xls'
  throw new ReadError('unsupported', 'The file is an office document of an unsupported type.')
}
