/** Reads the files that are attached to a PDF file (`/EmbeddedFiles`; ISO 32000-1, 7.11.4). */
import { inMegabytes, MAX_FILE_BYTES, MAX_MEMBERS } from '../limits.ts'
import { sniff } from '../sniff.ts'
import { ReadError } from '../types.ts'
import { readUtf16, type Pdfium } from './pdfium.ts'

export interface AttachmentLimits {
  /** Files with other names are not read. */
  isWanted?: (name: string) => boolean
  /** Larger files are omitted. */
  maxBytes?: number
  /** Wanted files after these are omitted. */
  maxFiles?: number
  /** Files beyond any limit are an error. */
  isStrict?: boolean
}

/** Longer names are left out. */
const MAX_NAME_BYTES = 2000
/** The start of a file, which determines its type. */
const HEAD_BYTES = 1024

/**
 * Returns attached files; empty ones and those beyond the limits are omitted, also those beyond 40 MB together: the entries of a file may share one
 * stream. With `isStrict`, throws `ReadError` `too_large` instead, before more is in memory.
 */
export function readAttachments(
  module: Pdfium,
  document: number,
  { isWanted, maxBytes = MAX_FILE_BYTES, maxFiles = MAX_MEMBERS, isStrict = false }: AttachmentLimits = {},
): { name: string; bytes: Buffer }[] {
  const found: { name: string; bytes: Buffer }[] = []
  let left = MAX_FILE_BYTES
  if (isStrict && module._FPDFDoc_GetAttachmentCount(document) > maxFiles)
    throw new ReadError('too_large', `The file has more than ${maxFiles} attached files.`)
  forEachAttachment(module, document, MAX_MEMBERS, ({ name, size, read }) => {
    if (isWanted && !isWanted(name())) return
    if (found.length >= maxFiles) return false
    left -= size()
    if (isStrict && (size() > maxBytes || left < 0))
      throw new ReadError('too_large', `The file has more than ${inMegabytes(MAX_FILE_BYTES)} of attached files.`)
    const bytes = size() <= maxBytes && left >= 0 ? read() : undefined
    if (bytes) found.push({ name: name(), bytes })
    return left >= 0
  })
  return found
}

/**
 * Returns the names of attached PDF files, at most `most`. Their content shows what they are; for files beyond 40 MB together only the name is
 * left. A file without a name has an empty one.
 */
export function nameAttachedPdfs(module: Pdfium, document: number, most: number): string[] {
  const names: string[] = []
  let left = MAX_FILE_BYTES
  forEachAttachment(module, document, MAX_MEMBERS, ({ name, size, read }) => {
    if (left >= 0) left -= size()
    const isPdf = left >= 0 ? sniff(read(HEAD_BYTES) ?? Buffer.alloc(0)) === 'pdf' : /\.pdf$/i.test(name())
    if (isPdf) names.push(name())
    return names.length < most
  })
  return names
}

interface Attachment {
  name: () => string
  /** Number of bytes, for which its stream is decoded. */
  size: () => number
  /** Returns its bytes, or the first of them; undefined if it is empty, or there is no memory for it. */
  read: (most?: number) => Buffer | undefined
}

/** Calls `work` for each attached file, until it returns false. */
function forEachAttachment(
  module: Pdfium,
  document: number,
  maxFiles: number,
  work: (attachment: Attachment) => boolean | undefined,
): void {
  const count = Math.min(module._FPDFDoc_GetAttachmentCount(document), maxFiles)
  const out = module._malloc(8)
  try {
    for (let index = 0; index < count; index++) {
      const attachment = module._FPDFDoc_GetAttachment(document, index)
      if (attachment && work(describe(module, attachment, out)) === false) return
    }
  } finally {
    module._free(out)
  }
}

function describe(module: Pdfium, attachment: number, out: number): Attachment {
  let known: number | undefined
  const size = (): number =>
    (known ??= module._FPDFAttachment_GetFile(attachment, 0, 0, out) === 1 ? module.HEAPU32[out >> 2]! : 0)
  const read = (most = Infinity): Buffer | undefined => {
    const length = size()
    const buffer = length > 0 ? module._malloc(length) : 0
    if (!buffer) return undefined
    try {
      if (module._FPDFAttachment_GetFile(attachment, buffer, length, out) !== 1) return undefined
      return Buffer.from(module.HEAPU8.slice(buffer, buffer + Math.min(length, most)))
    } finally {
      module._free(buffer)
    }
  }
  return { name: () => readName(module, attachment), size, read }
}

function readName(module: Pdfium, attachment: number): string {
  const length = module._FPDFAttachment_GetName(attachment, 0, 0)
  // PDFium leaves a buffer that is too short as it is, with what other documents have left in it.
  if (length < 2 || length > MAX_NAME_BYTES) return ''
  const buffer = module._malloc(length)
  module._FPDFAttachment_GetName(attachment, buffer, length)
  const name = readUtf16(module, buffer, length)
  module._free(buffer)
  return name
}
