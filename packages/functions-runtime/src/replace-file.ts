import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Processes for functions may run as other users, whatever files this one makes by default. */
const [FOLDER_MODE, FILE_MODE] = [0o755, 0o644]

/**
 * Replaces a file as a whole: readers see the old one or the new one, and after a crash one of the two is there. Throws before `make` begins if
 * the folder cannot be written to.
 */
export function replaceFile(file: string, make: (write: (content: string | Buffer) => void) => void): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  if ((statSync(folder).mode & 0o777) !== FOLDER_MODE) chmodSync(folder, FOLDER_MODE)
  // Containers that share a folder have processes with the same number.
  const fresh = `${file}.${randomBytes(8).toString('hex')}`
  const handle = openSync(fresh, 'wx')
  try {
    make((content) => writeFileSync(handle, content))
    fsyncSync(handle)
    chmodSync(fresh, FILE_MODE)
    renameSync(fresh, file)
  } finally {
    closeSync(handle)
    rmSync(fresh, { force: true })
  }
}
