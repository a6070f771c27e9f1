import { isReadable, isRefused, sniff } from '@sheaf/extraction/sniff'
import { ReadError } from '@sheaf/extraction/types'
import { isProgramName } from '../../rules/input/file-names.ts'
import { isTiny } from '../../rules/mail/incoming.ts'
import type { PartState } from '../email-types.ts'
import type { UnpackedFile } from '../types.ts'
import { parseEmail } from './parse-email.ts'

/** As for archives (`unpackArchive`). */
const MAX_BYTES = 40 * 2 ** 20

const PROBLEMS: Partial<Record<PartState, string>> = {
  encrypted: 'is protected with a password.',
  damaged: 'is damaged.',
  too_large: 'is too large.',
}

/**
 * Returns the documents that are attached to a message, also those in archives and messages within it: the files that the mail import would
 * import, and those of types that are refused by name. Logos, signatures and programs are left out. What cannot be read is a file with a `problem`. Throws `ReadError` `too_large` above 40 MB.
 */
export async function unpackMessage(bytes: Buffer): Promise<UnpackedFile[]> {
  const { email, files } = await parseEmail(bytes)
  const found = files.filter((file) => {
    if (file.state !== 'file' || isProgramName(file.name)) return false
    const type = sniff(file.bytes)
    return (isReadable(type) || isRefused(type) || type === 'ole') && !(file.width !== null && isTiny(file))
  })
  if (found.reduce((sum, file) => sum + file.bytes.length, 0) > MAX_BYTES)
    throw new ReadError('too_large', 'The files of the message have more than 40 MB together.')
  const unread = files.flatMap(({ name, state, inline }): UnpackedFile[] => {
    const problem = PROBLEMS[state]
    return problem && !inline ? [{ name, bytes: Buffer.alloc(0), problem: `${name} ${problem}` }] : []
  })
  const ofMessage = email.problems.map((problem) => ({ name: '', bytes: Buffer.alloc(0), problem }))
  return [...found.map(({ name, bytes: content }) => ({ name, bytes: content })), ...unread, ...ofMessage]
}
