/** The objects of a set-up: those of the service, and those of a folder. */
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing, replaceFile, textIn } from '../files.ts'
import { CODE_NAMES, isObject, isSlug, slugOf } from '../hooks/layout.ts'
import type { Rest } from '../client/rest.ts'
import { Problem } from '../problem.ts'
import { FILE, type Kind, type ServerObject, type Values } from './kinds.ts'
import { keysOf, type Names } from './names.ts'

export interface Item {
  /** Its name in references. */
  key: string
  /** Its file or folder below that of the kind, without an ending. */
  slug: string
  values: Values
  /** Null for objects of a folder. */
  url: string | null
}

/** Files of a hook, which has a folder of its own. */
const OF_HOOKS = ['hook.json', 'settings.json', ...CODE_NAMES]

/** The paths of the files of an item below the folder, with their texts. */
export function filesOfItem(kind: Kind, { slug, values }: Pick<Item, 'slug' | 'values'>): Record<string, string> {
  const base = `${kind.path}/${slug}`
  const texts = Object.entries(kind.textsOf(values))
  return Object.fromEntries(texts.map(([name, text]) => [name === FILE ? `${base}.json` : `${base}/${name}`, text]))
}

/** Returns the values after a push: keys that a file omits keep their values, and so do keys of the `config` of a hook. */
export function merged(local: Values, server: Values): Values {
  const [own, theirs] = [local['config'], server['config']]
  const config = isObject(own) && isObject(theirs) ? { config: { ...theirs, ...own } } : {}
  return { ...server, ...local, ...config }
}

/** Reads the objects of a kind, and makes their names known. Kinds that they refer to must be read before. */
export async function readServer(rest: Rest, kind: Kind, names: Names): Promise<Item[]> {
  const found = await rest.all<ServerObject>(kind.path)
  // A queue that is being deleted is no longer part of the set-up, nor are its templates.
  const kept = kind.path === 'queues' ? found.filter(({ status }) => status === 'active') : found
  const own = kind.path === 'email_templates' ? kept.filter(({ queue }) => names.of(String(queue))) : kept
  const byKey = keysOf(own, (object) => kind.nameOf(object, names))
  for (const [key, { url }] of byKey) names.add(kind.path, key, url)
  const taken = new Set<string>()
  return [...byKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, object]) => {
      const slug = freeSlug(key, taken, kind)
      return { key, slug, values: kind.valuesOf(object, names), url: object.url }
    })
}

function freeSlug(key: string, taken: Set<string>, kind: Kind): string {
  let number = 1
  let slug: string
  do slug = slugOf(key, ++number, (one) => taken.has(one), kind.path.slice(0, -1))
  while (taken.has(slug))
  taken.add(slug)
  return slug
}

/** The slugs of a kind in a folder, in their order. */
export async function slugsIn(folder: string, kind: Kind): Promise<string[]> {
  const entries = await readdir(join(folder, kind.path), { withFileTypes: true }).catch((error: unknown) =>
    isMissing(error) ? [] : Promise.reject(error),
  )
  const isHooks = kind.path === 'hooks'
  return entries
    .filter((entry) => (isHooks ? entry.isDirectory() : entry.isFile() && entry.name.endsWith('.json')))
    .map(({ name }) => (isHooks ? name : name.slice(0, -'.json'.length)))
    .filter(isSlug)
    .sort()
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

/** Reads the objects of a kind from a folder. Throws Problem for files that are not valid. */
export async function readFolder(folder: string, kind: Kind): Promise<Item[]> {
  const read: { id: number; slug: string; values: Values }[] = []
  for (const [id, slug] of (await slugsIn(folder, kind)).entries()) {
    const texts = await textsIn(folder, kind, slug)
    if (Object.keys(texts).length) read.push({ id, slug, values: kind.parse(join(folder, kind.path, slug), texts) })
  }
  // Names are plain texts here, so that a name in place of a URL is its own name.
  const plain: Names = {
    add: () => undefined,
    of: (name) => ({ object: kind.path, name }),
    urlOf: () => undefined,
  }
  const byKey = keysOf(read, ({ values }) => kind.nameOf(values, plain))
  return [...byKey].map(([key, { slug, values }]) => ({ key, slug, values, url: null }))
}

/** Returns the texts of all files of a kind in the folder by their paths. */
export async function localFiles(folder: string, kind: Kind): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const slug of await slugsIn(folder, kind))
    for (const [name, text] of Object.entries(await textsIn(folder, kind, slug)))
      files[name === FILE ? `${kind.path}/${slug}.json` : `${kind.path}/${slug}/${name}`] = text
  return files
}

/** Throws Problem if there is no folder with a set-up. */
export async function requireFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(() => null)
  if (!entries) throw new Problem(`There is no folder ${folder}. "sheaf config pull" writes one.`)
}

export async function writeFileIn(folder: string, path: string, text: string): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await replaceFile(file, text)
}

/** Removes a file, and the folder of a hook with its last file. */
export async function removeFileIn(folder: string, path: string): Promise<void> {
  const file = join(folder, path)
  await rm(file)
  if (path.split('/').length > 2) await rmdir(dirname(file)).catch(() => undefined)
}
