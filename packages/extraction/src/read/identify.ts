import {
  isExecutable,
  isRefused,
  MIME_TYPES,
  refusalOf,
  sniff,
  sniffOle,
  SUPPORTED,
  type FileType,
  type ReadableType,
} from '../sniff.ts'
import { ReadError } from '../types.ts'

/** Returns the type of a readable file; throws a `ReadError` with the reason if it is not readable. */
export async function identify(bytes: Uint8Array): Promise<ReadableType> {
  if (bytes.length === 0) throw new ReadError('empty', 'The file is empty.')
  const sniffed = sniff(bytes)
  const type = sniffed === 'ole' ? await sniffOle(bytes) : sniffed
  if (type === 'zip' || type === 'unknown' || isRefused(type)) throw unsupported(bytes, type)
  return type
}

function unsupported(bytes: Uint8Array, type: FileType): ReadError {
  if (isRefused(type)) return new ReadError('unsupported', `The file ${refusalOf(MIME_TYPES[type])}`)
  if (type === 'zip') return new ReadError('unsupported', 'The file is an archive, not a document.')
  if (isExecutable(bytes)) return new ReadError('unsupported', 'The file is a program, not a document.')
  return new ReadError('unsupported', `The file is not a supported document. ${SUPPORTED}`)
}
