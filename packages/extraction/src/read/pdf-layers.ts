/** Tells whether a PDF file has layers (optional content, ISO 32000-1, 8.11), which PDFium knows but does not report. */
import { constants, inflateSync } from 'node:zlib'

const LAYERS = '/OCProperties'
/** The dictionary of a stream with objects ends soon before its content. */
const HEAD_BYTES = 1000
/** An inflated stream of objects has at most some hundred; more is an attempt to use up the memory. */
const MAX_INFLATED = 20 * 2 ** 20

/**
 * Returns true if a PDF file may have layers. Its catalogue declares them, which is often in a compressed stream of objects. A stream that cannot
 * be decompressed, as in an encrypted file, may declare them.
 */
export function mayHaveLayers(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.includes(LAYERS)) return true
  for (let at = file.indexOf('/ObjStm'); at >= 0; at = file.indexOf('/ObjStm', at + 1)) {
    const head = file.toString('latin1', at, at + HEAD_BYTES)
    const start = /stream\r?\n/.exec(head)
    if (!start) continue
    try {
      const content = inflateSync(file.subarray(at + start.index + start[0].length), {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: MAX_INFLATED,
      })
      if (content.includes(LAYERS)) return true
    } catch {
      return true
    }
  }
  return false
}
