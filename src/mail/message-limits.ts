/**
 * What the library that checks signatures (mailauth) gets of a message. It is not in a child process, and some of its steps take time that
 * grows with the square of their input, so it gets no more than real messages have.
 */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { HeaderField } from '../rules/mail/header-fields.ts'

/** Each signature costs DNS queries and a hash of the message; real messages have a few. */
const MAX_SIGNATURES = 20
/** Longer chains of forwarding are not looked at: they are only shown. */
const MAX_ARC_HEADERS = 30
const [MAX_HEADER_BYTES, MAX_FIELDS, MAX_FOLDED_LINES] = [256 * 1024, 2000, 2000]
/** The library reads these with more than one pass for each character. */
const MAX_PARSED_BYTES = 8 * 1024
const PARSED = /^(dkim-signature|from|return-path|received|content-type)$/
const ARC = /^arc-(seal|message-signature|authentication-results)$/

/** Whether the message has more than can be checked. Only headers that cost something count. */
export function exceedsLimits(header: string, fields: HeaderField[]): boolean {
  if (header.length > MAX_HEADER_BYTES || fields.length > MAX_FIELDS) return true
  if (fields.reduce((sum, { lines }) => sum + lines - 1, 0) > MAX_FOLDED_LINES) return true
  // The library looks for line breaks at the end of the header from each of them.
  if (/\r{100}/.test(header)) return true
  if (fields.filter(({ name }) => name === 'dkim-signature').length > MAX_SIGNATURES) return true
  return fields.some(({ name, text }) => PARSED.test(name) && text.length > MAX_PARSED_BYTES)
}

/**
 * Returns the headers for the library, without those of ARC if they are too many, too long, or could name the prototype of all objects: the
 * library would write `__proto__.x=y` of an `ARC-Authentication-Results` there. It ignores quotation marks, backslashes and comments, so
 * no text that could become that name with them is left.
 */
export function headersForLibrary(fields: HeaderField[]): string {
  const arc = fields.filter(({ name }) => ARC.test(name))
  const isOdd = arc.some(({ text }) => text.length > MAX_PARSED_BYTES || /_[_"'(]|\\/.test(text))
  const kept = isOdd || arc.length > MAX_ARC_HEADERS ? fields.filter(({ name }) => !ARC.test(name)) : fields
  return `${kept.map(({ text }) => `${text}\r\n`).join('')}\r\n`
}

const PIECE_BYTES = 64 * 1024

/**
 * Returns the message as a stream that leaves time for others after each piece, so that a clock can stop the check. Lines that end without a
 * carriage return get one: the library would wait once for each of them.
 */
export const streamOf = (headers: string, body: Buffer): Readable =>
  Readable.from(piecesOf(headers, body), { objectMode: false })

async function* piecesOf(headers: string, body: Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(headers, 'latin1')
  for (let start = 0; start < body.length; start += PIECE_BYTES) {
    await setImmediate()
    yield withReturns(body.subarray(start, start + PIECE_BYTES), start > 0 && body[start - 1] === CR)
  }
}

const [LF, CR] = [0x0a, 0x0d]

/** Puts a carriage return before each line feed that has none; `isContinued` says that the piece follows one. */
function withReturns(piece: Buffer, isContinued: boolean): Buffer {
  const isBare = (at: number): boolean => piece[at] === LF && !(at > 0 ? piece[at - 1] === CR : isContinued)
  let bare = 0
  for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, at + 1)) if (isBare(at)) bare++
  if (bare === 0) return piece
  const result = Buffer.allocUnsafe(piece.length + bare)
  let end = 0
  for (let at = 0; at < piece.length; at++) {
    if (isBare(at)) result[end++] = CR
    result[end++] = piece[at]!
  }
  return result
}
