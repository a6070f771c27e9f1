/** The objects of a set-up: those of the service, and those of a folder. */
import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing, replaceFile, textIn } from '../files.ts'
import { CODE_NAMES, isObject, isSlug, slugOf } from '../hooks/layout.ts'
import { idIn, Refused, type Rest } from '../client/rest.ts'
import { Problem } from '../problem.ts'
import { KINDS, type Kind, type ServerObject, type Values } from './kinds.ts'
import { keysOf, type Names } from './names.ts'
import { FILE } from './plain.ts'
import type { Memory } from './state.ts'

export interface Item {
  /** Name of the item in references. */
  key: string
  /** File or folder of the item below that of the kind, without an ending. An object of the service has the slug of its file. */
  slug: string
  values: Values
}

export interface LocalItem extends Item {
  /** The files as they are, by path. */
  files: Record<string, string>
}

export interface ServerItem extends Item {
  url: string
  /** What files do not contain of it. */
  parts: string[]
}

/** Files of a hook, which has a folder of its own. */
const OF_HOOKS = ['hook.json', 'settings.json', ...CODE_NAMES]

export const pathOf = ({ path }: Kind, { slug }: Pick<Item, 'slug'>): string => `${path}/${slug}`

/** What commands print of an object: its file and its name. */
export const titleOf = (kind: Kind, item: Item): string => `${pathOf(kind, item)} "${item.key}"`

/** The paths of the files of an item below the folder, with their texts. */
export const filesOfItem = (kind: Kind, item: Pick<Item, 'slug' | 'values'>): Record<string, string> =>
  placed(kind, item.slug, kind.textsOf(item.values))

function placed(kind: Kind, slug: string, texts: Record<string, string>): Record<string, string> {
  const base = pathOf(kind, { slug })
  const entries = Object.entries(texts)
  return Object.fromEntries(entries.map(([name, text]) => [name === FILE ? `${base}.json` : `${base}/${name}`, text]))
}

