/** Why a file that the user names cannot be opened. */
export interface Reason {
  code: 'not_found' | 'unsupported'
  message: string
}

const NO_FILE: Reason = { code: 'not_found', message: 'File not found.' }
export const FOLDER: Reason = { code: 'unsupported', message: 'This is a folder, not a file.' }
const FORBIDDEN: Reason = { code: 'unsupported', message: 'You may not read this file.' }

/** Returns what an error of the file system means; undefined for errors that concern the machine. */
export function reasonOf(error: unknown): Reason | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return NO_FILE
  if (code === 'EISDIR') return FOLDER
  return code === 'EACCES' || code === 'EPERM' ? FORBIDDEN : undefined
}
