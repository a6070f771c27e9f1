import { readUtf16, type Pdfium } from './pdfium.ts'

/** Returns the first 20 attached files; empty ones and those above `maxBytes` are omitted. */
export function readAttachments(module: Pdfium, document: number, maxBytes: number): { name: string; bytes: Buffer }[] {
  const found: { name: string; bytes: Buffer }[] = []
  const count = Math.min(module._FPDFDoc_GetAttachmentCount(document), 20)
  const out = module._malloc(8)
  for (let index = 0; index < count; index++) {
    const attachment = module._FPDFDoc_GetAttachment(document, index)
    if (!attachment) continue
    const name = readName(module, attachment)
    if (module._FPDFAttachment_GetFile(attachment, 0, 0, out) !== 1) continue
    const length = module.HEAPU32[out >> 2]!
    if (length === 0 || length > maxBytes) continue
    const buffer = module._malloc(length)
    if (!buffer) continue
    if (module._FPDFAttachment_GetFile(attachment, buffer, length, out) === 1) {
      found.push({ name, bytes: Buffer.from(module.HEAPU8.slice(buffer, buffer + length)) })
    }
    module._free(buffer)
  }
  module._free(out)
  return found
}

function readName(module: Pdfium, attachment: number): string {
  const length = Math.min(module._FPDFAttachment_GetName(attachment, 0, 0), 2000)
  if (length < 2) return ''
  const buffer = module._malloc(length)
  module._FPDFAttachment_GetName(attachment, buffer, length)
  const name = readUtf16(module, buffer, length)
  module._free(buffer)
  return name
}
