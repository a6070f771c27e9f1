import { isExecutable, sniff, sniffOle, type FileType } from '../sniff.ts'
import { ReadError } from '../types.ts'

/** Returns the type of a readable file; throws a `ReadError` with the reason if it is not readable. */
export async function identify(bytes: Uint8Array): Promise<Exclude<FileType, 'zip' | 'ole' | 'unknown'>> {
  if (bytes.length === 0) throw new ReadError('empty', 'The file is empty.')
  const type = sniff(bytes)
  if (type === 'ole') return sniffOle(bytes)
  if (type === 'zip' || type === 'unknown') throw unsupported(bytes, type)
  return type
}

function unsupported(bytes: Uint8Array, type: FileType): ReadError {
  if (type === 'zip') return new ReadError('unsupported', 'The file is an archive, not a document.')
  if (isExecutable(bytes)) return new ReadError('unsupported', 'The file is a program, not a document.')
  return new ReadError(
    'unsupported',
    'The file is not a supported document. Supported types are PDF, PNG, JPEG, TIFF, DOCX, DOC, XLSX and XLS.',
  )
}
