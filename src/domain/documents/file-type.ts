import {
  COMPOUND_STREAMS,
  extensionOfMime,
  isExecutable,
  MIME_TYPES,
  READABLE_TYPES,
  refusalOf,
  sniff,
  SUPPORTED,
  TEXTS,
  type ReadableType,
  type RefusedType,
} from '@sheaf/extraction/sniff'

const program = 'application/x-executable'
const unknown = 'application/octet-stream'

/** Types whose values can be extracted. */
const extractable: ReadonlySet<string> = new Set(READABLE_TYPES.map((type) => MIME_TYPES[type]))

const isExtractable = (mimeType: string): boolean => extractable.has(mimeType)
export const isArchive = (mimeType: string): boolean => mimeType === MIME_TYPES.zip

/** Types without a signature. The extension decides if the client declares no type. */
const byExtension: Record<string, string> = {
  ...TEXTS,
  msg: MIME_TYPES.msg,
  txt: 'text/plain',
  xml: 'application/xml',
  json: 'application/json',
  edi: 'application/EDIFACT',
}

/** Returns the usual extension of files of this type, without the dot; undefined for types that the service does not know. */
export const extensionOf = (mimeType: string): string | undefined =>
  extensionOfMime(mimeType) ?? Object.entries(byExtension).find(([, type]) => type === mimeType)?.[0]

/** Two names of ASCII (RFC 6838, 4.2): others can be sent neither to clients nor to a store, as they do not fit into a header. */
const MIME_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/

/**
 * Returns the mime type to store for a file. The content takes precedence: a program named `.pdf` is a program, a PDF named `.txt` is a
 * PDF. Only content without a signature is typed by the declared type or the name, and then never as a type that has a signature.
 */
export function recogniseFile(bytes: Buffer, name: string, declared?: string | null): string {
  const type = sniff(bytes)
  if (type === 'ole') return MIME_TYPES[recogniseCompoundFile(bytes, name)]
  if (type !== 'unknown') return MIME_TYPES[type]
  if (isExecutable(bytes)) return program
  const stated = declared?.split(';')[0]?.trim().toLowerCase() ?? ''
  const claimed = MIME_TYPE.test(stated) ? stated : unknown
  const extension = name.toLowerCase().split('.').pop() ?? ''
  const byName = Object.hasOwn(byExtension, extension) ? byExtension[extension]! : unknown
  const guess = claimed === unknown ? byName : claimed
  // The content of a table, a page or a message is recognised: this is none, but it may be another text.
  if (Object.values(TEXTS).includes(guess)) return isPlainText(bytes) ? 'text/plain' : unknown
  return isExtractable(guess) || isArchive(guess) ? unknown : guess
}

/** Whether the beginning is UTF-8 without control characters. A character may be incomplete at its end. */
function isPlainText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, 4096), { stream: true })
    return !/[^\P{Cc}\t\r\n\f]/u.test(text)
  } catch {
    return false
  }
}

/**
 * Distinguishes the old office formats and encrypted new ones, which share a container, by the names of its streams in UTF-16. This is only
 * a label: the reader parses the container in its child process.
 */
function recogniseCompoundFile(bytes: Buffer, name: string): ReadableType | RefusedType {
  const found = Object.entries(COMPOUND_STREAMS).find(([stream]) => bytes.includes(Buffer.from(stream, 'utf16le')))?.[1]
  if (found === 'encrypted') return /\.xls[xmb]?$/i.test(name) ? 'xlsx' : 'docx'
  return found ?? (/\.xls$/i.test(name) ? 'xls' : 'doc')
}

/**
 * Returns true for a document that is an archive whose files become documents of their own. An archive inside an archive is like any other
 * file that cannot be imported.
 */
export const isUnpacked = ({ mime_type, parent_id }: { mime_type: string; parent_id: number | null }): boolean =>
  parent_id === null && isArchive(mime_type)

/** Returns the reason why a file of this type cannot be imported, as a sentence for the uploading user; null if it can. */
export function refuseType(
  file: { name: string; mime_type: string; size: number },
  acceptedMimeTypes: readonly string[] = [],
): string | null {
  if (file.size === 0) return `${file.name} is empty.`
  if (file.mime_type === program) return `${file.name} is a program, not a document.`
  const refusal = refusalOf(file.mime_type)
  if (refusal !== null) return `${file.name} ${refusal}`
  if (!isExtractable(file.mime_type)) {
    const what = file.mime_type === unknown ? 'a file of an unknown type' : `of type ${file.mime_type}`
    return `${file.name} is ${what}, which cannot be imported. ${SUPPORTED}`
  }
  if (acceptedMimeTypes.length > 0 && !acceptedMimeTypes.some((pattern) => matchesType(pattern, file.mime_type))) {
    return `${file.name} is of type ${file.mime_type}, which this queue does not accept.`
  }
  return null
}

/** `image/*` matches every image type, a single `*` every type. */
function matchesType(pattern: string, mimeType: string): boolean {
  const [kind, subtype] = pattern.toLowerCase().split('/')
  const [ofKind, ofSubtype] = mimeType.split('/')
  return (kind === '*' || kind === ofKind) && (subtype === undefined || subtype === '*' || subtype === ofSubtype)
}
