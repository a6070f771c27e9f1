/** Reads what the catalogue of a PDF file declares and PDFium does not report: layers, and portfolios. */
import { constants, inflateSync } from 'node:zlib'

/** The dictionary of a stream with objects ends soon before its content. */
const HEAD_BYTES = 1000
/** A stream of objects has some hundred of them; more is an attempt to use up the memory. */
const MAX_INFLATED = 20 * 2 ** 20

/** Returns true if a PDF file may have layers (optional content, ISO 32000-1, 8.11). */
export const mayHaveLayers = (bytes: Uint8Array): boolean => declares(bytes, /\/OCProperties(?![A-Za-z])/, true)

/** Returns true if a PDF file is a portfolio, a cover for the files that are attached to it (ISO 32000-1, 12.3.5). */
export const isPortfolio = (bytes: Uint8Array): boolean => declares(bytes, /\/Collection(?![A-Za-z])/, false)

/**
 * Searches a key of the catalogue, which is often in a compressed stream of objects. `unknown` is the answer for a stream that cannot be
 * decompressed, as in an encrypted file.
 */
function declares(bytes: Uint8Array, key: RegExp, unknown: boolean): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (key.test(file.toString('latin1'))) return true
  for (let at = file.indexOf('/ObjStm'); at >= 0; at = file.indexOf('/ObjStm', at + 1)) {
    const start = /stream\r?\n/.exec(file.toString('latin1', at, at + HEAD_BYTES))
    if (!start) continue
    try {
      const content = inflateSync(file.subarray(at + start.index + start[0].length), {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: MAX_INFLATED,
      })
      if (key.test(content.toString('latin1'))) return true
    } catch {
      if (unknown) return true
    }
  }
  return false
}
