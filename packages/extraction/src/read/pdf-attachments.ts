import { ReadError } from '../types.ts'
import { readUtf16, type Pdfium } from './pdfium.ts'

export interface AttachmentLimits {
  /** Larger files are omitted. */
  maxBytes?: number
  /** Files after these are omitted. */
  maxFiles?: number
  /** Maximum size of all files together. With it, files beyond any limit are an error. */
  maxSum?: number
}

/** Longer names are left out. */
const MAX_NAME_BYTES = 2000

/**
 * Returns attached files; empty ones and those beyond the limits are omitted. With `maxSum`, throws `ReadError` `too_large` instead, before more is in
 * memory: the entries of a file may share one stream.
 */
export function readAttachments(
  module: Pdfium,
  document: number,
  { maxBytes = 10_000_000, maxFiles = 20, maxSum }: AttachmentLimits = {},
): { name: string; bytes: Buffer }[] {
  const found: { name: string; bytes: Buffer }[] = []
  let sum = 0
  if (maxSum !== undefined && module._FPDFDoc_GetAttachmentCount(document) > maxFiles)
    throw new ReadError('too_large', `The file has more than ${maxFiles} attached files.`)
  const out = module._malloc(8)
  forEachAttachment(module, document, maxFiles, (attachment) => {
    const name = readName(module, attachment)
    if (module._FPDFAttachment_GetFile(attachment, 0, 0, out) !== 1) return
    const length = module.HEAPU32[out >> 2]!
    sum += length
    if (maxSum !== undefined && (length > maxBytes || sum > maxSum))
      throw new ReadError('too_large', `The file has more than ${Math.floor(maxSum / 2 ** 20)} MB of attached files.`)
    if (length === 0 || length > maxBytes) return
    const buffer = module._malloc(length)
    if (!buffer) return
    if (module._FPDFAttachment_GetFile(attachment, buffer, length, out) === 1) {
      found.push({ name, bytes: Buffer.from(module.HEAPU8.slice(buffer, buffer + length)) })
    }
    module._free(buffer)
  })
  module._free(out)
  return found
}

/** Returns the names of the first 20 attached files. */
export function nameAttachments(module: Pdfium, document: number): string[] {
  const names: string[] = []
  forEachAttachment(module, document, 20, (attachment) => names.push(readName(module, attachment)))
  return names
}

function forEachAttachment(
  module: Pdfium,
  document: number,
  maxFiles: number,
  work: (attachment: number) => unknown,
): void {
  const count = Math.min(module._FPDFDoc_GetAttachmentCount(document), maxFiles)
  for (let index = 0; index < count; index++) {
    const attachment = module._FPDFDoc_GetAttachment(document, index)
    if (attachment) work(attachment)
  }
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
