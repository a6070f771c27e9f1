/** The stamp of a bundle: what it was made from, by which an old or damaged one is recognized. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BUNDLE, type Stamp } from './bundle.ts'

const FOLDER = join(import.meta.dirname, '..')
const NEWLINE = 10

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Returns the hash of the programs in `src`, by name and content. Python's are not part of the bundle. */
export function hashOfSources(folder = FOLDER): string {
  const hash = createHash('sha256')
  const files = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}

/** Returns the stamp of a bundle; undefined if there is none, or if its file is damaged. */
export function readStamp(file = BUNDLE): Stamp | undefined {
  if (!existsSync(file)) return undefined
  const bytes = readFileSync(file)
  const end = bytes.indexOf(NEWLINE)
  try {
    const stamp = JSON.parse(bytes.toString('utf8', 0, end)) as Partial<Stamp> | null
    return stamp?.versions && stamp.content === hashOf(bytes.subarray(end + 1)) ? (stamp as Stamp) : undefined
  } catch {
    // Not JSON: a file of another kind, or the beginning of one.
    return undefined
  }
}

const versionIn = (file: string): string | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version : undefined

/**
 * Returns whether a bundle has other versions of packages than this installation: than those in `node_modules`, or, for packages that are not
 * installed, than those of the lock file. Images have neither.
 */
export function hasOtherVersions({ versions }: Stamp, folder = FOLDER): boolean {
  const root = join(folder, '../..')
  const lock = join(root, 'package-lock.json')
  const locked = existsSync(lock)
    ? (JSON.parse(readFileSync(lock, 'utf8')) as { packages?: Record<string, { version?: string }> }).packages
    : undefined
  return Object.entries(versions).some(([path, version]) => {
    const wanted = versionIn(join(root, path, 'package.json')) ?? locked?.[path]?.version
    return wanted !== undefined && wanted !== version
  })
}
