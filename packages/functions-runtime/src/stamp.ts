/** What a bundle is made from, by which an old one is recognized. */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BUNDLE, type Stamp } from './bundle.ts'

const FOLDER = join(import.meta.dirname, '..')
const LOCK = 'package-lock.json'
/** No stamp is longer. */
const STAMP_BYTES = 1024

/** Returns the hash of the programs in `src`, by name and content. Python's are not part of the bundle. */
function hashOfSources(folder: string): string {
  const hash = createHash('sha256')
  const files = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}

/** Returns the stamp that a bundle of this package has if it is made now. Images have no lock file. */
export function stampOf(folder = FOLDER): Stamp {
  const lock = join(folder, '../..', LOCK)
  const packages = existsSync(lock) ? createHash('sha256').update(readFileSync(lock)).digest('hex') : ''
  return { sources: hashOfSources(folder), packages }
}

/** Returns the stamp of a bundle; undefined if there is none. */
export function readStamp(file = BUNDLE): Stamp | undefined {
  if (!existsSync(file)) return undefined
  const head = Buffer.alloc(STAMP_BYTES)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, head, 0, STAMP_BYTES, 0)
  } finally {
    closeSync(handle)
  }
  return JSON.parse(head.toString('utf8').split('\n', 1)[0]!) as Stamp
}
