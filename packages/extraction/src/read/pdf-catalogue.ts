/** Reads what the catalogue of a PDF file declares and PDFium does not report: layers, and portfolios. */
import { constants, inflateSync } from 'node:zlib'
import { MAX_MEMBERS } from '../limits.ts'

/** The dictionary of a stream with objects ends soon before its content. */
const HEAD_BYTES = 1000
/** A stream of objects has some hundred of them; more is an attempt to use up the memory. */
const MAX_INFLATED = 20 * 2 ** 20
/** All streams of objects together. */
const MAX_INFLATED_SUM = 100 * 2 ** 20
/** Type of the stream of an attached file. */
const ATTACHMENT = '/EmbeddedFile'
/** A catalogue names other objects; those that it contains are short. */
const MAX_CATALOGUE = 64 * 1024
/** Versions of the catalogue that are looked at, as incremental updates add them. */
const MAX_VERSIONS = 10

/** Returns true if a PDF file may have layers (optional content, ISO 32000-1, 8.11). True as well if a stream cannot be decompressed. */
export function mayHaveLayers(bytes: Uint8Array): boolean {
  const file = bufferOf(bytes)
  const key = /\/OCProperties(?![A-Za-z])/
  if (key.test(file.toString('latin1'))) return true
  for (const stream of objectStreams(file)) if (!stream || key.test(stream.content)) return true
  return false
}

/** Returns true if the catalogue of a PDF file says that it is a portfolio, a cover for files attached to it (ISO 32000-1, 12.3.5). */
export function isPortfolio(bytes: Uint8Array): boolean {
  const file = withoutAttachments(bufferOf(bytes))
  const text = file.toString('latin1')
  const [, number, generation] =
    /^\/Root\s+(\d{1,10})\s+(\d{1,5})\s+R/.exec(text.slice(text.lastIndexOf('/Root'))) ?? []
  if (number === undefined) return false
  const heading = `${number} ${generation} obj`
  // The newest version of an object is the last one; a file with many of them only costs time.
  let versions = 0
  for (let at = text.lastIndexOf(heading); at > 0 && versions < MAX_VERSIONS; at = text.lastIndexOf(heading, at - 1)) {
    versions++
    const isWhole = !/\d/.test(text[at - 1] ?? '')
    if (isWhole && isCollection(text.slice(at, at + MAX_CATALOGUE).split('endobj', 1)[0]!)) return true
  }
  for (const stream of objectStreams(file)) if (stream && isCollection(objectIn(stream, number))) return true
  return false
}

/** Returns a PDF file with blanks in place of the attached files, which have catalogues of their own. */
function withoutAttachments(file: Buffer): Buffer {
  const blanked = Buffer.from(file)
  let at = nextAttachment(file, 0)
  for (let files = 0; at >= 0 && files < MAX_MEMBERS; files++) {
    const before = file.toString('latin1', Math.max(0, at - HEAD_BYTES), at)
    const behind = /stream\r?\n/.exec(file.toString('latin1', at, at + HEAD_BYTES))
    const head = before.slice(before.lastIndexOf(' obj') + 1) + file.toString('latin1', at, at + (behind?.index ?? 0))
    const length = Number(/\/Length\s+(\d{1,10})(?!\d|\s+\d+\s+R)/.exec(head)?.[1] ?? 0)
    const start = at + (behind ? behind.index + behind[0].length : 1)
    blanked.fill(' ', start, Math.min(file.length, start + length))
    at = nextAttachment(file, start + length)
  }
  return blanked
}

/** Returns where the next attached file is declared, and not the key `/EmbeddedFiles` that names them all; -1 if there is none. */
function nextAttachment(file: Buffer, from: number): number {
  let at = file.indexOf(ATTACHMENT, from)
  while (at >= 0 && file[at + ATTACHMENT.length] === 's'.charCodeAt(0)) at = file.indexOf(ATTACHMENT, at + 1)
  return at
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

const isCollection = (catalogue: string): boolean =>
  /\/Catalog(?![A-Za-z])/.test(catalogue) && /\/Collection(?![A-Za-z])/.test(catalogue)

interface ObjectStream {
  /** Entries of its dictionary. */
  head: string
  content: string
}

/** Returns an object of a stream, which begins with pairs of numbers and places (ISO 32000-1, 7.5.7). */
function objectIn({ head, content }: ObjectStream, number: string): string {
  const first = Number(/\/First\s+(\d{1,10})/.exec(head)?.[1] ?? 0)
  const numbers = content.slice(0, first).trim().split(/\s+/)
  for (let pair = 0; pair + 1 < numbers.length; pair += 2) {
    if (numbers[pair] !== number) continue
    const [start, end] = [numbers[pair + 1], numbers[pair + 3]].map((place) => first + Number(place ?? Infinity))
    return content.slice(start, Math.min(end!, start! + MAX_CATALOGUE))
  }
  return ''
}

/** Returns the decompressed streams of objects, in which the catalogue often is; undefined for one that cannot be read, as in an encrypted file. */
function* objectStreams(file: Buffer): Generator<ObjectStream | undefined> {
  let left = MAX_INFLATED_SUM
  for (let at = file.indexOf('/ObjStm'); at >= 0 && left > 0; at = file.indexOf('/ObjStm', at + 1)) {
    const text = file.toString('latin1', at, at + HEAD_BYTES)
    const start = /stream\r?\n/.exec(text)
    if (!start) continue
    const before = file.toString('latin1', Math.max(0, at - HEAD_BYTES), at)
    const head = before.slice(before.lastIndexOf('<<') + 1) + text.slice(0, start.index)
    try {
      const content = inflateSync(file.subarray(at + start.index + start[0].length), {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: Math.min(MAX_INFLATED, left),
      })
      left -= content.length
      yield { head, content: content.toString('latin1') }
    } catch {
      yield undefined
    }
  }
  if (left <= 0) yield undefined
}