export const hashOf = (files: Record<string, string>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')

/**
 * Returns the values after a push: keys that a file omits keep their values, and so do keys of objects such as the `config` of a hook. The
 * service keeps what serves for creation only, and users beside those of the file.
 */
export function merged(kind: Kind, local: Values, server: Values, names: Names): Values {
  const after = { ...server, ...creatable(kind, local, names) }
  for (const key of kind.merges ?? []) {
    const [own, theirs] = [local[key], server[key]]
    if (isObject(own) && isObject(theirs)) after[key] = kind.merge?.(theirs, own) ?? { ...theirs, ...own }
  }
  for (const key of kind.adds ?? [])
    if (key in local) after[key] = [...new Set([...listOf(server[key]), ...listOf(after[key])])].sort()
  for (const key of kind.onCreate ?? []) after[key] = server[key]
  return after
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns the values without users who do not exist here, in lists that are complete without them. */
export function creatable(kind: Kind, values: Values, names: Names): Values {
  const unknown = unknownPeople(kind, values, names)
  if (unknown.length === 0) return values
  const lists = (kind.adds ?? []).map((key) => [
    key,
    listOf(values[key]).filter((one) => !unknown.includes(String(one))),
  ])
  return { ...values, ...Object.fromEntries(lists) }
}

/** Returns the users whom a file names and who do not exist here. */
export const unknownPeople = (kind: Kind, values: Values, names: Names): string[] =>
  (kind.peopleIn?.(values) ?? []).filter((name) => names.urlOf('users', name) === undefined)

export interface Beside {
  local: readonly LocalItem[]
  memory: Memory
  /** Whether names of files that belong to no object may be used for others. */
  replaces?: boolean
}

/** Reads the objects of a kind, and makes their names known. Kinds that they refer to must be read before. */
export async function readServer(rest: Rest, kind: Kind, names: Names, beside: Beside): Promise<ServerItem[]> {
  const found = await rest.all<ServerObject>(kind.path).catch((error: unknown) => {
    // A set-up without them would look as if they had been deleted.
    if (error instanceof Refused) throw new Problem(`${kind.path}: ${error.message}`)
    throw error
  })
  const kept = found.filter((object) => kind.isKept?.(object, names) ?? true)
  const byKey = keysOf(kept, (object) => kind.nameOf(object, names))
  for (const [key, { url }] of byKey) names.add(kind.path, key, url)
  for (const [key, { url }] of byKey) {
    const { memory } = beside
    const before = [...memory].find(([path, { id }]) => path.startsWith(`${kind.path}/`) && id === idIn(url))?.[1].name
    if (before && before !== key) names.alias(kind.path, before, url)
  }
  const slugs = slugsOf(kind, byKey, beside)
  const taken = new Set(beside.replaces ? slugs.values() : beside.local.map(({ slug }) => slug))
  const items: ServerItem[] = []
  for (const [key, object] of [...byKey].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const slug = slugs.get(key) ?? freeSlug(key, taken, kind)
    const parts = (await kind.partsOf?.(object, rest)) ?? []
    items.push({ key, slug, values: kind.valuesOf(object, names), url: object.url, parts })
  }
  return items
}

/**
 * The files of objects by their keys. A file belongs to the object it was pulled from or pushed to, so that it can be
 * renamed; otherwise to the object with its name.
 */
function slugsOf(kind: Kind, objects: Map<string, ServerObject>, { local, memory }: Beside): Map<string, string> {
  const slugs = new Map<string, string>()
  const ids = new Map([...objects].map(([key, { id }]) => [id, key]))
  const isFree = ({ slug }: Item) => ![...slugs.values()].includes(slug)
  for (const item of local) {
    const key = ids.get(memory.get(pathOf(kind, item))?.id ?? -1)
    if (key !== undefined && !slugs.has(key)) slugs.set(key, item.slug)
  }
  for (const item of local.filter(isFree))
    if (objects.has(item.key) && !slugs.has(item.key)) slugs.set(item.key, item.slug)
  return slugs
}

function freeSlug(key: string, taken: Set<string>, kind: Kind): string {
  let number = 1
  let slug: string
  do slug = slugOf(key, ++number, (one) => taken.has(one), kind.path.slice(0, -1).replaceAll('_', '-'))
  while (taken.has(slug))
  taken.add(slug)
  return slug
}

/** The slugs of a kind in a folder, in their order. */
async function slugsIn(folder: string, kind: Kind): Promise<string[]> {
  await refuseLinks(folder, kind.path)
  const entries = await readdir(join(folder, kind.path), { withFileTypes: true }).catch((error: unknown) =>
    isMissing(error) ? [] : Promise.reject(error),
  )
  const isHooks = kind.path === 'hooks'
  return (
    entries
      .filter((entry) => (isHooks ? entry.isDirectory() : entry.isFile() && entry.name.endsWith('.json')))
      .map(({ name }) => (isHooks ? name : name.slice(0, -'.json'.length)))
      .filter(isSlug)
      // Namesakes in the order of their numbers: "x-2" before "x-10".
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  )
}

async function textsIn(folder: string, kind: Kind, slug: string): Promise<Record<string, string>> {
  const base = join(folder, kind.path, slug)
  const names = kind.path === 'hooks' ? OF_HOOKS.map((name) => [name, join(base, name)]) : [[FILE, `${base}.json`]]
  const texts: Record<string, string> = {}
  for (const [name = '', file = ''] of names) {
    const text = await textIn(file)
    if (text !== undefined) texts[name] = text
  }
  return texts
}

/** Reads the objects of a kind from a folder. Throws Problem for files that are not valid, unless `isLenient`: these have no name. */
export async function readFolder(folder: string, kind: Kind, isLenient = false): Promise<LocalItem[]> {
  const read: { id: number; slug: string; values: Values; files: Record<string, string> }[] = []
  for (const [id, slug] of (await slugsIn(folder, kind)).entries()) {
    const texts = await textsIn(folder, kind, slug)
    if (Object.keys(texts).length === 0) continue
    const files = placed(kind, slug, texts)
    read.push({ id, slug, values: parsed(kind, join(folder, kind.path, slug), texts, isLenient), files })
  }
  // Names are plain texts here, so that a name in place of a URL is its own name.
  const plain: Names = {
    add: () => undefined,
    alias: () => undefined,
    of: (name) => ({ object: kind.path, name }),
    urlOf: () => undefined,
  }
  const byKey = keysOf(read, ({ values }) => kind.nameOf(values, plain))
  return [...byKey].map(([key, { slug, values, files }]) => ({ key, slug, values, files }))
}

function parsed(kind: Kind, path: string, texts: Record<string, string>, isLenient: boolean): Values {
  try {
    return kind.parse(path, texts)
  } catch (error) {
    if (isLenient && error instanceof Problem) return { name: '' }
    throw error
  }
}

/** Throws Problem if the path leads to a file. */
export async function refuseFile(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (found && !found.isDirectory()) throw new Problem(`${folder} is a file, not a folder.`)
}

/** Throws Problem if there is no folder with a set-up. */
export async function requireFolder(folder: string): Promise<void> {
  await refuseFile(folder)
  const entries = await readdir(folder).catch(() => null)
  if (!entries) throw new Problem(`There is no folder ${folder}. "sheaf config pull" writes one.`)
  for (const kind of KINDS) if ((await slugsIn(folder, kind)).length) return
  const kinds = KINDS.map(({ path }) => path).join(', ')
  throw new Problem(`${folder} contains no set-up: no files in ${kinds}. "sheaf config pull" writes them.`)
}

/** Throws Problem if a part of the path is no folder: a link could lead to files outside of the set-up. */
async function refuseLinks(folder: string, path: string): Promise<void> {
  const parts = path.split('/')
  for (const end of parts.keys()) {
    const below = join(folder, ...parts.slice(0, end + 1))
    const found = await lstat(below).catch((error: unknown) => (isMissing(error) ? null : Promise.reject(error)))
    if (found && !found.isDirectory()) throw new Problem(`${below} is not a folder.`)
  }
}

export async function writeFileIn(folder: string, path: string, text: string): Promise<void> {
  await refuseLinks(folder, dirname(path))
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await replaceFile(file, text)
}

/** Removes a file, and the folder of a hook with its last file. */
export async function removeFileIn(folder: string, path: string): Promise<void> {
  await refuseLinks(folder, dirname(path))
  const file = join(folder, path)
  await rm(file)
  if (path.split('/').length > 2) await rmdir(dirname(file)).catch(() => undefined)
}
