/** Where a folder of blobs keeps its files, and how it writes them. */
import { createHash } from 'node:crypto'
import { chmod, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Only the user of the service may read documents. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** Subfolder of unfinished files. Names that start with a dot are not blobs. */
export const DRAFTS = '.tmp'
/** Exists once every file is at the place where this version expects it. A folder, because earlier versions list it. */
const CURRENT_LAYOUT = '.layout-2'

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
const ignore = (code: string) => (error: unknown) => {
  if (codeOf(error) !== code) throw error
}

/** Returns the prefix of the draft names of a key; no other key has the same prefix. */
export const draftsOf = (key: string): string => `${key.replaceAll('/', '~')}~~`
export const keyOf = (fileName: string): string => fileName.replaceAll('~', '/')

/** The first two segments of keys with three or more, such as the images of one document: they are listed together. */
const groupOf = (key: string): string | undefined => /^([^/]+\/[^/]+)\//.exec(key)?.[1]

function foldersOf(hashed: string): [string, string] {
  const hash = createHash('sha256').update(hashed).digest('hex')
  return [hash.slice(0, 2), hash.slice(2, 4)]
}

/** Path of a blob below the folder. Keys of one group are in the same subfolder. */
export const placeOf = (key: string): string => join(...foldersOf(groupOf(key) ?? key), key.replaceAll('/', '~'))

/** Where versions before this layout wrote the blob, if elsewhere: they may still run while this one is being introduced. */
export const formerPlaceOf = (key: string): string | undefined =>
  groupOf(key) === undefined ? undefined : join(...foldersOf(key), key.replaceAll('/', '~'))

/** The only subfolder that has keys with this prefix; undefined if any may have some. */
export const subfolderOf = (prefix: string): [string, string] | undefined => {
  const group = groupOf(prefix)
  return group === undefined ? undefined : foldersOf(group)
}

/** Creates the folder and moves files of earlier versions to their place. Safe while other processes do the same. */
export async function prepareFolder(folder: string, staleAfterMs: number): Promise<void> {
  await mkdir(join(folder, DRAFTS), { recursive: true, mode: FOLDER_MODE })
  await chmod(folder, FOLDER_MODE)
  await deleteDrafts(folder, staleAfterMs)
  if (await isFolder(join(folder, CURRENT_LAYOUT))) return
  for await (const { name, path } of filesIn(folder)) {
    const place = join(folder, placeOf(keyOf(name)))
    await chmod(path, FILE_MODE).catch(ignore('ENOENT'))
    if (place === path) continue
    await makeFolders(place)
    await rename(path, place).catch(ignore('ENOENT'))
  }
  await mkdir(join(folder, CURRENT_LAYOUT), { mode: FOLDER_MODE }).catch(ignore('EEXIST'))
}

/** Yields all files of blobs. */
export async function* filesIn(folder: string): AsyncGenerator<{ name: string; path: string }> {
  for (const first of await readdir(folder)) {
    if (first.startsWith('.')) continue
    for (const second of await readdir(join(folder, first)))
      for (const name of await readdir(join(folder, first, second)))
        yield { name, path: join(folder, first, second, name) }
  }
}

/** Deletes unfinished files older than this, which a process left when it died. Returns their number. */
export async function deleteDrafts(folder: string, staleAfterMs: number): Promise<number> {
  const drafts = join(folder, DRAFTS)
  const oldest = Date.now() - staleAfterMs
  let count = 0
  for (const name of await readdir(drafts)) {
    const found = await stat(join(drafts, name)).catch(() => null)
    if (!found || found.mtimeMs >= oldest) continue
    await rm(join(drafts, name), { force: true })
    count++
  }
  return count
}

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Creates the two subfolders of a file, but not the folder above them. */
export async function makeFolders(path: string): Promise<void> {
  for (const folder of [dirname(dirname(path)), dirname(path)])
    await mkdir(folder, { mode: FOLDER_MODE }).catch(ignore('EEXIST'))
}

/** Writes a new file and flushes it to disk. */
export async function writeDurably(path: string, body: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE)
  try {
    await file.writeFile(body)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Creates a hard link atomically; returns false if the path exists. */
export async function linkIfAbsent(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Flushes a folder to disk; without it, a new file name may not survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
