/** Changes PDF files in their objects, dictionaries and streams. Readers then rebuild the cross references. */
import { deflateSync, inflateSync } from 'node:zlib'
import { below, changeBytes, NUMBERS, pick, type Change } from './mutate-bytes.ts'

interface Part {
  start: number
  end: number
}

const OBJECT = /\d+ \d+ obj\b[\s\S]*?endobj/g
const NAMES = [
  '/FlateDecode',
  '/DCTDecode',
  '/LZWDecode',
  '/ASCII85Decode',
  '/RunLengthDecode',
  '/JBIG2Decode',
  '/JPXDecode',
]
const OPERATORS = [
  'q ',
  'Q ',
  'BT ',
  'ET ',
  '/X0 Do ',
  '/F1 9 Tf ',
  '1e9 0 0 1e9 0 0 cm ',
  '[(a) -1e9 (b)] TJ ',
  '0 0 1e9 1e9 re f ',
  'W n ',
  'BI ID EI ',
]

const partsOf = (text: string, pattern: RegExp): Part[] =>
  [...text.matchAll(pattern)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }))

const replace = (text: string, { start, end }: Part, by: string): Buffer =>
  Buffer.from(text.slice(0, start) + by + text.slice(end), 'latin1')

export const PDF_CHANGES: readonly Change[] = [
  // A number in a dictionary, such as a length, a count or a size.
  (file, random) => {
    const text = file.toString('latin1')
    const found = partsOf(text, /(?<=\/[A-Za-z]\w* )-?\d+(\.\d+)?(?![\d.]* \d+ R)/g)
    return found.length ? replace(text, pick(found, random), String(pick(NUMBERS, random))) : file
  },
  // A reference to another object, or to none.
  (file, random) => {
    const text = file.toString('latin1')
    const found = partsOf(text, /\b\d+ 0 R\b/g)
    return found.length ? replace(text, pick(found, random), `${below(found.length, random)} 0 R`) : file
  },
  // The filter of a stream.
  (file, random) => {
    const text = file.toString('latin1')
    const found = partsOf(text, /\/\w+Decode\b/g)
    if (found.length === 0) return file
    const names = Array.from({ length: 1 + below(3, random) }, () => pick(NAMES, random))
    return replace(text, pick(found, random), `[${names.join(' ')}]`)
  },
  // An object that is missing, occurs twice or has the content of another one.
  (file, random) => {
    const text = file.toString('latin1')
    const found = partsOf(text, OBJECT)
    if (found.length === 0) return file
    const target = pick(found, random)
    const source = pick(found, random)
    const body = text.slice(source.start, source.end).replace(/^\d+ \d+ obj/, '')
    const number = /^\d+ \d+ obj/.exec(text.slice(target.start))![0]
    return replace(text, target, random() < 0.3 ? '' : number + body)
  },
  // The content of a compressed stream.
  (file, random, other) => {
    const text = file.toString('latin1')
    const streams = partsOf(text, /(?<=\bstream\r?\n)[\s\S]*?(?=\r?\nendstream)/g)
    if (streams.length === 0) return file
    const target = pick(streams, random)
    let content: Buffer
    try {
      content = inflateSync(file.subarray(target.start, target.end), { maxOutputLength: 2 ** 24 })
    } catch {
      return Buffer.concat([
        file.subarray(0, target.start),
        changeBytes(Buffer.from(file.subarray(target.start, target.end)), random, other),
        file.subarray(target.end),
      ])
    }
    const changed = random() < 0.5 ? insertOperators(content, random) : changeBytes(content, random, other)
    return Buffer.concat([file.subarray(0, target.start), deflateSync(changed), file.subarray(target.end)])
  },
]

function insertOperators(content: Buffer, random: () => number): Buffer {
  const at = below(content.length + 1, random)
  const inserted = pick(OPERATORS, random).repeat(1 + below(random() < 0.2 ? 20_000 : 3, random))
  return Buffer.concat([content.subarray(0, at), Buffer.from(` ${inserted}`), content.subarray(at)])
}
