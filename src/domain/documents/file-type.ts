import { isExecutable, MIME_TYPES, READABLE_TYPES, sniff } from '../../extraction/sniff.ts'
import type { ReadableType } from '../../extraction/sniff.ts'

const program = 'application/x-executable'
const unknown = 'application/octet-stream'

/** Types whose values can be extracted. */
const extractable: ReadonlySet<string> = new Set(READABLE_TYPES.map((type) => MIME_TYPES[type]))

export const isExtractable = (mimeType: string): boolean => extractable.has(mimeType)
export const isArchive = (mimeType: string): boolean => mimeType === MIME_TYPES.zip

/** Types that have no signature and so go by name, when the client declares none. */
const byExtension: Record<string, string> = {
  csv: 'text/csv',
  txt: 'text/plain',
  xml: 'application/xml',
  json: 'application/json',
  gif: 'image/gif',
  html: 'text/html',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  edi: 'application/EDIFACT',
}

/**
 * The mime type to keep for a file. Content decides: a program named `.pdf` is a program, a PDF named `.txt` is a PDF.
 * Only what has no signature goes by the declared type or the name, and then never as a type that content would show.
 */
export function recogniseFile(bytes: Buffer, name: string, declared?: string | null): string {
  const type = sniff(bytes)
  if (type === 'ole') return MIME_TYPES[recogniseCompoundFile(bytes, name)]
  if (type !== 'unknown') return MIME_TYPES[type]
  if (isExecutable(bytes)) return program
  const claimed = declared?.split(';')[0]?.trim().toLowerCase() || unknown
  const guess = claimed === unknown ? (byExtension[name.toLowerCase().split('.').pop() ?? ''] ?? unknown) : claimed
  return isExtractable(guess) || isArchive(guess) ? unknown : guess
}

/** Names of streams in compound files by which `recogniseCompoundFile` decides. */
export const COMPOUND_STREAMS = ['EncryptedPackage', 'WordDocument', 'Workbook', 'Book'] as const

/**
 * The old office formats, and the new ones behind a password, share a container; the names of its streams, in UTF-16,
 * tell them apart. Good enough for a label: the reader opens the container properly, in its child process.
 */
function recogniseCompoundFile(bytes: Buffer, name: string): ReadableType {
  const has = (stream: (typeof COMPOUND_STREAMS)[number]) => bytes.includes(Buffer.from(stream, 'utf16le'))
  if (has('EncryptedPackage')) return /\.xls[xmb]?$/i.test(name) ? 'xlsx' : 'docx'
  if (has('WordDocument')) return 'doc'
  return has('Workbook') || has('Book') || /\.xls$/i.test(name) ? 'xls' : 'doc'
}

/** Why a file of this type cannot be imported, as a sentence for the person who sent it; null when it can. */
export function refuseType(
  file: { name: string; mime_type: string; size: number },
  acceptedMimeTypes: readonly string[] = [],
): string | null {
  if (file.size === 0) return `${file.name} is empty.`
  if (file.mime_type === program) return `${file.name} is a program, not a document.`
  if (!isExtractable(file.mime_type)) {
    const what = file.mime_type === unknown ? 'a file of an unknown type' : `of type ${file.mime_type}`
    return `${file.name} is ${what}, which cannot be imported. PDF, PNG, JPEG, TIFF, XLSX, XLS, DOCX and DOC can.`
  }
  if (acceptedMimeTypes.length > 0 && !acceptedMimeTypes.some((pattern) => matchesType(pattern, file.mime_type))) {
    return `${file.name} is of type ${file.mime_type}, which this queue does not accept.`
  }
  return null
}

/** `image/*` fits every picture, a lone `*` everything. */
function matchesType(pattern: string, mimeType: string): boolean {
  const [kind, subtype] = pattern.toLowerCase().split('/')
  const [ofKind, ofSubtype] = mimeType.split('/')
  return (kind === '*' || kind === ofKind) && (subtype === undefined || subtype === '*' || subtype === ofSubtype)
}
