import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { messageOf, ProvisionError } from './problem.ts'
import { modelFolders } from './model-folders.ts'

/** Folders and files of SHEAF_HOME are for the user of the service only: even the names in them tell about all tenants. */
export const [PRIVATE_FOLDER, PRIVATE_FILE] = [0o700, 0o600]
/** Allows other users to enter a folder whose content they know by name, but not to list it. */
const ENTERED = 0o711
/** Small folders whose files are made private too; those of other folders already are. */
const WITH_FILES = ['logs', 'run', 'temporal']

/**
 * Creates the folder of SHEAF_HOME and those above it, unless they exist, and takes the rights of other users away from it and from what is
 * in it. Throws ProvisionError if that fails.
 */
export function makeHome(home: string, env: NodeJS.ProcessEnv = process.env): void {
  try {
    makeFolder(home)
    protect(home, env)
  } catch (error) {
    throw new ProvisionError(`SHEAF_HOME, ${home}, cannot be created (${messageOf(error)}).`)
  }
}

/** One folder after the other: `recursive` of Node never returns where a file system refuses folders with ENOENT, such as below /proc. */
function makeFolder(path: string, mode: number | undefined = PRIVATE_FOLDER): void {
  const isFolder = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (isFolder()) return
  if (dirname(path) !== path) makeFolder(dirname(path), undefined)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have created it.
    if (!isFolder()) throw error
  }
}

/** Lets the account of PostgreSQL reach its folder in SHEAF_HOME, if the service runs as root and PostgreSQL as another user. */
export const letEnter = (home: string): void => chmodSync(home, ENTERED)

function protect(home: string, env: NodeJS.ProcessEnv): void {
  const { uid } = statSync(home)
  // The home of another user is not ours to change; what is written to it is private nevertheless.
  if (process.getuid && uid !== process.getuid()) return
  // Children of the sandbox have users of their own and read the models.
  const shared = modelFolders(env).flatMap((folder) => {
    const [first = ''] = relative(home, folder).split(sep)
    return first && first !== '..' ? [first] : []
  })
  const isEntered = shared.length > 0 || (ownerOf(join(home, 'postgres')) ?? uid) !== uid
  chmodSync(home, isEntered ? ENTERED : PRIVATE_FOLDER)
  for (const entry of readdirSync(home, { withFileTypes: true })) {
    const path = join(home, entry.name)
    if (shared.includes(entry.name) || entry.isSymbolicLink() || ownerOf(path) !== uid) continue
    if (entry.isDirectory() || entry.isFile()) closeToOthers(path)
    if (!entry.isDirectory() || !WITH_FILES.includes(entry.name)) continue
    for (const file of readdirSync(path, { withFileTypes: true }))
      if (file.isFile()) closeToOthers(join(path, file.name))
  }
}

/** Keeps the rights of the owner, such as those to run a program. */
const closeToOthers = (path: string): void => chmodSync(path, statSync(path).mode & PRIVATE_FOLDER)

const ownerOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid
