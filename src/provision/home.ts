import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf, ProvisionError } from './problem.ts'

/** Creates the folder of SHEAF_HOME and those above it, unless they exist. Throws ProvisionError if it cannot be created. */
export function makeHome(home: string): void {
  try {
    makeFolder(home)
  } catch (error) {
    throw new ProvisionError(`SHEAF_HOME, ${home}, cannot be created (${messageOf(error)}).`)
  }
}

/** One folder after the other: `recursive` of Node never returns where a file system refuses folders with ENOENT, such as below /proc. */
function makeFolder(path: string): void {
  const isFolder = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (isFolder()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have created it.
    if (!isFolder()) throw error
  }
}
